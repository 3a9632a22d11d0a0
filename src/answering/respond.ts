import type { Action, Answer, Question } from '../contract/index.ts';
import type { Entry, Library } from '../knowledge/library.ts';
import type { Find } from '../reading/find.ts';
import { logLines } from '../reading/lines.ts';
import type { Context, Decision, Router } from '../routing/decision.ts';
import { composeClarify } from './clarify.ts';
import { compares, composeComparison, withoutCue } from './comparison.ts';
import { composeEntry, composeSimpler } from './entry.ts';
import { composeNotice } from './notice.ts';
import { composeUnknown } from './unknown.ts';

/** One kind of question that is answered by more than a single entry: a table look-up, a calculation, a log. */
export type Specialist = (question: Pick<Question, 'text' | 'day'>, context: Context | undefined) => Answer | undefined;

/** What answers are made from. */
export type Knowing = {
  readonly library: Library;
  readonly router: Router;
  /** Finds the lines that the error entries know. */
  readonly find: Find;
  /** Tried in this order before the router; the first that answers wins. */
  readonly specialists: readonly Specialist[];
};

/** An answer and what the conversation is about after it. */
export type Response = { readonly answer: Answer; readonly context: Context | undefined };

/** Answers a question. Pure: the same question, context and library give the same bytes. */
export function respond(
  { library, router, find, specialists }: Knowing,
  question: Pick<Question, 'text' | 'day' | 'picture'>,
  context: Context | undefined,
): Response {
  for (const specialist of specialists) {
    const answer = specialist(question, context);
    if (answer !== undefined) return { answer, context: after(answer, library, context) };
  }
  const stacks = compares(question.text) ? router.stacks(question.text) : [];
  const whole = router.route(question, context);
  // The names of two stacks drown what is compared, so that is looked for without them first.
  const subject = stacks.length < 2 ? whole : router.route({ text: withoutCue(router.subject(question.text)) });
  const side =
    stacks.length < 2 || covers(subject, stacks)
      ? undefined
      : (comparisonOf(subject, stacks, library) ?? comparisonOf(whole, stacks, library));
  const decision = covers(subject, stacks) ? subject : whole;
  const answer = side ?? compose(decision, library, question.day, (entry) => captured(entry, question.text, find));
  return { answer, context: after(answer, library, context) };
}

/** True for an entry that is about all stacks which are compared: it is the comparison. */
function covers(decision: Decision, stacks: readonly string[]): boolean {
  return decision.kind === 'answer' && stacks.every((stack) => decision.best.entry.stacks.includes(stack));
}

/** The practice that was decided on, or that is open but for the stack, under the stacks that are compared. */
function comparisonOf(decision: Decision, stacks: readonly string[], library: Library): Answer | undefined {
  if (decision.kind === 'answer') {
    const { best, reasons } = decision;
    const asking = { confidence: best.probability, reasons: [...best.reasons, ...reasons] };
    return composeComparison(best.entry.topic, stacks, library, asking);
  }
  if (decision.kind !== 'clarify') return undefined;
  const practice = openPractice(decision);
  if (practice === undefined) return undefined;
  return composeComparison(practice, stacks, library, { confidence: decision.probability, reasons: decision.reasons });
}

/** What a question is about while only its stack is open: the first option's practice, or the one that two close options share. */
function openPractice({ about, options }: Extract<Decision, { kind: 'clarify' }>): string | undefined {
  const topics = options.flatMap((option) => ('entry' in option ? [option.entry.topic] : []));
  return about === 'stack' ? topics[0] : topics.find((topic, place) => topics.indexOf(topic) < place);
}

/** Carries out the actions that need no memory: show, simpler, ask; undefined for the others and for retired entries. */
export function carryOut(
  knowing: Knowing,
  action: Action,
  day: string,
  context: Context | undefined,
): Response | undefined {
  if (action.do === 'ask') return respond(knowing, { text: action.text, day }, context);
  if (action.do !== 'show' && action.do !== 'simpler') return undefined;
  const entry = knowing.library.byId.get(action.entry);
  if (entry === undefined) return undefined;
  const compose = action.do === 'show' ? composeEntry : composeSimpler;
  const answer = compose(entry, knowing.library, { day, confidence: 1, reasons: [{ text: 'chosen by its title' }] });
  return { answer, context: after(answer, knowing.library, context) };
}

/** What the asker's own text gives the entry's specifics: the captures of its first line that fits. */
function captured(entry: Entry, text: string, find: Find): Readonly<Record<string, string>> {
  if (entry.specifics === undefined) return {};
  return find(logLines(text)).find((finding) => finding.entry === entry)?.captures ?? {};
}

function compose(
  decision: Decision,
  library: Library,
  day: string,
  captures: (entry: Entry) => Readonly<Record<string, string>>,
): Answer {
  switch (decision.kind) {
    case 'answer': {
      const { best, also, reasons } = decision;
      return composeEntry(best.entry, library, {
        day,
        confidence: best.probability,
        captures: captures(best.entry),
        reasons: [...best.reasons, ...reasons],
        choices: also.map(({ entry }) => ({ label: entry.title, action: { do: 'show', entry: entry.id } })),
      });
    }
    case 'clarify':
      return composeClarify(decision);
    case 'unknown':
      return composeUnknown(decision, library);
    case 'notice':
      return composeNotice(decision, library);
  }
}

function after(answer: Answer, library: Library, before: Context | undefined): Context | undefined {
  if (answer.kind === 'notice' || answer.kind === 'unknown') return before;
  const offered = answer.choices.flatMap(({ action }) => (action.do === 'show' ? [action.entry] : []));
  if (answer.kind === 'clarify') return { ...before, offered };
  const entry = library.byId.get(answer.origins[0]?.id ?? '');
  return entry === undefined ? { ...before, offered } : { ...about(entry, before), offered };
}

function about(entry: Entry, before: Context | undefined): Context {
  const stack = entry.stacks.length === 1 ? entry.stacks[0] : before?.stack;
  return {
    ...(before?.hardware === undefined ? {} : { hardware: before.hardware }),
    entry: entry.id,
    topic: entry.topic,
    ...(stack === undefined ? {} : { stack }),
  };
}
