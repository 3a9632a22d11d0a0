import type { Answer, Block, Span, Spans } from './answer.ts';
import { standing } from './sources.ts';

/** The whole answer as plain text, sources last; the same bytes for the same answer. */
export function plainText(answer: Answer): string {
  const parts = [answer.title, spansText(answer.lead), ...answer.blocks.map(blockText)];
  if (answer.sources.length > 0) {
    const lines = answer.sources.map(
      (source) => `- ${source.title} (${source.covers}, checked ${source.checked}) ${source.url}`,
    );
    parts.push(['Sources:', ...lines, ...standing(answer).map((text) => `- ${text}`)].join('\n'));
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

/** One block as plain text: code fenced, tables as rows with bars, lists with their marks. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return spansText(block.spans);
    case 'caution':
      return `Caution: ${spansText(block.spans)}`;
    case 'list':
      return block.items
        .map((item, index) => `${block.ordered ? `${index + (block.start ?? 1)}.` : '-'} ${spansText(item)}`)
        .join('\n');
    case 'code':
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(spansText).join(' | ')).join('\n');
    case 'picture':
      return `[${block.alt}]`;
  }
}

/** Spans as plain text: code in backticks, a link as its words and address. */
export function spansText(spans: Spans): string {
  return spans.map(spanText).join('');
}

function spanText(span: Span): string {
  switch (span.kind) {
    case 'code':
      return `\`${span.text}\``;
    case 'link':
      return span.text === span.url ? span.url : `${span.text} (${span.url})`;
    case 'text':
    case 'strong':
      return span.text;
  }
}
