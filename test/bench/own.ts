import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Library } from '../../src/knowledge/library.ts';
import { loadLibrary } from '../../src/knowledge/load.ts';
import { problemText } from '../../src/knowledge/problem.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';
import { createFinder, type Model, trainModel } from '../../src/routing/route.ts';
import type { DataSet } from './data.ts';
import type { Contender } from './engines.ts';

/** Messages that are none of our business, by people who had not read the entries. */
export type Negative = { readonly text: string; readonly kind: string };

/** The shipped library. @throws Error with every problem in it. */
export function shippedLibrary(): Library {
  const loaded = loadLibrary([SHIPPED]);
  if ('problems' in loaded) throw new Error(loaded.problems.map(problemText).join('\n'));
  return loaded.library;
}

/** The negatives that are only ever measured on. */
export function negatives(): readonly Negative[] {
  const path = fileURLToPath(new URL('../questions/negatives.jsonl', import.meta.url));
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Our own library as a set: phrasings to learn from, held-out tests to be asked. */
export function ownSet({ entries, offTopic }: Library): DataSet {
  return {
    name: 'our library',
    train: entries.flatMap(({ id, asks, title }) => [...asks, title].map((text) => [text, id] as const)),
    test: entries.flatMap(({ id, tests }) => tests.map((text) => [text, id] as const)),
    oos_train: offTopic,
    oos_test: negatives().map(({ text }) => text),
  };
}

/** The router's own finder over the library, before it decides. */
export function ourFinder(library: Library, model: Model = trainModel(library)): Contender {
  return {
    name: 'ridgepoint',
    async build() {
      const finder = createFinder(library, model);
      return (text) => {
        const { ranked, first } = finder.find(finder.read(text)).ranking;
        return { label: library.entries[ranked[0]?.label ?? -1]?.id, score: first };
      };
    },
  };
}
