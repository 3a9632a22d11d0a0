import type { Entry, Library } from '../knowledge/library.ts';
import { asksSomething, decide, sure } from './decide.ts';
import type { Context, Decision, Router } from './decision.ts';
import { createFinder, type Finder } from './find.ts';
import { followUp } from './follow-up.ts';
import { isForeign } from './language.ts';
import type { Model } from './model.ts';
import type { Query } from './normalize.ts';
import { noticeFor } from './notices.ts';
import { isQuestion, partsOf } from './parts.ts';

export { createFinder } from './find.ts';
export { type Model, trainModel } from './model.ts';
export { restoreModel, serializeModel } from './store.ts';

/** Routes questions over a library; a model that was learnt from another library is learnt anew. */
export function createRouter(library: Library, model?: Model): Router {
  const finder = createFinder(library, model);
  return {
    route({ text, picture = false }, context) {
      const query = finder.read(text.slice(0, MOST));
      const notice = noticeFor(text, picture, query);
      if (notice !== undefined) return notice;
      const decision = isForeign(query.message.prose, query.words)
        ? routeForeign(finder, query)
        : routeEnglish(finder, query, context);
      return picture && decision.kind === 'unknown'
        ? { kind: 'notice', notice: 'picture', reasons: decision.reasons }
        : decision;
    },
    stacks(text) {
      return finder.read(text.slice(0, MOST)).slots.named;
    },
    subject(text) {
      const { words, slots } = finder.read(text.slice(0, MOST));
      return words.flatMap(({ text: word }, place) => (slots.naming.includes(place) ? [] : [word])).join(' ');
    },
    terms(text) {
      const { terms } = finder.read(text.slice(0, MOST));
      return [...new Set(terms.sequence)].filter((term) => !/\d{3,}|@/.test(term)).slice(0, TERMS);
    },
  };
}

/** Characters of a message that are read; what is longer gets a notice. */
const MOST = 1_000_000;
/** Terms of a text kept for gaps. */
const TERMS = 24;

function routeEnglish(finder: Finder, query: Query, context: Context | undefined): Decision {
  const alone = finder.find(query, context);
  if (context !== undefined) {
    const leaning = followUp(query, context, finder.library);
    if (leaning?.kind === 'entry') return known(leaning.entry, leaning.because);
    if (leaning?.kind === 'text' && asksSomething(query, finder)) {
      const whole = finder.read(`${query.message.prose} ${leaning.text}`);
      const together = finder.find(whole, context);
      const decision = decide(finder, together);
      // Who asks on does not want the same answer once more.
      const again = decision.kind === 'answer' && decision.best.entry.id === context.entry;
      if (!again && together.ranking.first > alone.ranking.first) return withReason(decision, leaning.because);
    }
  }
  return two(finder, query, context) ?? decide(finder, alone);
}

/** A question in another language, read by its identifiers and error text alone. */
function routeForeign(finder: Finder, query: Query): Decision {
  const language: Decision = { kind: 'notice', notice: 'language', reasons: [] };
  const signs = query.words.filter(({ text, code }) => code || /^[a-z0-9_.-]+$/.test(text));
  const speaks = query.slots.naming.length > 0 || signs.some(({ code }) => code) || query.message.errors.length > 0;
  if (!speaks) return language;
  const kept = [signs.map(({ text }) => text).join(' '), ...query.message.errors].join('\n');
  const part = finder.read(kept);
  const decision = decide(finder, finder.find(part, undefined));
  return decision.kind === 'unknown' ? language : decision;
}

/** Two questions in one message, when each is sure by itself and they are not the same. */
function two(finder: Finder, query: Query, context: Context | undefined): Decision | undefined {
  if (query.message.errors.length > 0) return undefined;
  const parts = partsOf(query.message.prose).filter(isQuestion);
  if (parts.length < 2) return undefined;
  const answers = parts.flatMap((part) => {
    const decision = decide(finder, finder.find(finder.read(part), context));
    return decision.kind === 'answer' && sure(decision) ? [decision] : [];
  });
  const [first, ...rest] = answers;
  const also = rest.filter(({ best }) => best.entry.id !== first?.best.entry.id).map(({ best }) => best);
  return first === undefined || also.length === 0 ? undefined : { ...first, also };
}

function known(entry: Entry, because: string): Decision {
  const best = { entry, probability: 0.95, reasons: [{ text: because }] };
  return { kind: 'answer', best, also: [], runnerUp: undefined, reasons: [] };
}

function withReason(decision: Decision, text: string): Decision {
  return { ...decision, reasons: [{ text }, ...decision.reasons] };
}
