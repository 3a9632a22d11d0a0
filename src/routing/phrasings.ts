import type { Library } from '../knowledge/library.ts';
import { words } from './words.ts';

/** The entry that lists a text among its phrasings: its place in the library. */
export type PhrasingFinder = (key: string) => number | undefined;

/** Words that leave "miopen", "what is miopen", "what's a MIOpen" and "what does MIOpen mean" the same question. */
const SMALL: ReadonlySet<string> = new Set(
  "a an the what what's whats is are does do mean means meaning exactly of define definition explain".split(' '),
);

/** Makes the phrasings ready to be looked up by their key; one that two entries share is nobody's. */
export function createPhrasingFinder(entries: Pick<Library, 'entries'>['entries']): PhrasingFinder {
  const owners = new Map<string, number | undefined>();
  for (const [label, { asks }] of entries.entries()) {
    for (const ask of asks) {
      const key = phrasingKey(words(ask).map(({ text }) => text));
      owners.set(key, owners.has(key) && owners.get(key) !== label ? undefined : label);
    }
  }
  owners.delete('');
  return (key) => owners.get(key);
}

/** What two texts must share to be the same phrasing: their words in order, but for the small ones. */
export function phrasingKey(sequence: readonly string[]): string {
  return sequence.filter((word) => !SMALL.has(word)).join(' ');
}
