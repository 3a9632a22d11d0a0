import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { plainText } from '#contract';
import { draw } from '../../adapters/console/draw.ts';
import { createConsoleAdapter } from '../../adapters/console/index.ts';
import { recordingLog, replyOf, type Stub, stubBot } from './stub.ts';

async function chat(prepare: (bot: Stub) => void = () => {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (part: Buffer) => {
    shown += part.toString();
  });
  const bot = stubBot();
  prepare(bot);
  const log = recordingLog();
  const ended = vi.fn();
  const running = await createConsoleAdapter({ input, output, ended }).start({ settings: {}, bot, log });
  onTestFinished(() => running.stop());
  return {
    bot,
    log,
    ended,
    running,
    type: (line: string) => void input.write(`${line}\n`),
    see: (text: string | RegExp) => vi.waitFor(() => expect(shown).toMatch(text), { timeout: 10_000 }),
    shown: () => shown,
  };
}

it('answers a typed question in one conversation, ready at once', async () => {
  const { type, see, bot, running } = await chat();
  expect(running.health()).toEqual({ ready: true, detail: 'terminal' });
  type('how do I hide loads');
  await see(/Echo\n\nhow do I hide loads/);
  type('and on the other stack?');
  await see('and on the other stack');
  expect(new Set(bot.questions.map(({ thread }) => thread)).size).toBe(1);
  expect(bot.questions[0]).toMatchObject({ deliveries: [], day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
});

it('goes on counting where code cuts a list in two', () => {
  const reply = replyOf({
    blocks: [{ kind: 'list', ordered: true, start: 3, items: [[{ kind: 'text', text: 'third' }]] }],
  });
  expect(draw(reply, PLAIN)).toContain('3. third');
  expect(plainText(reply.answer)).toContain('3. third');
});

it('takes a number for a choice, and says when there is none', async () => {
  const { type, see, bot } = await chat((stub) => {
    stub.answer = () =>
      replyOf({ title: 'First', choices: [{ label: 'On Forge', action: { do: 'show', entry: 'forge/tiling' } }] });
  });
  type('tiles?');
  await see(/\[1\] On Forge/);
  type('1');
  await see(/Done\n\nshow/);
  type('9');
  await see('There is no choice 9.');
  expect(bot.acts.map(({ action }) => action)).toEqual([{ do: 'show', entry: 'forge/tiling' }]);
});

it('explains the last answer', async () => {
  const { type, see } = await chat((stub) => {
    stub.answer = () => replyOf({ title: 'First', reasons: [{ text: 'matched "tile"', weight: 0.5 }] });
  });
  type('tiles?');
  await see('First');
  type('why');
  await see(/Why\n0\.50 matched "tile"/);
});

it('apologises with the reference that the log has, and goes on', async () => {
  const { type, see, log, shown } = await chat((stub) => {
    stub.answer = ({ text }) => {
      if (text === 'boom') throw new Error('inner detail');
      return replyOf({ title: 'Fine' });
    };
  });
  type('boom');
  await see(/something went wrong \(reference [0-9a-f]{10}\)/);
  expect(shown()).toContain(log.failure());
  expect(shown()).not.toContain('inner detail');
  type('again');
  await see('Fine');
});

it('ends on exit and on the end of input', async () => {
  const { type, ended } = await chat();
  type('exit');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
});

const PLAIN = { columns: 40, colour: false };

it('wraps words at the width, never code', () => {
  const code = 'nvcc -O3 -gencode arch=compute_90a,code=sm_90a -lineinfo kernel.cu -o kernel';
  const text = draw(
    replyOf({
      title: 'T',
      lead: [{ kind: 'text', text: 'word '.repeat(40).trim() }],
      blocks: [{ kind: 'code', language: 'sh', text: code }],
    }),
    PLAIN,
  );
  expect(text).toContain(`    ${code}\n`);
  for (const line of text.split('\n').filter((line) => !line.includes('nvcc')))
    expect(line.length).toBeLessThanOrEqual(40);
});

it('keeps a word that runs through code whole, and still at the width', () => {
  const reply = replyOf({
    blocks: [
      {
        kind: 'paragraph',
        spans: [
          { kind: 'text', text: 'Newer cards run it too (' },
          { kind: 'code', text: 'compute_90a' },
          { kind: 'text', text: '-style text does not).' },
        ],
      },
    ],
  });
  const text = draw(reply, { columns: 34, colour: false });
  expect(text).toContain('Newer cards run it too\n(compute_90a-style text does not).');
});

it('lays a table out in columns, or row by row where it is too wide, and loses no cell', () => {
  const cell = (text: string) => [{ kind: 'text', text } as const];
  const table = (long: string) =>
    replyOf({
      title: 'T',
      blocks: [{ kind: 'table', header: [cell('If'), cell('Take')], rows: [[cell('small M'), cell(long)]] }],
    });
  expect(draw(table('split-K'), PLAIN)).toMatch(/If {7}Take\nsmall M {2}split-K/);
  const wide = draw(table('a sentence that is much longer than the terminal is wide'), PLAIN);
  expect(wide.replace(/\s+/g, ' ')).toContain('small M Take: a sentence that is much longer than the terminal is wide');
});

it('lets no control character of a quoted log through', () => {
  const text = draw(
    replyOf({ title: 'T', lead: [{ kind: 'code', text: '\u001b]0;owned\u0007\u001b[31mred\u0008' }] }),
    PLAIN,
  );
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  expect(text).toContain('red');
});

it('colours only where colours are understood', () => {
  const reply = replyOf({ title: 'Title', lead: [{ kind: 'strong', text: 'bold' }] });
  expect(draw(reply, PLAIN)).not.toContain('\u001b');
  expect(draw(reply, { columns: 80, colour: true })).toContain('\u001b[');
});
