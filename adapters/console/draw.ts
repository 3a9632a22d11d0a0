import { stripVTControlCharacters, styleText } from 'node:util';
import { type Answer, type Block, type Choice, type Reply, type Span, type Spans, standing } from '#contract';

/** How to draw: the columns to wrap at, and whether colours are understood. */
export type Look = { readonly columns: number; readonly colour: boolean };

/** Draws a reply for a terminal: wrapped, code whole and indented, sources and numbered choices last. */
export function draw(reply: Reply, look: Look): string {
  const { answer } = reply;
  const parts = [
    paint(look, ['bold', 'cyan'], wrap(answer.title, look.columns)),
    drawSpans(answer.lead, look, 'bold'),
    ...answer.blocks.map((block) => drawBlock(block, look)),
    drawSources(answer, look),
    drawChoices(
      [...answer.choices, ...reply.actions.filter(({ action }) => action.do === 'none' || action.do === 'simpler')],
      look,
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Draws the explanation of an answer: each reason with its weight. */
export function drawWhy(answer: Answer, look: Look): string {
  const lines = answer.reasons.map(
    ({ text, weight }) => `  ${weight === undefined ? '' : `${weight.toFixed(2).padStart(6)}  `}${text}`,
  );
  return `${[paint(look, ['bold'], 'Why'), ...lines.map((line) => wrap(line, look.columns, '          '))].join('\n')}\n`;
}

function drawBlock(block: Block, look: Look): string {
  switch (block.kind) {
    case 'paragraph':
      return drawSpans(block.spans, look);
    case 'caution':
      return drawSpans([{ kind: 'strong', text: 'Caution: ' }, ...block.spans], look, 'yellow');
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = block.ordered ? `${index + (block.start ?? 1)}. ` : '• ';
          return hang(mark, item, look);
        })
        .join('\n');
    case 'code':
      return block.text
        .split('\n')
        .map((line) => (line === '' ? '' : `    ${paint(look, ['green'], visible(line))}`))
        .join('\n');
    case 'table':
      return drawTable(block, look);
    case 'picture':
      return paint(look, ['dim'], `[picture: ${visible(block.alt)}; --picture FILE.png saves it]`);
  }
}

function drawSources(answer: Answer, look: Look): string {
  if (answer.sources.length === 0) return '';
  const lines = answer.sources.map(
    ({ title, url, covers, checked }) =>
      `${wrap(`• ${title} (${covers}, checked ${checked})`, look.columns, '  ')}\n  ${visible(url)}`,
  );
  return paint(
    look,
    ['dim'],
    ['Sources:', ...lines, ...standing(answer).map((text) => wrap(`• ${text}`, look.columns, '  '))].join('\n'),
  );
}

function drawChoices(choices: readonly Choice[], look: Look): string {
  return choices
    .map(({ label }, index) => paint(look, ['cyan'], `${`[${index + 1}]`.padStart(4)} ${visible(label)}`))
    .join('\n');
}

/** A table in columns when it fits, else one block of `header: cell` lines a row: no cell is ever cut. */
function drawTable({ header, rows }: Extract<Block, { kind: 'table' }>, look: Look): string {
  const texts = [header, ...rows].map((row) => row.map(flat));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const total = widths.reduce((sum, width) => sum + width + 2, 0);
  if (total <= look.columns) {
    const line = (row: readonly string[]): string =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    const [first = [], ...others] = texts;
    return [paint(look, ['bold'], line(first)), ...others.map(line)].join('\n');
  }
  const [names = [], ...others] = texts;
  return others
    .map((row) =>
      row
        .map((cell, column) => wrap(column === 0 ? cell : `  ${names[column] ?? ''}: ${cell}`, look.columns, '    '))
        .join('\n'),
    )
    .join('\n');
}

type Style = Parameters<typeof styleText>[0];

function drawSpans(spans: Spans, look: Look, base?: Style): string {
  return hang('', spans, look, base);
}

/** Wraps spans word by word behind a mark; styles are put on after measuring, so that they take no columns. */
function hang(mark: string, spans: Spans, look: Look, base?: Style): string {
  const indent = ' '.repeat(mark.length);
  let lines = mark;
  let column = mark.length;
  for (const pieces of wordsOf(spans)) {
    const width = pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (column > mark.length) {
      const fits = column + 1 + width <= look.columns;
      lines += fits ? ' ' : `\n${indent}`;
      column = fits ? column + 1 : mark.length;
    }
    for (const { text, span } of pieces) lines += paint(look, styleOf(span, base), text);
    column += width;
  }
  return lines;
}

type Piece = { readonly text: string; readonly span: Span };

/** The words between white space, each as the pieces of the spans that it runs through: `(`, then code, then a comma. */
function wordsOf(spans: Spans): readonly (readonly Piece[])[] {
  const words: Piece[][] = [[]];
  for (const span of spans) {
    const whole = span.kind === 'link' && span.text !== span.url ? `${span.text} (${span.url})` : span.text;
    for (const text of visible(whole).split(/(\s+)/)) {
      if (/^\s+$/.test(text)) words.push([]);
      else if (text !== '') words.at(-1)?.push({ text, span });
    }
  }
  return words.filter((pieces) => pieces.length > 0);
}

function styleOf(span: Span, base: Style | undefined): Style {
  const own: Style =
    span.kind === 'strong' ? 'bold' : span.kind === 'code' ? 'green' : span.kind === 'link' ? 'underline' : [];
  return [own, base ?? []].flat() as Style;
}

function wrap(text: string, columns: number, indent = ''): string {
  return hang('', [{ kind: 'text', text }], { columns: columns - indent.length, colour: false }).replaceAll(
    '\n',
    `\n${indent}`,
  );
}

function flat(spans: Spans): string {
  return visible(
    spans
      .map((span) => (span.kind === 'link' && span.text !== span.url ? `${span.text} (${span.url})` : span.text))
      .join(''),
  );
}

/** Quoted text may carry escape sequences: a log must not repaint the terminal. */
function visible(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '');
}

function paint({ colour }: Look, style: Style, text: string): string {
  return colour && style.length > 0 ? styleText(style, text, { validateStream: false }) : text;
}
