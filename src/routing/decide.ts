import type { Reason } from '../contract/index.ts';
import type { Entry, Library } from '../knowledge/library.ts';
import type { Candidate, Decision } from './decision.ts';
import type { Engine, Ranked, Ranking } from './engine.ts';
import type { Query } from './normalize.ts';
import { matchedTerms, scoreReasons } from './reasons.ts';
import type { Weigher } from './weigh.ts';

/** What a decision is made over. */
export type Ground = { readonly library: Library; readonly engine: Engine; readonly weigh: Weigher };

/** From this probability on that the first is right, it is the answer. */
export const ANSWER = 0.5;
/** From this probability on that the right one is among the first three, they are offered. */
export const CLARIFY = 0.62;
/** An option this far below the first is none. */
const OPTION_GAP = 0.45;

/** Answers, asks back or admits not to know. */
export function decide(ground: Ground, query: Query, ranking: Ranking): Decision {
  const { library } = ground;
  const [top, second] = ranking.ranked;
  const reasons = summary(query, ranking, library);
  if (top !== undefined && ranking.first >= ANSWER) {
    return {
      kind: 'answer',
      best: candidate(ground, query, ranking, top),
      also: [],
      runnerUp: second === undefined ? undefined : candidate(ground, query, ranking, second),
      reasons,
    };
  }
  const options = optionsOf(ranking.ranked, library.entries);
  if (options.length >= 2 && ranking.three >= CLARIFY) {
    const stack = missesStack(options, query);
    return {
      kind: 'clarify',
      about: stack ? 'stack' : 'close',
      question: stack ? 'On which stack?' : 'Which of these do you mean?',
      options: options.map((entry) => ({ entry })),
      probability: ranking.three,
      reasons,
    };
  }
  return { kind: 'unknown', nearest: options.slice(0, 3), stacks: query.slots.named, reasons };
}

function optionsOf(ranked: readonly Ranked[], entries: readonly Entry[]): readonly Entry[] {
  const top = ranked[0]?.score ?? 0;
  return ranked.slice(0, 3).flatMap(({ label, score }) => (top - score <= OPTION_GAP ? [entries[label] as Entry] : []));
}

/** True when the options are one topic under several stacks and the question names none. */
function missesStack(options: readonly Entry[], { slots }: Query): boolean {
  const [first] = options;
  return slots.named.length === 0 && options.every(({ topic, stacks }) => topic === first?.topic && stacks.length > 0);
}

function candidate({ library, engine, weigh }: Ground, query: Query, ranking: Ranking, ranked: Ranked): Candidate {
  const place = ranking.ranked.indexOf(ranked);
  return {
    entry: library.entries[ranked.label] as Entry,
    probability: place === 0 ? ranking.first : Math.max(0, Math.min(ranking.first, ranking.three - ranking.first)) / 2,
    reasons: [
      ...matchedTerms(engine, ranking, ranked.label, [...query.terms.sequence, ...query.terms.extra]),
      ...weigh(query).bonus(ranked.label),
      ...scoreReasons(ranked),
    ],
  };
}

function summary(query: Query, { ranked, first, three }: Ranking, { entries, hash }: Library): readonly Reason[] {
  const [top, second] = ranked;
  return [
    { text: 'probability that the first is right', weight: first },
    { text: 'probability that it is among the first three', weight: three },
    ...(second === undefined || top === undefined
      ? []
      : [{ text: `ahead of ${entries[second.label]?.id} by`, weight: top.score - second.score }]),
    ...query.mended.map(([written, read]) => ({ text: `read "${written}" as "${read}"` })),
    { text: `library ${hash}` },
  ];
}
