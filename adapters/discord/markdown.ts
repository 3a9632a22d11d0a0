import { type Block, type Span, type Spans, spansText } from '#contract';

/** An invisible character that keeps two marks apart. */
const APART = '\u200b';

/** One block in Discord's Markdown: what was text stays literal, whatever is in it. */
export function markdownOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.spans);
    case 'caution':
      return `**Caution:** ${inline(block.spans)}`
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'list':
      return block.items
        .map(inline)
        .filter((item) => item.trim() !== '')
        .map((item, index) => `${block.ordered ? `${index + (block.start ?? 1)}.` : '-'} ${item}`)
        .join('\n');
    case 'code':
      return fenced(block.text, /^[\w+#.-]*$/.test(block.language) ? block.language : '');
    case 'table':
      return fenced(tableText(block), '');
    case 'picture':
      return literal(`[${block.alt}]`);
  }
}

/**
 * Text that Discord shows as it stands: every character that could begin markup or a mention is escaped, and so are the
 * marks of lists at the beginning of a line. An address stays whole, in the brackets that keep it from being embedded.
 */
export function literal(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>`]+)/)
    .map((part, index) => (index % 2 === 1 ? `<${part}>` : escaped(part)))
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_~|<>@#[\]]/g, '\\$&')
    .replaceAll(/^(\s*)([-+])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)\./gm, '$1\\.');
}

/** A block of code. Three backticks inside it would end it: an invisible mark parts them. */
function fenced(text: string, language: string): string {
  return `\`\`\`${language}\n${text.replaceAll(/`(?=``)/g, `\`${APART}`)}\n\`\`\``;
}

function inline(spans: Spans): string {
  return spans.map(drawSpan).reduce((line, next) => {
    // Marks of two neighbours must not run together: **a****b** and `a``b` read as something else.
    const touching = /[*`]$/.test(line) && /^[*`]/.test(next);
    return line + (touching ? APART : '') + next;
  }, '');
}

function drawSpan(span: Span): string {
  switch (span.kind) {
    case 'text':
      return literal(span.text);
    case 'strong':
      return outsideSpace(span.text, (words) => `**${literal(words)}**`);
    case 'code':
      // A backtick cannot be written inside inline code: such code loses its style, not its text.
      return outsideSpace(span.text, (words) => (/[`\n]/.test(words) ? literal(words) : `\`${words}\``));
    case 'link':
      return drawLink(span.text, span.url);
  }
}

/** Marks hold only around words: white space at the edges stays outside of them. */
function outsideSpace(text: string, mark: (words: string) => string): string {
  const words = text.trim();
  if (words === '') return text;
  const begin = text.indexOf(words);
  return text.slice(0, begin) + mark(words) + text.slice(begin + words.length);
}

/** Discord refuses to mask an address by another and reads brackets in the words: then both stand side by side. */
function drawLink(words: string, url: string): string {
  if (!/^https?:\/\/[^\s<>`]+$/.test(url)) return literal(spansText([{ kind: 'link', text: words, url }]));
  if (words.trim() === '' || words === url) return `<${url}>`;
  return literal(words) === words && !/[\n()]/.test(words) ? `[${words}](<${url}>)` : `${literal(words)} (<${url}>)`;
}

type Table = Extract<Block, { kind: 'table' }>;

function rowsOf(table: Table): readonly (readonly string[])[] {
  return [table.header, ...table.rows].map((row) => row.map(cellText));
}

/** Monospaced already: code needs no marks of its own. */
function cellText(spans: Spans): string {
  return spansText(spans.map((span) => (span.kind === 'code' ? { kind: 'text', text: span.text } : span)));
}

function tableText(table: Table): string {
  const rows = rowsOf(table);
  const widths = columnWidths(rows);
  const lines = rows.map((row) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n');
}

/** Columns of a table as aligned text; Infinity when a cell has several lines. */
export function tableWidth(table: Table): number {
  const rows = rowsOf(table);
  if (rows.some((row) => row.some((cell) => cell.includes('\n')))) return Infinity;
  return columnWidths(rows).reduce((sum, width) => sum + width + 2, -2);
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
}
