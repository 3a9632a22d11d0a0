import type { Answer, Block, Span, Spans } from '../contract/index.ts';
import type { Library, Row } from '../knowledge/library.ts';
import { createPhrasingFinder } from '../routing/phrasings.ts';
import { words } from '../routing/words.ts';
import type { Specialist } from './respond.ts';

/** Confidence of a look-up: the asker wrote the term itself and asked for its counterpart. */
const CERTAIN = 0.97;

/** Words that ask for a counterpart. */
const CUE =
  /\b(equivalents?|counterparts?|analog(?:ue)?s?|\w+(?:'s)? (?:version|name|side) (?:of|for)|version of|same (?:thing )?as|(?:is|are) (?:it |that |this )?called|called (?:in|on)|name for|corresponds?(?: to)?|alternatives? (?:to|for|of)|replacements? (?:for|of)|translates?(?: to)?|maps? to|instead of)\b/i;

/**
 * Answers "what is X called on Y" from the dictionary: needs a term of one row, and either a second stack or a second term
 * of the same row. "Is X the same as Y" with both terms in one row is answered from it too. What an entry lists among its
 * phrasings is left to that entry: it says more.
 */
export function createTranslation(library: Library): Specialist {
  const terms = library.dictionary.flatMap((row) =>
    Object.entries(row.terms).flatMap(([stack, names]) =>
      names.map((name) => ({ row, stack, name, pattern: wordPattern(name) })),
    ),
  );
  const stacks = Object.entries(library.vocabulary.stacks).map(([stack, { name, words: own }]) => ({
    stack,
    patterns: [name, stack, ...own].map(wordPattern),
  }));
  const findPhrasing = createPhrasingFinder(library.entries);
  return ({ text }) => {
    if (text.length > 200 || !mayAsk(text)) return undefined;
    if (findPhrasing(words(text).map(({ text: word }) => word)) !== undefined) return undefined;
    const found = terms
      .filter(({ pattern }) => pattern.test(text))
      .sort((one, other) => other.name.length - one.name.length);
    const [first] = found;
    if (first === undefined) return undefined;
    const bare = text.replace(first.pattern, ' ');
    const second = found.find(
      ({ row, stack, name }) => row === first.row && stack !== first.stack && wordPattern(name).test(bare),
    );
    const target =
      second?.stack ??
      stacks.find(({ stack, patterns }) => stack !== first.stack && patterns.some((pattern) => pattern.test(bare)))
        ?.stack;
    if (target === undefined || !asksForCounterpart(text, first.name)) return undefined;
    if (!(target in first.row.terms) && !(target in first.row.notes)) return undefined;
    return compose(first.row, first, target, library);
  };
}

/** Cheap to ask first: most messages hold no such words, and some hundred terms need not be looked for in them. */
function mayAsk(text: string): boolean {
  return CUE.test(text) || (/^(what('?s| is| are)?|whats)\b/i.test(text.trim()) && /\b(in|on|for|under)\b/i.test(text));
}

function asksForCounterpart(text: string, name: string): boolean {
  if (CUE.test(text)) return true;
  // "what's LDS in cuda", "cudaMallocAsync on rocm?": nothing but the term, the stack and small words.
  const rest = text
    .toLowerCase()
    .replace(name.toLowerCase(), ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ');
  return rest.length <= 6;
}

function compose(
  row: Row,
  asked: { readonly stack: string; readonly name: string },
  target: string,
  { vocabulary }: Library,
): Answer {
  const names = row.terms[target];
  const label = (stack: string): string => vocabulary.stacks[stack]?.name ?? stack;
  const code = (name: string): Span => ({ kind: 'code', text: name });
  const lead: Spans =
    names === undefined
      ? [
          { kind: 'text', text: `${label(target)} has no counterpart of ` },
          code(asked.name),
          { kind: 'text', text: ` (${row.means}).` },
        ]
      : [
          { kind: 'text', text: `On ${label(target)}, ` },
          code(asked.name),
          { kind: 'text', text: names.length > 1 ? ' corresponds to one of ' : ' corresponds to ' },
          ...joined(names.map(code)),
          { kind: 'text', text: `: ${row.means}.` },
        ];
  const note = row.notes[target];
  const table: Block = {
    kind: 'table',
    header: [[{ kind: 'text', text: 'Stack' }], [{ kind: 'text', text: 'Name' }]],
    rows: Object.entries(row.terms).map(([stack, list]) => [
      [{ kind: 'text', text: label(stack) }],
      joined(list.map(code)),
    ]),
  };
  const others = Object.entries(row.notes).filter(([stack]) => stack !== target);
  return {
    kind: 'answer',
    title: `${asked.name} on ${label(target)}`,
    lead,
    blocks: [
      ...(note === undefined
        ? []
        : [
            {
              kind: 'paragraph',
              spans: [{ kind: 'strong', text: 'Mind.' }, { kind: 'text', text: ' ' }, ...note],
            } as const,
          ]),
      table,
      ...others.map(
        ([stack, spans]) =>
          ({
            kind: 'paragraph',
            spans: [{ kind: 'strong', text: `${label(stack)}.` }, { kind: 'text', text: ' ' }, ...spans],
          }) as const,
      ),
    ],
    sources: row.sources.map(({ title, url, covers, checked }) => ({ title, url, covers, checked })),
    choices: [],
    reasons: [
      { text: `dictionary row "${row.means}"` },
      { text: `matched "${asked.name}"`, weight: 1 },
      { text: `asked for ${label(target)}`, weight: 1 },
    ],
    origins: [{ id: row.id, stacks: Object.keys(row.terms) }],
    confidence: CERTAIN,
  };
}

function joined(spans: readonly Span[]): Spans {
  return spans.flatMap((span, index) => (index === 0 ? [span] : [{ kind: 'text', text: ', ' } as const, span]));
}

/** The term as a word of its own, in any case; a longer dotted or scoped name is another term. */
function wordPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_]|[.:]+[\\p{L}])`, 'iu');
}
