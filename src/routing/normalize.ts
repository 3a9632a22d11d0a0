import type { Terms } from './features.ts';
import { type Lexicon, phraseAt } from './lexicon.ts';
import type { Mender } from './mend.ts';
import { type Message, readMessage } from './message.ts';
import { readSlots, type Slots } from './slots.ts';
import { type Word, words } from './words.ts';

/** A question made ready for scoring. */
export type Query = {
  readonly message: Message;
  /** Words of the prose and of the failing lines, in order, as written. */
  readonly words: readonly Word[];
  /** The kept text in lower case: what signals are looked for in. */
  readonly text: string;
  readonly terms: Terms;
  readonly slots: Slots;
  /** Misspelt words and what they were read as. */
  readonly mended: readonly (readonly [string, string])[];
};

/** Words read of the prose and of the failing lines: more than this is no question any more. */
const PROSE_WORDS = 160;
const ERROR_WORDS = 120;

/** Normalizes a text. `mend` is left out while learning: phrasings are taken as they are. */
export function normalize(text: string, lexicon: Lexicon, mend?: Mender): Query {
  const message = readMessage(text);
  const errors = message.errors.map(withoutData).join('\n');
  const raw = [...words(withoutData(message.prose)).slice(0, PROSE_WORDS), ...words(errors).slice(0, ERROR_WORDS)];
  const mended: [string, string][] = [];
  const sequence = raw.map((word) => {
    const right = word.code ? undefined : mend?.(word.text);
    if (right === undefined) return word;
    mended.push([word.text, right]);
    return { text: right, parts: [], code: false };
  });
  const slots = readSlots(sequence, lexicon);
  return {
    message,
    words: sequence,
    text: `${message.prose}\n${message.errors.join('\n')}`.toLowerCase(),
    terms: termsOf(sequence, slots, lexicon),
    slots,
    mended,
  };
}

/** Terms of a text that is no message: all of it counts. */
export function plainTerms(text: string, lexicon: Lexicon): Terms {
  const sequence = words(text);
  return termsOf(sequence, { named: [], naming: [], hinted: [], hardware: [], possible: [] }, lexicon);
}

function termsOf(sequence: readonly Word[], slots: Slots, lexicon: Lexicon): Terms {
  const terms: string[] = [];
  const extra: string[] = [];
  for (let index = 0; index < sequence.length; index++) {
    const word = sequence[index] as Word;
    const phrase = phraseAt(sequence, index, lexicon.synonyms);
    if (phrase === undefined) {
      terms.push(word.text);
      extra.push(...word.parts);
      continue;
    }
    terms.push(phrase.means);
    for (const written of sequence.slice(index, index + phrase.words.length)) {
      if (written.text !== phrase.means) extra.push(written.text, ...written.parts);
    }
    index += phrase.words.length - 1;
  }
  extra.push(...slots.named.map((stack) => `§${stack}`), ...slots.possible.map((stack) => `§on ${stack}`));
  return { sequence: terms, extra };
}

/** Addresses in memory, long numbers and folders are data: they tell nothing about what is asked. */
function withoutData(text: string): string {
  return text
    .replace(/\b0x[0-9a-f]{5,}\b/gi, ' ')
    .replace(
      /(?<![\w.])(?:[A-Za-z]:)?[\w.~-]*(?:[/\\][\w.+~-]+){2,}[/\\]?/g,
      (path) => ` ${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)} `,
    )
    .replace(/(?<![\w.])\d{5,}(?![\w.])/g, ' ');
}
