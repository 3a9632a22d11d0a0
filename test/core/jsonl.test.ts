import { PassThrough, Readable } from 'node:stream';
import { text as collect } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { answerLines } from '../../src/jsonl.ts';
import { knowingOf, smallFolder } from './library.ts';

async function answers(lines: Iterable<string>): Promise<Record<string, unknown>[]> {
  const output = new PassThrough();
  const collected = collect(output);
  await answerLines(knowingOf(smallFolder()), '2026-12-02', Readable.from(lines), output);
  output.end();
  return (await collected)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const line = (id: string | number, text: string, more: object = {}) => `${JSON.stringify({ id, text, ...more })}\n`;

it('answers each line in order, with its sources and what its choices would answer', async () => {
  const [one, two, three] = await answers([
    line('a', 'how large should a tile be with anvil', { kind: 'ignored', must: [['x']] }),
    line('b', 'which gaming laptop should I buy'),
    line('c', 'hello'),
  ]);
  expect(one).toMatchObject({
    id: 'a',
    kind: 'answer',
    entries: [{ id: 'anvil/tiling', stacks: ['anvil'] }],
    title: 'Choose tile sizes on Anvil',
    sources: ['https://docs.example.com/manual'],
  });
  expect(one?.confidence).toBeGreaterThan(0.5);
  expect(one?.text).toMatch(
    /^Choose tile sizes[\s\S]*Sources:\n- Manual \(Version 2, checked 2026-11-01\) https:\/\/docs\.example\.com\/manual\n- Not yet verified claim by claim by a second reader\.$/,
  );
  expect(one?.choices).toEqual([
    { label: 'On Forge', entry: 'forge/tiling', text: expect.stringContaining('FORGE_TILE') },
  ]);
  expect(Array.isArray(one?.why)).toBe(true);
  expect(two).toMatchObject({ id: 'b', kind: 'unknown', confidence: null, entries: [] });
  expect(three).toMatchObject({ id: 'c', kind: 'notice', confidence: null });
});

it('answers a line that is no question with an error and goes on', async () => {
  const found = await answers([
    'not json\n',
    '[1]\n',
    '{"text":"x"}\n',
    '{"id":1}\n',
    '{"id":1,"text":"x","thread":5}\n',
    '\n',
    line(7, 'hello'),
  ]);
  expect(found.map(({ id, kind, line: number }) => [id, kind, number])).toEqual([
    [null, 'error', 1],
    [null, 'error', 2],
    [null, 'error', 3],
    [null, 'error', 4],
    [null, 'error', 5],
    [7, 'notice', undefined],
  ]);
  expect(found[2]?.text).toMatch(/id is missing/);
});

it('shares context within a thread and nowhere else', async () => {
  const [, inThread, without] = await answers([
    line(1, 'how large should a tile be with anvil', { thread: 't' }),
    line(2, 'and on forge?', { thread: 't' }),
    line(3, 'and on that other one?'),
  ]);
  expect(inThread).toMatchObject({ kind: 'answer', entries: [{ id: 'forge/tiling' }] });
  expect(without?.kind).not.toBe('answer');
});

it('streams ten thousand questions in the memory of a few', async () => {
  const knowing = knowingOf(smallFolder());
  const output = new PassThrough();
  let count = 0;
  output.on('data', (part: Buffer) => {
    for (const byte of part) if (byte === 10) count += 1;
  });
  function* questions() {
    for (let index = 0; index < 10_000; index += 1)
      yield line(index, `anvil tiles too small ${index}`, { thread: `t${index}` });
  }
  await answerLines(knowing, '2026-12-02', Readable.from(questions()), output);
  expect(count).toBe(10_000);
});
