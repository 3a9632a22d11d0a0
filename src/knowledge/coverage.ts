import type { Entry, Library } from './library.ts';

/** One cell of the grid: a practice on a stack. */
export type Cell = {
  readonly topic: string;
  readonly stack: string;
  readonly entry: Entry | undefined;
  /** Day on which the oldest of its sources was opened. */
  readonly checked: string | undefined;
  /** What its sources speak about, newest first as written. */
  readonly covers: string;
};

/** The grid of practices and stacks, every cell, whether it has an entry or not. */
export function coverage({ vocabulary, byId }: Library): readonly Cell[] {
  return Object.keys(vocabulary.topics).flatMap((topic) =>
    Object.keys(vocabulary.stacks).map((stack): Cell => {
      const entry = byId.get(`${stack}/${topic}`);
      return {
        topic,
        stack,
        entry,
        checked: entry && oldestCheck(entry),
        covers:
          entry?.sources
            .map(({ covers }) => covers)
            .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
            .at(-1) ?? '',
      };
    }),
  );
}

/** Day on which the oldest source of an entry was opened. */
export function oldestCheck({ sources }: Entry): string {
  return sources.map(({ checked }) => checked).sort()[0] ?? '';
}

/** The grid as lines of text, a cell a line, closed by what is missing and what else there is. */
export function coverageText(library: Library): string {
  const cells = coverage(library);
  const lines = cells.map(({ topic, stack, entry, checked, covers }) =>
    entry === undefined
      ? `${`${stack}/${topic}`.padEnd(34)} missing`
      : `${entry.id.padEnd(34)} ${(entry.verified === undefined ? 'unverified' : `verified ${entry.verified}`).padEnd(19)}  sources ${checked}  ${String(entry.asks.length).padStart(2)} asks ${String(entry.tests.length).padStart(2)} tests  ran: ${(entry.ran ?? 'not said').slice(0, 32).padEnd(32)}  ${covers}`,
  );
  const kinds = new Map<string, number>();
  for (const { kind } of library.entries) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const verified = library.entries.filter((entry) => entry.verified !== undefined).length;
  const verifiedCells = cells.filter(({ entry }) => entry?.verified !== undefined).length;
  const missing = cells.filter(({ entry }) => entry === undefined).length;
  return [
    ...lines,
    '',
    `${cells.length - missing} of ${cells.length} cells; ${library.entries.length} entries: ${[...kinds]
      .sort()
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    `verified claim by claim by a second reader: ${verifiedCells} of ${cells.length} cells, ${verified} of ${library.entries.length} entries`,
    `${library.entries.flatMap(({ signatures }) => signatures).length} signatures, ${library.dictionary.length} dictionary rows, ${library.codes.length} codes, ${Object.keys(library.hardware.gpus).length} GPUs`,
  ].join('\n');
}
