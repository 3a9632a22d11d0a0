import { describe, expect, it } from 'vitest';
import { createLogReading } from '../../src/answering/log.ts';
import type { Answer } from '../../src/contract/index.ts';
import { loadLibrary } from '../../src/knowledge/load.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';
import { createFind } from '../../src/reading/find.ts';
import { LOG_LIMIT, logLines } from '../../src/reading/lines.ts';
import { literals } from '../../src/reading/literals.ts';
import { redact } from '../../src/reading/redact.ts';
import { surroundings } from '../../src/reading/surroundings.ts';

const loaded = loadLibrary([SHIPPED]);
if ('problems' in loaded) throw new Error('the shipped library has problems; npm run check names them');
const { library } = loaded;
const read = createLogReading(library, createFind(library.entries));
const answerTo = (text: string): Answer | undefined => read({ text, day: '2026-12-02' }, undefined);

const full = (piece: string): string => piece.repeat(Math.ceil(LOG_LIMIT / piece.length)).slice(0, LOG_LIMIT);
const line = (piece: string): string => `${piece.repeat(Math.floor(1990 / piece.length))}\n`;
const ORDINARY =
  '[2026-11-30 04:22:10,118] [INFO] [trainer.py:212:step] step=4410 loss=2.1 lr=3.0e-04 path=/data/x/y.bin\n';

/** One log to take apart: the cause stands in its middle, behind it the wrapper. */
const ASSERT = [
  'Traceback (most recent call last):',
  '  File "train.py", line 3, in <module>',
  'RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB',
  'RuntimeError: CUDA error: device-side assert triggered',
  'exit code 1',
];
const CAUSE = 'errors/pytorch-cuda-out-of-memory';

describe('a megabyte', () => {
  it('of an ordinary log is read in a moment', () => {
    answerTo(full(ORDINARY));
    const start = performance.now();
    const text = full(ORDINARY).slice(0, LOG_LIMIT - 300) + ASSERT.join('\n');
    expect(answerTo(text)?.origins[0]?.id).toBe(CAUSE);
    // Some 50 ms on an idle core; the suites share two.
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  // Whatever takes more than linear time on one of these takes minutes on a megabyte.
  const hostile = [
    'a',
    'a\n',
    'a.',
    'a-',
    'a@',
    'eyJ-',
    'a://a:a',
    'token ',
    'token=   ',
    'bearer  ',
    'x\r',
    '\0',
    '\n',
    ' ',
    '\u001b[',
    '`',
    'ﷺ',
    '<@U12345> <!channel> @everyone\n',
    ...['a', 'a.', 'a=', 'a:', '/a', '>', '(a', 'error: ', '\u001b]8;;', 'torch=== ', 'cuda error: '].map(line),
    `(${'a'.repeat(1980)}\n`,
    `NVRM: Xid (PCI:${'0'.repeat(1900)}\n`,
  ].map((piece) => [piece.slice(0, 20), piece] as const);
  it.each(hostile)('of %j is read, and made fit to keep, in linear time', (_, piece) => {
    const start = performance.now();
    const text = `${'x=1 y=\n'.repeat(20)}${full(piece)}`.slice(0, LOG_LIMIT);
    answerTo(text);
    surroundings(text);
    redact(text);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it('in one line hides no line behind it', () =>
    expect(answerTo(`${ASSERT[0]}\n${'z'.repeat(900_000)}\n${ASSERT.slice(1).join('\n')}`)?.origins[0]?.id).toBe(
      CAUSE,
    ));
});

it('gives every shipped signature a literal, without which each line of every log would be matched', () =>
  expect(
    library.entries.flatMap(({ id, signatures }) =>
      signatures.filter(({ pattern }) => literals(pattern).length === 0).map(({ pattern }) => `${id}: ${pattern}`),
    ),
  ).toEqual([]));

it('takes the bounds of a repetition for no literal', () =>
  expect(literals('fp8.{0,600}only on')).toEqual(['only on']));

it("tries an entry's signatures in their order, wherever their literals stand", () => {
  const signatures = ['(?<first>\\d+) was last', 'begins'].map((pattern) => ({ pattern, layer: 'runtime' }));
  const find = createFind([{ id: 'e', stacks: [], signatures }] as unknown as Parameters<typeof createFind>[0]);
  expect(find(logLines('begins, and 7 was last'))[0]?.captures).toEqual({ first: '7' });
});

describe('however a log is encoded', () => {
  const text = ASSERT.join('\n');
  const utf16 = Buffer.from(`\ufeff${ASSERT.join('\r\n')}`, 'utf16le').toString('utf8');
  it.each([
    ['CRLF', ASSERT.join('\r\n')],
    ['a byte order mark', `\ufeff${text}`],
    ['UTF-16 read as UTF-8', utf16],
    ['NUL bytes', ASSERT.join('\0\n\0')],
    ['colours', ASSERT.map((each) => `\u001b[31m\u001b[1m${each}\u001b[0m`).join('\n')],
    ['a progress bar before the failure, on one line', `${' 12%|##   |\r'.repeat(400)}${text}`],
    ['a progress bar that is wiped', ASSERT.join('\n').replaceAll('\n', `\n${' 12%|##   |\r'.repeat(400)}`)],
    ['quotation marks of a chat', ASSERT.map((each) => `> ${each}`).join('\n')],
    ['a code fence', `\`\`\`\n${text}\n\`\`\``],
  ])('%s', (_, written) => expect(answerTo(written)?.origins[0]?.id).toBe(CAUSE));
});

describe('what is quoted', () => {
  const quoting = (deciding: string): string =>
    JSON.stringify(answerTo([...ASSERT.slice(0, 2), deciding, ...ASSERT.slice(3)].join('\n')));

  it('stays code, so that nobody is called by it', () => {
    const mention = 'CUDA out of memory. Tried to allocate 2.00 GiB @everyone <!channel> <@U1> [x](https://x.example)';
    const quoted = answerTo([...ASSERT.slice(0, 2), mention, ...ASSERT.slice(3)].join('\n'))?.blocks[0];
    expect(quoted).toMatchObject({ kind: 'paragraph', spans: [{}, {}, { kind: 'code', text: mention }] });
  });

  it('holds no secret, however the line is cut', () => {
    for (const place of [0, 100, 135]) {
      const said = quoting(
        `CUDA out of memory. Tried to allocate 2.00 GiB ${'-'.repeat(place)} HF_TOKEN=hf_abcdefghijklmnop /home/mustermann/x mustermann@example.com`,
      );
      expect(said).not.toMatch(/hf_a|muster/);
    }
  });

  it('is never cut within a character', () =>
    expect(quoting(`CUDA out of memory. Tried to allocate 2.00 GiB ${'x'.repeat(152)}${'😀'.repeat(20)}`)).not.toMatch(
      /\\ud83d(?!\\ude00)/,
    ));

  it('holds no secret where nothing is known', () => {
    const said = JSON.stringify(
      answerTo(
        '$ run --token=abcdef123456 --host 10.1.2.3\n[a] x=1\n[b] fatal: widget refused by 10.1.2.3 for max@example.com\n[c] y=2',
      ),
    );
    expect(said).toContain('widget refused');
    expect(said).not.toMatch(/abcdef123456|10\.1\.2\.3|max@/);
  });
});

describe('what is kept', () => {
  it.each([
    'TensorRT version 10.13.0.35',
    'expecting library version 10.3.0.26 got 8.6.1.6',
    'TensorRT-10.3.0.26',
    'nvidia-cublas-cu12==12.8.4.1',
    'linked against cuBLAS 11.6.5.2 but loaded cuBLAS 11.2.1.74',
    "unexpected token identifier 'foo_bar'",
  ])('%s', (text) => expect(redact(text)).toBe(text));

  it.each([
    ['connect to 10.2.0.14<41003> failed', /10\.2/],
    ['HUGGING_FACE_HUB_TOKEN: abcdefgh1234', /abcdefgh1234/],
    ['WANDB_API_KEY=0123456789abcdef', /0123456789/],
    ['authorization: abcdefgh', /abcdefgh/],
    ['token f00ba4f00ba4', /f00ba4/],
    ['postgres://me:hunter22@db.example/x', /hunter22/],
    ['max.muster+x@mail.example.com', /muster/],
    ['gpu-7.rack3.cluster:29500', /gpu-7/],
  ])('not of %s', (text, secret) => expect(redact(text)).not.toMatch(secret));

  it('names versions of four figures for the report', () =>
    expect(surroundings('x\nTensorRT version 10.13.0.35\n')).toEqual([{ what: 'TensorRT', value: '10.13.0.35' }]));
});

describe('prose that mentions an error', () => {
  it.each([
    'what is the difference between an illegal memory access and a device-side assert, and which tool finds which of them?',
    'Hi all,\nI read about cudaErrorIllegalAddress yesterday\nand wonder how the driver notices it.\nAny ideas?',
    'my team lead says that "no kernel image is available" can only come from a wrong arch list when building from source.\nIs that so, or can a wheel cause it as well?\nWe ship wheels for three CUDA versions\nand test them on two cards only.\nThanks!',
  ])('%j is left to the router', (text) => expect(answerTo(text)).toBeUndefined());
});
