import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/knowledge/library.ts';
import { firstCause } from '../../src/reading/cause.ts';
import { createFind } from '../../src/reading/find.ts';
import { logLines } from '../../src/reading/lines.ts';
import { literals } from '../../src/reading/literals.ts';
import { redact } from '../../src/reading/redact.ts';
import { looksLikeLog, suspects } from '../../src/reading/shape.ts';

const lines = (text: string) => logLines(text).map((line) => line.text);

describe('lines of a log', () => {
  it('lose times, ranks, escape codes, quoting and overwritten progress', () => {
    expect(
      lines(
        [
          '2026-12-02T03:04:05.678Z ERROR out of memory',
          '[12/02/2026-03:04:05] [E] engine failed',
          'Dec  2 03:04:05 node7 kernel: [ 1234.567890] NVRM: Xid 79',
          '[rank3]: [rank3]: RuntimeError: boom',
          '(EngineCore_DP0 pid=12) Traceback',
          '\u001b[31mred\u001b[0m',
          '> > quoted',
          ' 10%|#    |\r 20%|##   |\rdone',
          '',
        ].join('\r\n'),
      ),
    ).toEqual([
      'ERROR out of memory',
      '[E] engine failed',
      'NVRM: Xid 79',
      'RuntimeError: boom',
      'Traceback',
      'red',
      'quoted',
      'done',
    ]);
  });

  it('keep their numbers, and the head of a line that is megabytes long', () => {
    const [first, second] = logLines(`\n\nx${'y'.repeat(100_000)}\nz`);
    expect(first?.number).toBe(3);
    expect(first?.text.length).toBe(2_000);
    expect(second).toEqual({ number: 4, text: 'z' });
  });
});

describe('literals of a pattern', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['no kernel image is available', ['no kernel image is available']],
    ['no kernel image|cudaErrorNoKernelImage\\w*', ['no kernel image', 'cudaerrornokernelimage']],
    ['out of (?:shared )?memory: (\\d+)', ['memory: ']],
    ['abcdx?', ['abcd']],
    ['[Ee]rror \\d+', ['rror ']],
    ['ab|longer literal', []],
    ['(?<code>deviceBusy|deviceLost) (?:\\d+)', ['devicebusy ', 'devicelost ']],
    ['(?:stale handle|busy)[^x]*(?:launch|cache)', ['stale handle', 'busy']],
    ['(?:ab|longer)?[0-9]+', []],
    ['\\[ERROR\\] engine', ['[error] engine']],
  ];
  for (const [pattern, expected] of cases) it(pattern, () => expect(literals(pattern)).toEqual(expected));
});

function entry(id: string, signatures: readonly { pattern: string; generic?: boolean }[]): Entry {
  return {
    id,
    stacks: ['anvil'],
    signatures: signatures.map(({ pattern, generic = false }) => ({ pattern, generic, layer: 'runtime' })),
  } as unknown as Entry;
}

describe('the first real cause', () => {
  const find = createFind([
    entry('specific', [{ pattern: 'widget (?<number>\\d+) exploded' }]),
    entry('later', [{ pattern: 'gadget failed' }]),
    entry('wrapper', [{ pattern: 'run failed', generic: true }]),
    entry('longer', [{ pattern: 'gadget failed in slot \\d+' }]),
  ]);
  const cause = (text: string) => firstCause(find(logLines(text)))?.cause;

  it('is the first specific failure, with its captures', () => {
    const found = cause('run failed\nwidget 7 exploded\ngadget failed');
    expect(found?.entry.id).toBe('specific');
    expect(found?.captures).toEqual({ number: '7' });
  });
  it('is the generic line only where nothing else is known', () =>
    expect(cause('x\nrun failed')?.entry.id).toBe('wrapper'));
  it('is no warning while there is a failure', () =>
    expect(cause('WARNING: widget 7 exploded\ngadget failed')?.entry.id).toBe('later'));
  it('is what covers more of the same line', () => expect(cause('gadget failed in slot 12')?.entry.id).toBe('longer'));
  it('is nothing in a log that holds nothing known', () => expect(cause('all is well')).toBeUndefined());
});

it('reads a megabyte of hostile text in linear time', () => {
  const find = createFind(
    Array.from({ length: 300 }, (_, index) =>
      entry(`e${index}`, [{ pattern: `(a+)+b${index}|failure (x*)*y number ${index}` }]),
    ),
  );
  expect(find(logLines(`${'a'.repeat(999)}\n`.repeat(1_000)))).toEqual([]);
});

describe('shape', () => {
  it('tells a log from a message with one line of it', () => {
    expect(looksLikeLog(logLines('why do I get this\nRuntimeError: boom\nthanks'))).toBe(false);
    expect(
      looksLikeLog(
        logLines(
          'Traceback (most recent call last):\n  File "a.py", line 1\n    x()\n  File "b.py", line 2\nRuntimeError: boom',
        ),
      ),
    ).toBe(true);
  });
  it('names failing lines that are not known, and no harmless ones', () => {
    expect(
      suspects(
        logLines('[E] widget error\n0 errors, 0 warnings\n[W] error ignored\nmax_error=1e-3\ncannot open x'),
        [],
      ).map(({ text }) => text),
    ).toEqual(['[E] widget error', 'cannot open x']);
  });
});

it('keeps no secret', () => {
  const kept = redact(
    'token=abcdef123456 xoxb-1234567890-abcdefgh hf_abcdefghijklmnop ghp_0123456789abcdefghij /home/max/run.py C:\\Users\\Max\\x https://max:pw@host.example/x 10.1.2.3:8080 node7.cluster.local max@example.com Authorization: Bearer abcdefghij',
  );
  for (const secret of [
    'abcdef123456',
    'xoxb-123',
    'hf_abc',
    'ghp_012',
    'max',
    'Max',
    ':pw',
    '10.1.2.3',
    'node7.cluster',
    'abcdefghij',
  ])
    expect(kept).not.toContain(secret);
});
