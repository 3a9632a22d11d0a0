import type { Block, Spans } from './answer.ts';
import { spansText } from './plain.ts';

/** How large a drawn block may be. */
export type Measure = {
  /** Characters of a drawn block as the platform counts them; Infinity when the platform cannot show it in this form. */
  readonly size: (block: Block) => number;
  /** Most characters of one drawn block. */
  readonly limit: number;
  /** May a line of code be cut as a last resort? Not where a file can carry it whole. */
  readonly cutLines: boolean;
};

/**
 * Splits a block into pieces that each fit, losing nothing: text at the ends of paragraphs, sentences or words, lists and
 * tables between their items and rows (the header repeated), code between its lines. A table that cannot be shown as a
 * table becomes a list of records. Undefined when a line of code is too long to show at all.
 */
export function split(block: Block, measure: Measure): readonly Block[] | undefined {
  if (measure.size(block) <= measure.limit) return [block];
  switch (block.kind) {
    case 'paragraph':
    case 'caution':
      return splitSpans(block.spans, measure, (spans) => ({ kind: block.kind, spans }));
    case 'list':
      return splitList(block, measure);
    case 'code':
      return splitCode(block, measure);
    case 'table':
      return splitTable(block, measure);
    case 'picture': {
      const caption = split({ kind: 'paragraph', spans: [{ kind: 'text', text: block.alt }] }, measure) ?? [];
      const bare: Block = { ...block, alt: block.name };
      return measure.size(bare) <= measure.limit ? [bare, ...caption] : caption;
    }
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

function splitList(list: Of<'list'>, measure: Measure): readonly Block[] | undefined {
  const start = list.start ?? 1;
  const from = (begin: number, end?: number): Of<'list'> => ({
    kind: 'list',
    ordered: list.ordered,
    items: list.items.slice(begin, end),
    start: start + begin,
  });
  const count = most(list.items.length - 1, (items) => measure.size(from(0, items)) <= measure.limit);
  if (count > 0) return join([from(0, count)], split(from(count), measure));
  // The first item alone is too long: its continuation stands as text of its own, and the list goes on after it.
  const [first, ...rest] = list.items;
  if (first === undefined) return [];
  const pieces = splitSpans(first, measure, (spans, index) =>
    index === 0 ? { kind: 'list', ordered: list.ordered, items: [spans], start } : { kind: 'paragraph', spans },
  );
  return rest.length === 0 ? pieces : join(pieces, split(from(1), measure));
}

function splitCode(code: Of<'code'>, measure: Measure): readonly Block[] | undefined {
  const lines = code.text.split('\n');
  const pieces: Block[] = [];
  for (let begin = 0; begin < lines.length; ) {
    const of = (count: number): Of<'code'> => ({ ...code, text: lines.slice(begin, begin + count).join('\n') });
    // No more lines than characters can fit, which keeps a long log from being drawn whole at every step.
    const count = most(Math.min(lines.length - begin, measure.limit), (n) => measure.size(of(n)) <= measure.limit);
    if (count > 0) {
      pieces.push(of(count));
      begin += count;
      continue;
    }
    if (!measure.cutLines) return undefined;
    const line = lines[begin] ?? '';
    const fits = (n: number): boolean => measure.size({ ...code, text: line.slice(0, n) }) <= measure.limit;
    const cut = whole(line, Math.max(1, most(Math.min(line.length - 1, measure.limit), fits)));
    pieces.push({ ...code, text: line.slice(0, cut) });
    lines[begin] = line.slice(cut);
  }
  return pieces;
}

function splitTable(table: Of<'table'>, measure: Measure): readonly Block[] | undefined {
  if (measure.size(table) === Number.POSITIVE_INFINITY) return split(records(table), measure);
  const of = (begin: number, end?: number): Of<'table'> => ({ ...table, rows: table.rows.slice(begin, end) });
  const count = most(table.rows.length - 1, (rows) => measure.size(of(0, rows)) <= measure.limit);
  if (count > 0) return join([of(0, count)], split(of(count), measure));
  if (table.rows.length <= 1) return split(records(table), measure);
  return join(split(records(of(0, 1)), measure), split(of(1), measure));
}

/** A table as a list: one item a row, each cell after the words of its column. */
function records(table: Of<'table'>): Block {
  const rows = table.rows.length === 0 ? [table.header] : table.rows;
  const items = rows.map(
    (row): Spans =>
      row.flatMap((cell, column): Spans => {
        const heading = table.rows.length === 0 ? [] : (table.header[column] ?? []);
        const between: Spans = column === 0 ? [] : [{ kind: 'text', text: ' · ' }];
        return spansText(heading) === ''
          ? [...between, ...cell]
          : [...between, ...heading, { kind: 'text', text: ': ' }, ...cell];
      }),
  );
  return { kind: 'list', ordered: false, items };
}

function splitSpans(spans: Spans, measure: Measure, block: (spans: Spans, index: number) => Block): readonly Block[] {
  const pieces: Block[] = [];
  // A link without words of its own is its address; another span without words is nothing.
  const named = spans.map((span) => (span.kind === 'link' && span.text === '' ? { ...span, text: span.url } : span));
  let rest: Spans = named.filter((span) => span.text !== '');
  while (rest.length > 0) {
    const index = pieces.length;
    const length = lengthOf(rest);
    const fits = (end: number): boolean => measure.size(block(part(rest, 0, end), index)) <= measure.limit;
    if (fits(length)) {
      pieces.push(block(rest, index));
      break;
    }
    const room = Math.max(1, most(Math.min(length - 1, measure.limit), fits));
    const cut = breakBefore(rest, room);
    pieces.push(block(part(rest, 0, cut), index));
    rest = part(rest, cut, length);
  }
  return pieces;
}

/** Ends of a paragraph, a line, a sentence and a word, the best first; the break comes after the match. */
const BREAKS = [/\n\s*\n/g, /\n/g, /[.!?;:]["')\]]*\s+/g, /\s+/g] as const;

/** The best place to break text within its first `room` characters: never further back than half of them if words allow. */
function breakBefore(spans: Spans, room: number): number {
  const text = spans.map((span) => span.text).join('');
  const inside = closedRanges(spans);
  const open = (place: number): boolean => !inside.some(([begin, end]) => place > begin && place < end);
  for (const pattern of BREAKS) {
    const places = [...text.slice(0, room).matchAll(pattern)].map((match) => match.index + match[0].length);
    const best = places.findLast((place) => place >= room / 2 && open(place));
    if (best !== undefined) return best;
  }
  const anyWord = [...text.slice(0, room).matchAll(/\s+/g)].map((match) => match.index + match[0].length);
  return anyWord.findLast(open) ?? whole(text, room);
}

/** Where code and links lie: text is not broken there unless one of them alone is too long. */
function closedRanges(spans: Spans): readonly (readonly [number, number])[] {
  let begin = 0;
  return spans.flatMap((span) => {
    const range = [begin, begin + span.text.length] as const;
    begin = range[1];
    return span.kind === 'code' || span.kind === 'link' ? [range] : [];
  });
}

function lengthOf(spans: Spans): number {
  return spans.reduce((sum, span) => sum + span.text.length, 0);
}

/** The characters from `begin` to `end` of spans, each keeping its kind. */
function part(spans: Spans, begin: number, end: number): Spans {
  let offset = 0;
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, begin - offset), Math.max(0, end - offset));
    offset += span.text.length;
    return text === '' ? [] : [{ ...span, text }];
  });
}

/** The same place, moved forward by one where it would cut a surrogate pair and back is not possible. */
function whole(text: string, place: number): number {
  const code = text.charCodeAt(place - 1);
  const splitsPair = code >= 0xd800 && code <= 0xdbff && place < text.length;
  if (!splitsPair) return place;
  return place > 1 ? place - 1 : place + 1;
}

/** The largest number up to `top` that fits, 0 when not even 1 does; what fits must only get scarcer as it grows. */
function most(top: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = top;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function join(first: readonly Block[] | undefined, rest: readonly Block[] | undefined): readonly Block[] | undefined {
  return first === undefined || rest === undefined ? undefined : [...first, ...rest];
}
