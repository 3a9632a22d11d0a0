import fc from 'fast-check';
import type { Answer, Block, Span, Spans } from '#contract';

/** Characters that mean something to some platform, beside letters of several lengths in UTF-16. */
const PIECES = [
  'tile',
  'warp ',
  'num_stages',
  'a*b',
  '**',
  '__',
  '~~',
  '||',
  '`',
  '```',
  '> ',
  '# ',
  '- ',
  '1. ',
  '\\',
  '<@U1>',
  '<!channel>',
  '@everyone',
  '&',
  '&amp;',
  '[x](y)',
  'https://a.test/b_c',
  'é',
  '漢字',
  '🚀',
  '. ',
  '! ',
  '\n',
  '\n\n',
  '  ',
  '\t',
];

/** Text of any length up to `most` pieces: words, markup, other scripts, white space. */
function text(most: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...PIECES), { maxLength: most, size: 'max' }).map((pieces) => pieces.join(''));
}

const span: fc.Arbitrary<Span> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('text' as const), text: text(120) }) },
  fc.record({ kind: fc.constant('strong' as const), text: text(20) }),
  fc.record({ kind: fc.constant('code' as const), text: text(10) }),
  fc.record({
    kind: fc.constant('link' as const),
    text: text(6),
    url: fc.constantFrom('https://docs.test/a_(b)', 'javascript:alert(1)', 'http://x.test/?q=1&r=<2>'),
  }),
);

const spans: fc.Arbitrary<Spans> = fc.array(span, { maxLength: 6 });

/** Lines short enough for every platform: a longer one is a case of its own. */
const code = fc.array(
  fc.array(fc.constantFrom(...PIECES.filter((piece) => !piece.includes('\n'))), { maxLength: 12 }),
  {
    maxLength: 150,
    size: 'max',
  },
);

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant('paragraph' as const), spans }),
  fc.record({ kind: fc.constant('caution' as const), spans }),
  fc.record({ kind: fc.constant('list' as const), ordered: fc.boolean(), items: fc.array(spans, { maxLength: 12 }) }),
  fc.record({
    kind: fc.constant('code' as const),
    language: fc.constantFrom('', 'cpp', 'python', 'bad lang`'),
    text: code.map((lines) => lines.map((line) => line.join('')).join('\n')),
  }),
  fc.integer({ min: 1, max: 6 }).chain((columns) => {
    const row = fc.array(fc.array(fc.record({ kind: fc.constant('text' as const), text: text(8) }), { maxLength: 2 }), {
      minLength: columns,
      maxLength: columns,
    });
    return fc.record({ kind: fc.constant('table' as const), header: row, rows: fc.array(row, { maxLength: 40 }) });
  }),
);

/** Random answers of every shape, from nothing at all to far more than one message. */
export const answers: fc.Arbitrary<Extract<Answer, { kind: 'answer' }>> = fc.record({
  kind: fc.constant('answer' as const),
  title: text(30),
  verified: fc.constantFrom(false as const, '2026-12-02'),
  lead: spans,
  blocks: fc.array(block, { maxLength: 8 }),
  sources: fc.array(
    fc.record({
      title: text(10),
      url: fc.constantFrom('https://docs.test/guide', `https://docs.test/${'long/'.repeat(40)}`),
      covers: text(4),
      checked: fc.constant('2026-12-01'),
    }),
    { maxLength: 8 },
  ),
  choices: fc.array(
    fc.record({
      label: text(12),
      action: fc.oneof(
        fc.record({ do: fc.constant('show' as const), entry: fc.constantFrom('cuda/a', 'rocm/b', 'triton/c') }),
        fc.record({ do: fc.constant('ask' as const), text: text(30).filter((words) => words !== '') }),
      ),
    }),
    { maxLength: 30 },
  ),
  reasons: fc.constant([]),
  origins: fc.constant([]),
  confidence: fc.constant(0.9),
});

/** Text without white space and without the invisible marks that some platforms need: what a reader's eye compares. */
export function squeezed(words: string): string {
  return words.replaceAll(/[\s\u200b]+/g, '');
}

/** Every run of text in blocks, bare of marks, in order of reading; a link is its words. */
export function runsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(runsIn);
}

function runsIn(one: Block): readonly string[] {
  switch (one.kind) {
    case 'paragraph':
    case 'caution':
      return inSpans(one.spans);
    case 'list':
      return one.items.flatMap(inSpans);
    case 'code':
      return one.text.split('\n');
    case 'table':
      return [one.header, ...one.rows].flatMap((row) => row.flatMap(inSpans));
    case 'picture':
      return [one.alt];
  }
}

/** Addresses of the links in blocks. */
export function addressesIn(blocks: readonly Block[]): readonly string[] {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'paragraph' || block.kind === 'caution') return block.spans;
      return block.kind === 'list' ? block.items.flat() : [];
    })
    .flatMap((one) => (one.kind === 'link' ? [one.url] : []));
}

function inSpans(some: Spans): readonly string[] {
  return some.map((one) => (one.kind === 'link' && one.text === '' ? one.url : one.text));
}
