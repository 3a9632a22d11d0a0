import type { Library } from '../knowledge/library.ts';
import { words } from './words.ts';

/** The entry that lists a text, given by its words, among its phrasings: its place in the library. */
export type PhrasingFinder = (sequence: readonly string[]) => number | undefined;

/** Words that leave "miopen", "what is miopen", "what's a MIOpen" and "what does MIOpen mean" the same question. */
const SMALL: ReadonlySet<string> = new Set(
  "a an the what what's whats is are does do mean means meaning exactly of define definition explain".split(' '),
);

/** What is asked of a thing by who does not know it yet; the entry that says what it is says this too. */
const FIRST_STEPS: readonly RegExp[] = [
  /^(?:how (?:do|can|should) (?:i|we|you) |how to )?(?:get(?:ting)? started|start(?:ing)?|begin(?:ning)?) (?:with|using) /,
  /^(?:first (?:steps?|commands?)|quick ?start|intro(?:duction)?)(?: with| to| of| for)? /,
  /^when (?:(?:should|do|would|can) (?:i|we|you|one) |to )(?:use|need|choose|reach for|take) /,
  / (?:how (?:to|do i|do we|can i) (?:start|begin|get started)|getting started|first (?:steps?|commands?)|quick ?start|(?:what )?(?:used )?for|when to use(?: it)?)$/,
];

/** Makes the phrasings ready to be looked up by words; one that two entries share is nobody's. */
export function createPhrasingFinder(entries: Pick<Library, 'entries'>['entries']): PhrasingFinder {
  const owners = new Map<string, number | undefined>();
  for (const [label, { asks }] of entries.entries()) {
    for (const ask of asks) {
      const key = phrasingKey(words(ask).map(({ text }) => text));
      owners.set(key, owners.has(key) && owners.get(key) !== label ? undefined : label);
    }
  }
  owners.delete('');
  return (sequence) => owners.get(phrasingKey(sequence)) ?? owners.get(thingOf(sequence));
}

/** What two texts must share to be the same phrasing: their words in order, but for the small ones. */
function phrasingKey(sequence: readonly string[]): string {
  return sequence.filter((word) => !SMALL.has(word)).join(' ');
}

/** The key of "what is X" for "getting started with X" and the like, empty for any other text. */
function thingOf(sequence: readonly string[]): string {
  const text = sequence.join(' ');
  const thing = FIRST_STEPS.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  return thing === text ? '' : phrasingKey(thing.split(' '));
}
