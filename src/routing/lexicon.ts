import type { Vocabulary } from '../knowledge/library.ts';
import { type Word, words } from './words.ts';

/** The vocabulary made ready for look-up. */
export type Lexicon = {
  /** Runs of words that mean the same, by their first word: the longest that fits is taken. */
  readonly synonyms: ReadonlyMap<string, readonly Phrase[]>;
  /** Words that name a stack, by their first word. */
  readonly stackWords: ReadonlyMap<string, readonly Phrase[]>;
  readonly hints: readonly Pattern[];
  readonly hardware: readonly Pattern[];
};

export type Phrase = { readonly words: readonly string[]; readonly means: string };
/** A word pattern and the stacks that it points to. */
export type Pattern = { readonly expression: RegExp; readonly stacks: readonly string[] };

/** Makes a vocabulary ready. An empty one gives a lexicon that changes nothing. */
export function createLexicon(vocabulary: Pick<Vocabulary, 'stacks' | 'synonyms' | 'hardware'>): Lexicon {
  const synonyms = vocabulary.synonyms.flatMap(([first, ...others]) =>
    [first, ...others].map((member) => phrase(member ?? '', (first ?? '').toLowerCase().replaceAll(/[\s-]+/g, '_'))),
  );
  const stackWords = Object.entries(vocabulary.stacks).flatMap(([stack, { words: names }]) =>
    [stack, ...names].map((name) => phrase(name, stack)),
  );
  return {
    synonyms: byFirstWord(synonyms),
    stackWords: byFirstWord(stackWords),
    hints: Object.entries(vocabulary.stacks).flatMap(([stack, { hints = [] }]) =>
      hints.map((hint) => ({ expression: wildcard(hint), stacks: [stack] })),
    ),
    hardware: (vocabulary.hardware ?? []).map(({ words: names, stacks }) => ({
      expression: new RegExp(names.map((name) => wildcard(name).source).join('|')),
      stacks,
    })),
  };
}

function phrase(text: string, means: string): Phrase {
  return { words: words(text).map((word) => word.text), means };
}

function byFirstWord(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const map = new Map<string, Phrase[]>();
  for (const item of phrases) {
    const [first] = item.words;
    if (first === undefined) continue;
    map.set(
      first,
      [...(map.get(first) ?? []), item].sort((one, other) => other.words.length - one.words.length),
    );
  }
  return map;
}

/** `hip*` as an expression over one whole word; `[56]` stays a set of characters. */
function wildcard(pattern: string): RegExp {
  const source = pattern
    .toLowerCase()
    .replace(/[.+?^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*');
  return new RegExp(`^(?:${source})$`);
}

/** The longest phrase that starts at a word, if any. */
export function phraseAt(
  sequence: readonly Word[],
  start: number,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): Phrase | undefined {
  const candidates = phrases.get((sequence[start] as Word).text);
  return candidates?.find((candidate) =>
    candidate.words.every((word, offset) => sequence[start + offset]?.text === word),
  );
}
