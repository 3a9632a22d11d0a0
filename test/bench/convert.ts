import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createChance } from './chance.ts';

type Labelled = readonly [text: string, label: string];
type Converted = Readonly<Record<string, readonly Labelled[] | readonly string[]>>;

/**
 * Turns the published files into our format: `--clinc data_full.json`, or `--train train.csv --test test.csv` (text and
 * category), each with `--out FILE`; `--shots K --seed N` keeps K drawn texts of every label to learn from.
 */
export async function convert(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      clinc: { type: 'string' },
      train: { type: 'string' },
      test: { type: 'string' },
      out: { type: 'string' },
      shots: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { clinc, train, test, out, shots } = values;
  const set = clinc === undefined ? csvSet(train, test) : clincSet(readFileSync(clinc, 'utf8'));
  if (set === undefined || out === undefined) {
    console.error('bench -- convert (--clinc FILE | --train FILE --test FILE) --out FILE [--shots K --seed N]');
    return 2;
  }
  const kept =
    shots === undefined
      ? set
      : { ...set, train: drawn(set.train as readonly Labelled[], Number(shots), Number(values.seed)) };
  writeFileSync(out, JSON.stringify(kept));
  console.log(
    Object.entries(kept)
      .map(([name, list]) => `${name} ${list.length}`)
      .join(', '),
  );
  return 0;
}

/** CLINC150 (github.com/clinc/oos-eval, data/): lists of text and label; those out of scope become plain texts. */
function clincSet(text: string): Converted {
  const data: Readonly<Record<string, readonly Labelled[]>> = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(data).map(([name, list]) => [name, name.startsWith('oos') ? list.map(([one]) => one) : list]),
  );
}

/** BANKING77 (github.com/PolyAI-LDN/task-specific-datasets, banking_data/): two files of text and category. */
function csvSet(train: string | undefined, test: string | undefined): Converted | undefined {
  if (train === undefined || test === undefined) return undefined;
  return { train: rows(readFileSync(train, 'utf8')), test: rows(readFileSync(test, 'utf8')) };
}

/** Rows of a CSV file with a heading: quoted cells may hold commas, doubled quotes and line breaks. */
export function rows(text: string): readonly Labelled[] {
  const cells: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    cells.at(-1)?.push(quoted?.replaceAll('""', '"').trim() ?? plain ?? '');
    if (end !== ',') cells.push([]);
  }
  return cells
    .slice(1)
    .flatMap(([one = '', label = '']) => (one === '' || label === '' ? [] : [[one, label] as const]));
}

/** So many texts of every label, drawn with a seed. */
function drawn(train: readonly Labelled[], shots: number, seed: number): readonly Labelled[] {
  const chance = createChance(seed);
  const order = train.map((pair) => ({ pair, rank: chance() })).sort((one, other) => one.rank - other.rank);
  const taken = new Map<string, number>();
  return order.flatMap(({ pair }) => {
    const count = taken.get(pair[1]) ?? 0;
    taken.set(pair[1], count + 1);
    return count < shots ? [pair] : [];
  });
}
