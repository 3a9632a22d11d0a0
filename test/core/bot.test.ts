import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Bot, plainText, type Question, type Reply } from '#contract';
import { createBot } from '../../src/bot.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { openMemory } from '../../src/memory/open.ts';
import { folder, knowingOf, smallFolder } from './library.ts';

let data: string;
let memory: Memory;
let bot: Bot;
const logged: string[] = [];

async function open(root = smallFolder()): Promise<void> {
  data = folder();
  memory = await openMemory(data);
  onTestFinished(() => memory.close());
  const knowing = knowingOf(root);
  logged.length = 0;
  bot = createBot({
    knowing: () => knowing,
    memory,
    log: (...line) => void logged.push(JSON.stringify(line)),
    picture: async () => new Uint8Array(),
  });
}

function question(text: string, more: Partial<Question> = {}): Question {
  return { text, thread: 'test:1', asker: 'U1', day: '2026-12-02', deliveries: [], ...more };
}

async function ask(text: string, more: Partial<Question> = {}): Promise<Reply> {
  const reply = await bot.ask(question(text, more));
  if (reply === undefined) throw new Error('no reply');
  return reply;
}

const pressed = { thread: 'test:1', asker: 'U1', day: '2026-12-02' };

beforeEach(() => open());

describe('asking', () => {
  it('answers with the entry, its neighbour on the other stack, and the buttons about the reply', async () => {
    const reply = await ask('how large should a tile be with anvil?');
    expect(reply.answer).toMatchObject({
      kind: 'answer',
      title: 'Choose tile sizes on Anvil',
      origins: [{ id: 'anvil/tiling', stacks: ['anvil'] }],
    });
    expect(reply.answer.choices).toEqual([{ label: 'On Forge', action: { do: 'show', entry: 'forge/tiling' } }]);
    expect(reply.actions.map(({ action }) => action.do)).toEqual(['simpler', 'why', 'helped', 'unhelpful']);
  });

  it('answers the same bytes for the same question', async () => {
    const [one, other] = [await ask('anvil kernel spills registers'), await ask('anvil kernel spills registers')];
    expect(plainText(one.answer)).toBe(plainText(other.answer));
    expect(one.reference).not.toBe(other.reference);
  });

  it('replies once to a message that is delivered again in another envelope', async () => {
    expect(await bot.ask(question('anvil tiles too small', { deliveries: ['event:1', 'T:C:1'] }))).toBeDefined();
    expect(await bot.ask(question('anvil tiles too small', { deliveries: ['event:1', 'T:C:1'] }))).toBeUndefined();
    expect(await bot.ask(question('anvil tiles too small', { deliveries: ['event:2', 'T:C:1'] }))).toBeUndefined();
  });

  it('does not answer what is none of its business, and keeps it as a gap without its words', async () => {
    const reply = await ask('could you tell me which gaming laptop I should buy for my nephew Maximilian 0123456789?');
    expect(reply.answer.kind).toBe('unknown');
    expect(plainText(reply.answer)).not.toMatch(/tile|spill/i);
    const [gap] = await memory.gaps();
    expect(gap?.count).toBe(1);
    expect(gap?.terms.join(' ')).not.toMatch(/0123456789/);
  });

  it('greets, thanks and helps without an answer', async () => {
    for (const text of ['hello', 'thanks a lot!', 'help', '', '   '])
      expect((await ask(text)).answer.kind, text).toBe('notice');
    expect((await ask('', { picture: true })).answer.title).toMatch(/picture/);
    expect(await memory.gaps()).toEqual([]);
  });

  it('takes a 50 kB question, control characters and hostile text without harm', async () => {
    for (const text of [
      'x'.repeat(50_000),
      '\u0000\u0007\u001b[31mtiles\u001b[0m',
      '@everyone <!channel> `',
      '🦊'.repeat(5_000),
      '\ud800 lone',
    ]) {
      expect((await ask(text)).answer.kind).toMatch(/unknown|notice|clarify|answer/);
    }
  });

  it('shows the figures of the asker’s own error line', async () => {
    const reply = await ask('I get "anvil: out of memory: wanted 4096 of 128" all the time');
    expect(plainText(reply.answer)).toContain('It wanted 4096 bytes and 128 were free.');
  });

  it('writes no message text to disk, into no log line either', async () => {
    await ask('anvil tile size for my secret project Nightingale with token xoxb-123456789012-abcdefghijkl');
    await memory.close();
    const bytes = readFileSync(join(data, 'ridgepoint.sqlite')).toString('latin1') + logged.join('\n');
    expect(bytes).not.toMatch(/xoxb-1234|secret project/);
    memory = await openMemory(data);
  });
});

describe('buttons', () => {
  it('show another entry and make it the subject of the thread', async () => {
    await ask('anvil tiles too small');
    const reply = await bot.act({ do: 'show', entry: 'forge/tiling' }, pressed);
    expect(reply.answer.title).toBe('Choose tile sizes on Forge');
    expect(await memory.recall('test:1')).toMatchObject({ entry: 'forge/tiling', topic: 'tiling', stack: 'forge' });
  });

  it('say it simpler', async () => {
    const reply = await bot.act({ do: 'simpler', entry: 'anvil/tiling' }, pressed);
    expect(plainText(reply.answer)).toMatch(/in plain words\n\nA tile is the piece of a matrix/);
  });

  it('explain, after a restart too', async () => {
    const { reference } = await ask('anvil tiles too small');
    await memory.close();
    memory = await openMemory(data);
    const knowing = knowingOf(smallFolder());
    bot = createBot({ knowing: () => knowing, memory, log: () => {}, picture: async () => new Uint8Array() });
    const why = await bot.act({ do: 'why', reference }, pressed);
    expect(plainText(why.answer)).toMatch(/decided as "answer" from anvil\/tiling, by library [0-9a-f]{12}/);
    expect(plainText(why.answer)).toContain('anvil');
  });

  it('count a verdict once, and an unhelpful one as a gap', async () => {
    const { reference } = await ask('anvil tiles too small');
    expect((await bot.act({ do: 'unhelpful', reference }, pressed)).answer.title).toMatch(/counted/i);
    expect((await bot.act({ do: 'helped', reference }, pressed)).answer.title).toBe('Already counted');
    expect(await memory.gaps()).toHaveLength(1);
  });

  it('keep "none of these" as a gap, once', async () => {
    const { reference } = await ask('anvil tiles too small');
    await bot.act({ do: 'none', reference }, pressed);
    await bot.act({ do: 'none', reference }, pressed);
    expect((await memory.gaps()).map(({ count }) => count)).toEqual([1]);
  });

  it('say what to do when the entry or the reply is gone', async () => {
    expect((await bot.act({ do: 'show', entry: 'anvil/gone' }, pressed)).answer.title).toBe('That entry is gone');
    expect((await bot.act({ do: 'why', reference: 'nowhere' }, pressed)).answer.title).toBe('That reply is too old');
  });
});

it('finds titles by words, best first', () => {
  expect(bot.titles('tile anvil', 25)[0]).toEqual({ title: 'Choose tile sizes on Anvil', entry: 'anvil/tiling' });
  expect(bot.titles('', 3)).toHaveLength(3);
  expect(bot.titles('zzz', 25)).toEqual([]);
});

describe('specialists', () => {
  it('a log is answered from its first real cause, not from its last line', async () => {
    const log = [
      '$ anvil run model',
      '2026-12-02 10:00:00 INFO loading model.bin',
      '2026-12-02 10:00:01 ERROR anvil: out of memory: wanted 77 of 5',
      'Traceback (most recent call last):',
      '  File "run.py", line 7, in <module>',
      'RuntimeError: anvil: run failed',
    ].join('\n');
    const reply = await ask(log);
    expect(reply.answer).toMatchObject({ kind: 'answer', title: 'Anvil is out of memory' });
    expect(plainText(reply.answer)).toMatch(
      /Deciding line\. `ERROR anvil: out of memory: wanted 77 of 5`\n\nIt wanted 77 bytes and 5 were free\.[\s\S]*Also in this log: Anvil failed somewhere before \(line 6\)/,
    );
  });

  it('a log in which nothing is known gets no advice, only what a report needs', async () => {
    const log = [
      '$ anvil run',
      '[10:00:00] INFO start',
      '[10:00:01] ERROR widget 7 exploded',
      '[10:00:02] ERROR cannot continue',
      'File "run.py", line 7',
      'Python 3.12.3',
    ].join('\n');
    const reply = await ask(log);
    expect(reply.answer.kind).toBe('unknown');
    const text = plainText(reply.answer);
    expect(text).toContain('line 3: `ERROR widget 7 exploded`');
    expect(text).toContain('Python: `3.12.3`');
    expect(text).not.toMatch(/tile|batch|spill/i);
  });

  it('a code is looked up by number or name, in full where an entry treats it', async () => {
    expect(plainText((await ask('anvil error 12')).answer)).toMatch(
      /^Anvil is out of memory[\s\S]*Anvil runtime error 12 is `ANVIL_ERR_MEMORY`: The pool has no room left\./,
    );
    expect(plainText((await ask('what does anvil error code 13 mean?')).answer)).toMatch(
      /ANVIL_ERR_LAUNCH`: The launch was refused\.\n\nDo this\. Ask for fewer threads\./,
    );
    expect((await ask('FORGE_ERR_BUSY')).answer.origins[0]?.id).toBe('codes/forge-runtime-13');
    const both = await ask('status 13');
    expect(both.answer).toMatchObject({
      kind: 'clarify',
      choices: [{ label: 'Anvil runtime error 13' }, { label: 'Forge error 13' }],
    });
    const [, second] = both.answer.choices;
    if (second === undefined) throw new Error('no choice');
    expect((await bot.act(second.action, pressed)).answer.origins[0]?.id).toBe('codes/forge-runtime-13');
    const long = await ask('anvil error 99 in the middle of a very long night');
    expect(long.answer.origins.map(({ id }) => id).join()).not.toMatch(/codes/);
  });

  it('a counterpart is looked up in the dictionary', async () => {
    const reply = await ask('what is anvil_swap called on forge?');
    expect(plainText(reply.answer)).toMatch(
      /On Forge, `anvil_swap` corresponds to `forgeSwap`[\s\S]*Mind\. Masks have 64 bits there\./,
    );
    expect((await ask('is anvil_swap_lanes the same as forgeSwap')).answer.origins[0]?.id).toBe('dictionary/lane-swap');
    for (const text of ['anvil_swap hangs when I call it twice', 'forge equivalent of anvil_swap.mode']) {
      expect((await ask(text)).answer.origins[0]?.id).not.toBe('dictionary/lane-swap');
    }
  });
});
