import type { Vocabulary } from '../knowledge/library.ts';
import type { Query } from './normalize.ts';

type Ambiguous = NonNullable<Vocabulary['ambiguous']>[number];

/** A name in the question that means two things, when nothing in the question tells which. */
export function unsettledName(query: Query, { ambiguous = [] }: Vocabulary): Ambiguous | undefined {
  const words = new Set(query.words.flatMap(({ text, parts }) => [text, ...parts]));
  return ambiguous.find(
    ({ word, meanings }) =>
      words.has(word) && !meanings.some(({ settles }) => settles.some((settle) => holds(query, words, settle))),
  );
}

function holds(query: Query, words: ReadonlySet<string>, settle: string): boolean {
  return settle.includes(' ') ? query.text.includes(settle) : words.has(settle);
}
