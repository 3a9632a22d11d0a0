import type { Reason } from '../contract/index.ts';
import type { Entry, Library } from '../knowledge/library.ts';
import type { Query } from './normalize.ts';
import { createPhrasingFinder } from './phrasings.ts';
import { createSignalFinder, type Signal } from './signals.ts';
import { createSignatureFinder, type Sighting } from './signatures.ts';
import type { Slots } from './slots.ts';

/** What speaks for and against single entries in a query beyond its words. */
export type Weighing = {
  /** Reasons with the weight that each adds to the entry's score. */
  readonly bonus: (label: number) => readonly Reason[];
  /** True for two entries of one topic when the question names no stack to tell them apart. */
  readonly same: (one: number, other: number) => boolean;
  /** Entries that an exact string or an error line speaks for. */
  readonly labels: readonly number[];
  /** The strongest of these, 0 when there is none. */
  readonly strength: number;
};

/** Nothing speaks for or against any entry. */
export const NOTHING: Weighing = { bonus: () => [], same: () => false, labels: [], strength: 0 };

export type Weigher = (query: Query) => Weighing;

/** More than all else together: who asks in the very words of a phrasing gets its entry. */
const PHRASED = 4;
const SIGNALS_CAP = 0.3;
const SPECIFIC = 0.9;
const GENERIC = 0.4;
/** What a second error line adds at most: the first real cause wins. */
const LATER = 0.6;
const SAME_STACK = 0.2;
/** A question about one stack must not get an entry about another. */
const OTHER_STACK_NAMED = -0.85;
/** A stack that stands on the one that is named is not another world. */
const STACK_ABOVE = -0.2;
const OTHER_STACK_HINTED = -0.5;
const OTHER_HARDWARE = -0.4;

/** Weighs signals, error signatures and the agreement of slots. */
export function createWeigher({ entries, vocabulary }: Pick<Library, 'entries' | 'vocabulary'>): Weigher {
  const below = new Map(Object.entries(vocabulary.stacks).map(([stack, { on = [] }]) => [stack, on]));
  const topics = new Set(entries.flatMap(({ stacks, topic }) => stacks.map((stack) => `${stack}/${topic}`)));
  const findSignals = createSignalFinder(entries);
  const findSignatures = createSignatureFinder(entries);
  const findPhrasing = createPhrasingFinder(entries);
  return (query) => {
    const reasons = new Map<number, Reason[]>();
    const add = (label: number, reason: Reason) => reasons.set(label, [...(reasons.get(label) ?? []), reason]);
    const phrased = findPhrasing(query.words.map(({ text }) => text));
    if (phrased !== undefined) add(phrased, { text: 'asked in the words of a phrasing', weight: PHRASED });
    for (const [label, signals] of byLabel(findSignals(query.text))) {
      let left = SIGNALS_CAP;
      for (const { text, strength } of signals) {
        const weight = Math.min(left, strength);
        left -= weight;
        if (weight > 0) add(label, { text: `signal "${text}"`, weight });
      }
    }
    for (const [place, sighting] of findSignatures(query.message.lines).entries()) {
      add(sighting.label, { text: `error line "${excerpt(sighting.line)}"`, weight: sightingWeight(sighting, place) });
    }
    const strength = Math.max(
      0,
      ...[...reasons.values()].map((list) => list.reduce((sum, { weight = 0 }) => sum + weight, 0)),
    );
    const open = query.slots.named.length + query.slots.hinted.length === 0;
    return {
      same: (one, other) => open && entries[one]?.topic === entries[other]?.topic,
      labels: [...reasons.keys()],
      strength,
      bonus: (label) => [
        ...(reasons.get(label) ?? []),
        ...slotReasons(entries[label] as Entry, query.slots, below, topics),
      ],
    };
  };
}

function byLabel(signals: readonly Signal[]): Map<number, Signal[]> {
  const map = new Map<number, Signal[]>();
  for (const signal of [...signals].sort(
    (one, other) => other.strength - one.strength || (one.text < other.text ? -1 : 1),
  )) {
    for (const label of signal.labels) map.set(label, [...(map.get(label) ?? []), signal]);
  }
  return map;
}

function sightingWeight({ generic }: Sighting, place: number): number {
  const weight = generic ? GENERIC : SPECIFIC;
  return place === 0 ? weight : Math.min(LATER, weight);
}

function slotReasons(
  { stacks, topic }: Entry,
  { named, hinted, possible, hardware }: Slots,
  below: ReadonlyMap<string, readonly string[]>,
  topics: ReadonlySet<string>,
): readonly Reason[] {
  if (stacks.length === 0) return [];
  const about = `about ${stacks.join(', ')}`;
  const meets = (others: readonly string[]) => others.some((stack) => stacks.includes(stack));
  const standsOn = (others: readonly string[]) =>
    stacks.some((stack) => (below.get(stack) ?? []).some((one) => others.includes(one)));
  /** The stack that is asked about has the topic itself. */
  const coveredThere = (others: readonly string[]) => others.some((stack) => topics.has(`${stack}/${topic}`));
  const reasons: Reason[] = [];
  if (meets(named)) reasons.push({ text: `${about} as asked`, weight: SAME_STACK });
  else if (!meets(hinted) && named.length + hinted.length > 0) {
    const [asked, weight] = named.length > 0 ? [named, OTHER_STACK_NAMED] : [hinted, OTHER_STACK_HINTED];
    reasons.push({
      text: `${about}, asked about ${asked.join(', ')}`,
      weight: standsOn(asked) && !coveredThere(asked) ? STACK_ABOVE : weight,
    });
  }
  if (possible.length > 0 && !meets(possible)) {
    reasons.push({ text: `does not run on ${hardware.join(', ')}`, weight: OTHER_HARDWARE });
  }
  return reasons;
}

function excerpt(line: string): string {
  const text = line.trim();
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
