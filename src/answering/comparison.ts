import type { Answer, Block, Reason, Spans } from '../contract/index.ts';
import type { Entry, Library, Section } from '../knowledge/library.ts';

/** Words that put things side by side. */
const CUE =
  /\b(?:vs\.?|versus|compared? (?:to|with)|comparison|differ(?:s|ence|ent)?|or\b.{0,40}\bwhich|side by side|better than)/gi;

/** Rows after the answer itself: the sections that are worth a line side by side. */
const ROWS: readonly (readonly [string, Section])[] = [
  ['Why', 'why'],
  ['Check', 'check'],
  ['Backfires', 'backfires'],
];

/** A cell longer than this is no cell any more: the whole entry is one press away. */
const CELL_LIMIT = 420;

/** True for a question that puts things side by side. */
export function compares(text: string): boolean {
  return text.search(CUE) >= 0;
}

/** A question without the words that put things side by side. */
export function withoutCue(text: string): string {
  return text.replace(CUE, ' ');
}

/** The same practice under the stacks that are named, side by side; undefined unless it stands under at least two. */
export function composeComparison(
  practice: string,
  named: readonly string[],
  library: Library,
  asking: { readonly confidence: number; readonly reasons: readonly Reason[] },
): Answer | undefined {
  if (!(practice in library.vocabulary.topics)) return undefined;
  const entries = named.flatMap((stack) => library.byId.get(`${stack}/${practice}`) ?? []);
  if (entries.length < 2) return undefined;
  const label = (entry: Entry): string => library.vocabulary.stacks[entry.id.split('/')[0] ?? '']?.name ?? entry.id;
  const rows = ROWS.map(([name, section]) => ({ name, cells: entries.map((entry) => cell(entry, section)) })).filter(
    ({ cells }) => cells.every((spans) => spans.length > 0),
  );
  const table: Block = {
    kind: 'table',
    header: [[], ...entries.map((entry): Spans => [{ kind: 'text', text: label(entry) }])],
    rows: [
      [[{ kind: 'text', text: 'In short' }], ...entries.map(({ lead }) => lead)],
      ...rows.map(({ name, cells }) => [[{ kind: 'text', text: name }] as Spans, ...cells]),
    ],
  };
  const topic = library.vocabulary.topics[practice] ?? practice;
  return {
    kind: 'answer',
    title: `${topic.charAt(0).toUpperCase()}${topic.slice(1)}: ${entries.map(label).join(' and ')}`,
    lead: [],
    blocks: [table],
    sources: entries.flatMap(({ sources }) =>
      sources.slice(0, 2).map(({ title, url, covers, checked }) => ({ title, url, covers, checked })),
    ),
    choices: entries.map((entry) => ({ label: `${label(entry)} in full`, action: { do: 'show', entry: entry.id } })),
    reasons: [{ text: `compares ${entries.map(label).join(' and ')} on ${topic}` }, ...asking.reasons],
    origins: entries.map(({ id, stacks }) => ({ id, stacks })),
    confidence: asking.confidence,
  };
}

/** The first paragraph of a section, when it is short enough for a cell. */
function cell(entry: Entry, name: Section): Spans {
  const [first] = entry.sections.find((section) => section.name === name)?.blocks ?? [];
  if (first?.kind !== 'paragraph') return [];
  const length = first.spans.reduce((sum, { text }) => sum + text.length, 0);
  return length <= CELL_LIMIT ? first.spans : [];
}
