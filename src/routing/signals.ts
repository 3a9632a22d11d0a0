import type { Library } from '../knowledge/library.ts';

/** An exact string of entries: how strongly it speaks for them. */
export type Signal = { readonly text: string; readonly labels: readonly number[]; readonly strength: number };

/** Finds the signals that a text holds. */
export type SignalFinder = (text: string) => readonly Signal[];

/** Little: the classifier has learnt most of them from phrasings, and a question full of names must not follow any one. */
const CODE_STRENGTH = 0.12;
/** A signal that could be ordinary English decides less. */
const WORD_STRENGTH = 0.05;
const RUN = /[\p{L}\p{N}_]+/gu;

/** Makes the signals of a library ready for look-up in lower-case text; entries are named by their place in it. */
export function createSignalFinder(entries: Library['entries']): SignalFinder {
  const owners = new Map<string, { readonly labels: Set<number>; code: boolean }>();
  for (const [label, { signals }] of entries.entries()) {
    for (const signal of signals) {
      const text = signal.toLowerCase();
      const owner = owners.get(text) ?? { labels: new Set(), code: false };
      owner.labels.add(label);
      owner.code ||= /[A-Z0-9_.:-].*[a-z]|[a-z].*[A-Z_.:]|\d|_|^-|[(<@]| .* /.test(signal);
      owners.set(text, owner);
    }
  }
  const byRun = new Map<string, Signal[]>();
  for (const [text, { labels, code }] of owners) {
    const run = text.match(RUN)?.reduce((longest, next) => (next.length > longest.length ? next : longest));
    if (run === undefined) continue;
    // A string that several entries claim decides for none of them alone.
    const strength = (code ? CODE_STRENGTH : WORD_STRENGTH) / Math.sqrt(labels.size);
    byRun.set(run, [...(byRun.get(run) ?? []), { text, labels: [...labels], strength }]);
  }
  return (text) => {
    const found: Signal[] = [];
    for (const run of new Set(text.match(RUN) ?? [])) {
      for (const signal of byRun.get(run) ?? []) if (standsIn(signal.text, text)) found.push(signal);
    }
    return found;
  };
}

/** True when the string stands in the text with no letter, digit or underscore touching it. */
function standsIn(signal: string, text: string): boolean {
  for (let at = text.indexOf(signal); at >= 0; at = text.indexOf(signal, at + 1)) {
    if (!touches(signal[0], text[at - 1]) && !touches(signal.at(-1), text[at + signal.length])) return true;
  }
  return false;
}

function touches(inside: string | undefined, outside: string | undefined): boolean {
  const part = /[\p{L}\p{N}_]/u;
  return inside !== undefined && outside !== undefined && part.test(inside) && part.test(outside);
}
