import type { Entry, Library } from '../knowledge/library.ts';
import { decide, type Found, type Ground, sure } from './decide.ts';
import type { Context, Decision, Router } from './decision.ts';
import { rank } from './engine.ts';
import { followUp } from './follow-up.ts';
import { isForeign } from './language.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import type { Mender } from './mend.ts';
import { adjustment, type Model, menderOf, trainModel } from './model.ts';
import { normalize, type Query } from './normalize.ts';
import { noticeFor } from './notices.ts';
import { partsOf } from './parts.ts';
import { createWeigher, type Weigher } from './weigh.ts';

export { type Model, trainModel } from './model.ts';
export { restoreModel, serializeModel } from './store.ts';

type Reading = { readonly ground: Ground; readonly weigh: Weigher; readonly lexicon: Lexicon; readonly mend: Mender };

/** Routes questions over a library; a model that was learnt from another library is learnt anew. */
export function createRouter(library: Library, model?: Model): Router {
  const { engine } = model?.hash === library.hash ? model : trainModel(library);
  const lexicon = createLexicon(library.vocabulary);
  const mend = menderOf(library, engine);
  const reading: Reading = { ground: { library, engine }, weigh: createWeigher(library), lexicon, mend };
  return {
    route({ text, picture = false }, context) {
      const query = normalize(text.slice(0, MOST), lexicon, mend);
      const notice = noticeFor(text, picture, query);
      if (notice !== undefined) return notice;
      const decision = isForeign(query.message.prose, query.words)
        ? routeForeign(reading, query)
        : routeEnglish(reading, query, context);
      return picture && decision.kind === 'unknown'
        ? { kind: 'notice', notice: 'picture', reasons: decision.reasons }
        : decision;
    },
    terms(text) {
      const { terms } = normalize(text.slice(0, MOST), lexicon, mend);
      return [...new Set(terms.sequence)].filter((term) => !/\d{3,}|@/.test(term)).slice(0, TERMS);
    },
  };
}

/** Characters of a message that are read; what is longer gets a notice. */
const MOST = 1_000_000;
/** Terms of a text kept for gaps. */
const TERMS = 24;

function routeEnglish(reading: Reading, query: Query, context: Context | undefined): Decision {
  const { ground } = reading;
  const alone = find(reading, query, context);
  if (context !== undefined) {
    const leaning = followUp(query, context, ground.library);
    if (leaning?.kind === 'entry') return known(leaning.entry, leaning.because);
    if (leaning?.kind === 'text') {
      const whole = read(reading, `${query.message.prose} ${leaning.text}`);
      const together = find(reading, whole, context);
      if (together.ranking.first > alone.ranking.first) return withReason(decide(ground, together), leaning.because);
    }
  }
  return two(reading, query, context) ?? decide(ground, alone);
}

/** A question in another language, read by its identifiers and error text alone. */
function routeForeign(reading: Reading, query: Query): Decision {
  const language: Decision = { kind: 'notice', notice: 'language', reasons: [] };
  const signs = query.words.filter(({ text, code }) => code || /^[a-z0-9_.-]+$/.test(text));
  const speaks = query.slots.naming.length > 0 || signs.some(({ code }) => code) || query.message.errors.length > 0;
  if (!speaks) return language;
  const kept = [signs.map(({ text }) => text).join(' '), ...query.message.errors].join('\n');
  const part = read(reading, kept);
  const decision = decide(reading.ground, find(reading, part, undefined));
  return decision.kind === 'unknown' ? language : decision;
}

/** Two questions in one message, when each is sure by itself and they are not the same. */
function two(reading: Reading, query: Query, context: Context | undefined): Decision | undefined {
  if (query.message.errors.length > 0) return undefined;
  const parts = partsOf(query.message.prose);
  if (parts.length < 2) return undefined;
  const answers = parts.flatMap((part) => {
    const decision = decide(reading.ground, find(reading, read(reading, part), context));
    return decision.kind === 'answer' && sure(decision) ? [decision] : [];
  });
  const [first, ...rest] = answers;
  const also = rest.filter(({ best }) => best.entry.id !== first?.best.entry.id).map(({ best }) => best);
  return first === undefined || also.length === 0 ? undefined : { ...first, also };
}

function read({ lexicon, mend }: Reading, text: string): Query {
  return normalize(text, lexicon, mend);
}

/** Finds the candidates; a question that names no stack is taken to be about the conversation's. */
function find({ ground, weigh }: Reading, query: Query, context: Context | undefined): Found {
  const { engine, library } = ground;
  const weighing = weigh(query);
  const adjust = adjustment(weighing);
  const stack = query.slots.named.length + query.slots.hinted.length === 0 ? context?.stack : undefined;
  const same = (label: number) => (library.entries[label]?.stacks.includes(stack ?? '') ? CONVERSATION : 0);
  const bonus = stack === undefined ? adjust.bonus : (label: number) => adjust.bonus(label) + same(label);
  return { query, weighing, ranking: rank(engine, query.terms, { ...adjust, bonus }) };
}

/** What the stack of the conversation counts for. */
const CONVERSATION = 0.12;

function known(entry: Entry, because: string): Decision {
  const best = { entry, probability: 0.95, reasons: [{ text: because }] };
  return { kind: 'answer', best, also: [], runnerUp: undefined, reasons: [] };
}

function withReason(decision: Decision, text: string): Decision {
  return { ...decision, reasons: [{ text }, ...decision.reasons] };
}
