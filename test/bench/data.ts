import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A set to measure on: labelled texts to learn from and to be asked, and texts that belong to no label. */
export type DataSet = {
  readonly name: string;
  readonly train: readonly (readonly [string, string])[];
  readonly val?: readonly (readonly [string, string])[];
  readonly test: readonly (readonly [string, string])[];
  readonly oos_train?: readonly string[];
  readonly oos_val?: readonly string[];
  readonly oos_test?: readonly string[];
};

/** Reads sets from files, and from every `.json` file of the folders. @throws Error naming the file that is no set. */
export function readSets(files: readonly string[], folders: readonly string[]): readonly DataSet[] {
  const found = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => join(folder, file)),
  );
  return [...files, ...found].map((path) => {
    const data: Omit<DataSet, 'name'> = JSON.parse(readFileSync(path, 'utf8'));
    if (!Array.isArray(data.train) || !Array.isArray(data.test)) throw new Error(`${path} has no train and test lists`);
    return { ...data, name: basename(path, '.json') };
  });
}
