import { marked, type Token, type Tokens } from 'marked';
import type { Block, Span, Spans } from '../contract/index.ts';

/** Parsed markup, or what stands in it that the subset does not have. */
export type Markup = { readonly blocks: readonly Block[]; readonly problems: readonly string[] };

/**
 * Parses a section of an entry: paragraphs, lists, fenced code, tables, `> ` cautions, **bold**, `code`, links.
 * Done once at load, so that no adapter ever reads markup with patterns and mistakes a C pointer for emphasis.
 */
export function parseMarkup(text: string): Markup {
  const problems: string[] = [];
  const blocks = marked.lexer(text).flatMap((token) => block(token, problems));
  return { blocks, problems };
}

/** Parses one line of markup, such as a lead. */
export function parseSpans(text: string): { readonly spans: Spans; readonly problems: readonly string[] } {
  const problems: string[] = [];
  return { spans: inline(marked.Lexer.lexInline(text.replace(/\s+/g, ' ')), problems), problems };
}

function block(token: Token, problems: string[]): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'paragraph':
      return [{ kind: 'paragraph', spans: inline((token as Tokens.Paragraph).tokens, problems) }];
    case 'blockquote': {
      const inner = (token as Tokens.Blockquote).tokens.flatMap((part) =>
        'tokens' in part ? (part.tokens ?? []) : [],
      );
      return [{ kind: 'caution', spans: inline(inner, problems) }];
    }
    case 'code': {
      const { lang, text, codeBlockStyle } = token as Tokens.Code;
      if (codeBlockStyle === 'indented')
        problems.push('has code by indentation — fence it with ``` and name its language');
      else if (!lang) problems.push('has a code fence without a language — write ```cpp, ```python, ```sh, ```text …');
      return [{ kind: 'code', language: lang ?? '', text }];
    }
    case 'list': {
      const list = token as Tokens.List;
      const start = typeof list.start === 'number' && list.start !== 1 ? { start: list.start } : {};
      return [
        { kind: 'list', ordered: list.ordered, ...start, items: list.items.map((item) => listItem(item, problems)) },
      ];
    }
    case 'table': {
      const table = token as Tokens.Table;
      const cell = (part: Tokens.TableCell): Spans => inline(part.tokens, problems);
      const swallowed = table.raw
        .trimEnd()
        .split('\n')
        .find((line) => !line.includes('|'));
      if (swallowed !== undefined)
        problems.push(
          `has a table that takes "${swallowed.trim().slice(0, 30)}" as its row — leave an empty line after the table`,
        );
      return [{ kind: 'table', header: table.header.map(cell), rows: table.rows.map((row) => row.map(cell)) }];
    }
    default:
      problems.push(
        `has ${token.type} markup ("${token.raw.trim().slice(0, 30)}") — only paragraphs, lists, fenced code, tables and > cautions are drawn`,
      );
      return [];
  }
}

function listItem(item: Tokens.ListItem, problems: string[]): Spans {
  const parts = item.tokens.flatMap((token) => {
    if (token.type === 'text' || token.type === 'paragraph')
      return [('tokens' in token ? token.tokens : undefined) ?? [token]];
    if (token.type === 'space') return [];
    problems.push(`has ${token.type} inside a list item — end the list before it`);
    return [];
  });
  return parts.flatMap((tokens, index) => [
    ...(index > 0 ? [{ kind: 'text', text: ' ' } as const] : []),
    ...inline(tokens, problems),
  ]);
}

function inline(tokens: readonly Token[], problems: string[]): Spans {
  const spans: Span[] = [];
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
      case 'escape':
        append(spans, {
          kind: 'text',
          text: literal(token.type === 'escape' ? (token as Tokens.Escape).text : token.raw).replace(/\s*\n\s*/g, ' '),
        });
        break;
      case 'br':
        append(spans, { kind: 'text', text: ' ' });
        break;
      case 'strong':
        spans.push({ kind: 'strong', text: flat((token as Tokens.Strong).tokens) });
        break;
      case 'codespan':
        spans.push({ kind: 'code', text: (token as Tokens.Codespan).text });
        break;
      case 'link': {
        const link = token as Tokens.Link;
        spans.push({ kind: 'link', text: flat(link.tokens), url: link.href });
        break;
      }
      default:
        problems.push(
          `has ${token.type} markup ("${token.raw.slice(0, 30)}") — put code and literal stars in backticks`,
        );
        append(spans, { kind: 'text', text: token.raw });
    }
  }
  return spans;
}

/** Neighbouring text runs become one: fewer pieces to draw. */
function append(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (span.kind === 'text' && last?.kind === 'text')
    spans[spans.length - 1] = { kind: 'text', text: last.text + span.text };
  else spans.push(span);
}

function flat(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? flat(token.tokens) : ((token as { text?: string }).text ?? token.raw),
    )
    .join('');
}

/** Backslash escapes are markup; everything else is literal. */
function literal(text: string): string {
  return text.replace(/\\([\\`*_[\]|<>])/g, '$1');
}
