import { type Lexicon, phraseAt } from './lexicon.ts';
import type { Word } from './words.ts';

/** What a question says about where it belongs. */
export type Slots = {
  /** Stacks that it names. */
  readonly named: readonly string[];
  /** Places of the words that name them. */
  readonly naming: readonly number[];
  /** Stacks that its identifiers hint at. */
  readonly hinted: readonly string[];
  /** Hardware as written. */
  readonly hardware: readonly string[];
  /** Stacks that run on that hardware; empty when no hardware is named. */
  readonly possible: readonly string[];
};

/** Reads the slots of a question's words. */
export function readSlots(sequence: readonly Word[], lexicon: Lexicon): Slots {
  const named = new Set<string>();
  const naming = new Set<number>();
  const hinted = new Set<string>();
  const hardware = new Set<string>();
  const possible = new Set<string>();
  for (const [index, word] of sequence.entries()) {
    const phrase = phraseAt(sequence, index, lexicon.stackWords);
    if (phrase !== undefined) {
      named.add(phrase.means);
      for (let place = index; place < index + phrase.words.length; place++) naming.add(place);
    }
    // The parts of a hyphenated name are names; those of an identifier are only a hint.
    if (!word.code)
      for (const part of word.parts)
        for (const item of lexicon.stackWords.get(part) ?? []) if (item.words.length === 1) named.add(item.means);
    for (const { expression, stacks } of lexicon.hardware) {
      if (!expression.test(word.text)) continue;
      hardware.add(word.text);
      for (const stack of stacks) possible.add(stack);
    }
    if (phrase !== undefined) continue;
    for (const { expression, stacks } of lexicon.hints) if (expression.test(word.text)) hinted.add(stacks[0] as string);
  }
  return {
    named: [...named],
    naming: [...naming],
    hinted: [...hinted],
    hardware: [...hardware],
    possible: [...possible],
  };
}
