import { alignedTable, type Block, type Span, type Spans, spansText } from '#contract';

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
      return fenced(alignedTable(block), '');
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
