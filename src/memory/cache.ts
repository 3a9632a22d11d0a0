import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#contract';

/** How a cached thing is made, written and read back; `restore` returns undefined for bytes that are not whole. */
export type Recipe<T> = {
  readonly make: () => T;
  /** Undefined: not worth keeping. */
  readonly store: (value: T) => Uint8Array | undefined;
  readonly restore: (bytes: Uint8Array) => T | undefined;
};

/**
 * A value that is costly to make, read from `<name>-<key>.bin` in the first folder that has it, else made and kept in the
 * first folder; files of other keys are removed there. A cache that cannot be written costs time at the next start,
 * nothing else.
 */
export function cached<T>(
  folders: readonly string[],
  name: string,
  key: string,
  { make, store, restore }: Recipe<T>,
  log: Log,
): T {
  const file = `${name}-${key}.bin`;
  for (const path of folders.map((folder) => join(folder, file)).filter(existsSync)) {
    const value = restore(readFileSync(path));
    if (value !== undefined) return value;
    log('warning', 'a damaged cache is made anew', { path });
  }
  log('info', `preparing the ${name}, once for this version of it`);
  const value = make();
  const [folder] = folders;
  const bytes = store(value);
  if (bytes === undefined || folder === undefined) return value;
  const path = join(folder, file);
  try {
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter((file) => file.startsWith(`${name}-`))) rmSync(join(folder, old));
    // A second process may read while this one writes: the file appears whole or not at all.
    writeFileSync(`${path}.${process.pid}`, bytes);
    renameSync(`${path}.${process.pid}`, path);
  } catch (error) {
    log('warning', 'a cache cannot be written', {
      folder,
      error: error instanceof Error ? error.message : String(error),
    });
  }
  return value;
}

/** Digest over texts, such as the files that a cached value was made from and the code that made it. */
export function fingerprint(texts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The code of a folder of src/, as one text a file: a cache made by older code must not be read. */
export function codeOf(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
}
