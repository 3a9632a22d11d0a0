import type { Reason } from '../contract/index.ts';
import type { Entry, Library } from '../knowledge/library.ts';
import type { Candidate, Decision } from './decision.ts';
import type { Ranked, Ranking } from './engine.ts';
import { SCRAPS } from './english.ts';
import type { Finder, Found } from './find.ts';
import { unsettledName } from './names.ts';
import type { Query } from './normalize.ts';
import { matchedTerms, scoreReasons } from './reasons.ts';

/** What a decision is made over. */
export type Ground = Pick<Finder, 'library' | 'engine'>;

/**
 * From this probability on that the first is right, it is the answer. Held-out questions are kinder than life: of tracker
 * questions nobody had looked at, 24 in a hundred went wrong from 0.59 on, 15 from here on. One held-out in nine is asked back.
 */
const ANSWER = 0.65;
/** Below this score an entry only stands out among others that do not fit either, and is not the answer. */
const FITS = 0.2;
/** From this probability on that the right one is among the first three, they are offered. */
const CLARIFY = 0.35;
/** From this probability on a name that means two things is not asked back. */
const CERTAIN = 0.97;
/** From this probability on an answer stands as half of a message. */
const SURE = 0.8;
/** An entry's own error line, or as much in exact strings, decides by itself. */
const DECIDES = 0.9;
/** Below this probability of the first three a question is none of ours, whatever names it uses. */
const OURS = 0.35;
/** From this probability on, entries that differ by the stack alone are offered. */
const STACKS = 0.12;
/** From this probability on, three choices are offered: what is missing is the asker's case, and only the asker knows it. */
const CHOICES = 0.08;
/** Below this probability of the first three nothing in the library is near a question, and an honest no stands alone. */
const NEAR = 0.1;
/** An option this far below the first is none. */
const OPTION_GAP = 0.5;
/** Entries of one topic closer than this differ by the stack alone. */
const STACK_GAP = 0.12;

/** Answers, asks back or admits not to know. */
export function decide(ground: Ground, found: Found): Decision {
  const { query, ranking } = found;
  const { entries } = ground.library;
  const [top, second] = ranking.ranked;
  const reasons = summary(query, ranking, ground.library);
  if (!asksSomething(query, ground) && found.weighing.strength === 0) {
    return { kind: 'unknown', nearest: [], stacks: query.slots.named, reasons };
  }
  const certain = top !== undefined && ((ranking.first >= ANSWER && top.score >= FITS) || top.bonus >= DECIDES);
  const stacks = stackOptions(ranking.ranked, entries, query, certain ? STACK_GAP : OPTION_GAP);
  if (stacks.length >= 2 && ranking.first >= STACKS) return clarify('stack', stacks, ranking, reasons);
  const name =
    ranking.first >= CERTAIN || ranking.three < OURS ? undefined : unsettledName(query, ground.library.vocabulary);
  if (name !== undefined && query.words.length <= NAME_WORDS) {
    return {
      kind: 'clarify',
      about: 'name',
      question: name.question,
      options: name.meanings.slice(0, 3).map(({ label, ask }) => ({ label, ask: spelledOut(query, name.word, ask) })),
      probability: ranking.three,
      reasons,
    };
  }
  if (certain) {
    return {
      kind: 'answer',
      best: candidate(ground, found, top),
      also: [],
      runnerUp: second === undefined ? undefined : candidate(ground, found, second),
      reasons,
    };
  }
  const options = optionsOf(ranking.ranked, entries);
  const chooses = options.length === 3 && options.every(({ kind }) => kind === 'choice');
  if (options.length >= 2 && ranking.three >= (chooses ? CHOICES : CLARIFY))
    return clarify(chooses ? 'case' : 'close', options, ranking, reasons);
  return { kind: 'unknown', nearest: ranking.three >= NEAR ? options : [], stacks: query.slots.named, reasons };
}

/** False for a scrap of talk: no word in it is one that the library's answers use and that everyday talk does not. */
export function asksSomething({ words }: Query, { engine }: Ground): boolean {
  return words.some(({ text, parts }) =>
    [text, ...parts].some((word) => word.length >= 3 && !SCRAPS.has(word) && engine.bodies.positions.has(word)),
  );
}

/** True for an answer that is more likely right than not: sure enough to stand as half of a message. */
export function sure({ best }: Extract<Decision, { kind: 'answer' }>): boolean {
  return best.probability >= SURE;
}

/** A question with more words than this tells by itself which thing it means. */
const NAME_WORDS = 6;
/** The longest question that a button can ask again. */
const ASK_LIMIT = 90;

const QUESTIONS = {
  stack: 'On which stack?',
  case: 'It depends on the case: which of these is yours?',
  close: 'Which of these do you mean?',
} as const;

function clarify(
  about: keyof typeof QUESTIONS,
  options: readonly Entry[],
  ranking: Ranking,
  reasons: readonly Reason[],
): Decision {
  return {
    kind: 'clarify',
    about,
    question: QUESTIONS[about],
    options: options.map((entry) => ({ entry })),
    probability: ranking.three,
    reasons,
  };
}

/** The question with the ambiguous word replaced by what it may mean. */
function spelledOut({ message, terms }: Query, word: string, meaning: string): string {
  const whole = message.prose.replace(/\s+/g, ' ');
  const replaced = whole.toLowerCase().includes(word)
    ? whole.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'iu'), () => meaning)
    : `${meaning} ${whole}`;
  if (replaced.length <= ASK_LIMIT) return replaced;
  return `${meaning}: ${terms.sequence.filter((term) => term !== word).join(' ')}`.slice(0, ASK_LIMIT);
}

function optionsOf(ranked: readonly Ranked[], entries: readonly Entry[]): readonly Entry[] {
  const top = ranked[0]?.score ?? 0;
  return ranked.slice(0, 3).flatMap(({ label, score }) => (top - score <= OPTION_GAP ? [entries[label] as Entry] : []));
}

/** Entries of one topic under several stacks between which nothing in the question decides. */
function stackOptions(
  ranked: readonly Ranked[],
  entries: readonly Entry[],
  { slots }: Query,
  gap: number,
): readonly Entry[] {
  const [top] = ranked;
  if (top === undefined || slots.named.length + slots.hinted.length > 0) return [];
  const first = entries[top.label] as Entry;
  const same = ranked.slice(0, 4).flatMap(({ label, score }): Entry[] => {
    const entry = entries[label] as Entry;
    return entry.topic === first.topic && entry.stacks.length === 1 && top.score - score <= gap ? [entry] : [];
  });
  return same.slice(0, 3);
}

function candidate({ library, engine }: Ground, { query, weighing, ranking }: Found, ranked: Ranked): Candidate {
  const first = ranking.ranked[0] === ranked;
  return {
    entry: library.entries[ranked.label] as Entry,
    probability: first ? ranking.first : Math.max(0, ranking.three - ranking.first) / 2,
    reasons: [
      ...matchedTerms(engine, ranking, ranked.label, [...query.terms.sequence, ...query.terms.extra]),
      ...weighing.bonus(ranked.label),
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
    ...query.mended.map(([written, meant]) => ({ text: `read "${written}" as "${meant}"` })),
    { text: `library ${hash}` },
  ];
}
