import { afterEach, describe, expect, test } from 'vitest';
import { commands, MENU_NAME } from '../../../adapters/discord/commands.ts';
import { limits } from '../../../adapters/discord/limits.ts';
import type { Session } from '../driver.ts';
import { recordingLog, replyOf, stubBot } from '../stub.ts';
import { until } from '../waiting.ts';
import { begin, messageOf, snowflake } from './driver.ts';
import { BOT, CHANNELS, type FakeDiscord, GUILD, TOKEN } from './server.ts';

const open: Session[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.end()));
});

async function start(registered: readonly unknown[] = []) {
  const bot = stubBot();
  const log = recordingLog();
  const { discord, session } = await begin({ DISCORD_TOKEN: TOKEN }, bot, log, registered);
  open.push(session);
  return { bot, log, discord, session };
}

function interact(discord: FakeDiscord, id: string, type: number, data: object): void {
  const person = { id: '940000000000000001', username: 'asker', discriminator: '0', avatar: null };
  discord.push('INTERACTION_CREATE', {
    id,
    token: `token-${id}`,
    application_id: BOT,
    version: 1,
    type,
    channel_id: CHANNELS[0],
    channel: { id: CHANNELS[0], type: 0 },
    guild_id: GUILD,
    member: { user: person, roles: [], permissions: '0', flags: 0 },
    locale: 'en-GB',
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 1,
    data,
  });
}

const ask = (...options: object[]) => ({ id: '1', name: 'gpu', type: 1, options: [{ name: 'ask', type: 1, options }] });

describe('commands', () => {
  test('are registered when there are none, and keep their limits', async () => {
    const { discord } = await start();
    expect(discord.registered).toEqual([commands]);
    for (const { name } of commands) expect(name.length).toBeLessThanOrEqual(limits.commandName.most);
  });

  test('are left alone when Discord has them, with the ids and defaults that it adds', async () => {
    const present = commands.map((command, index) => ({ ...command, id: String(index), version: '1', nsfw: false }));
    const { discord } = await start(present.toReversed());
    expect(discord.registered).toEqual([]);
  });

  test.each([
    ['one more', [...commands, { type: 1, name: 'old', description: 'x' }]],
    ['another description', commands.map((command) => ({ ...command, description: 'other' }))],
  ])('are written again when there is %s', async (_, present) => {
    const { discord } = await start(present);
    expect(discord.registered).toEqual([commands]);
  });
});

test('no privileged intent is asked for', async () => {
  const { discord } = await start();
  expect(discord.intents).toEqual([(1 << 0) | (1 << 9) | (1 << 12)]);
});

test('typing a question suggests at most 25 titles of at most 100 characters', async () => {
  const { discord, bot } = await start();
  bot.titles = (typed) =>
    Array.from({ length: 60 }, (_, index) => ({ title: `${typed} ${index} ${'x'.repeat(200)}`, entry: 'a/b' }));
  interact(discord, '960000000000000001', 4, ask({ name: 'question', type: 3, value: 'til', focused: true }));
  const response = await until('suggestions', () => discord.responses.get('960000000000000001'));
  const { choices } = response.data as { choices: { name: string; value: string }[] };
  expect(response.type).toBe(8);
  expect(choices).toHaveLength(25);
  for (const { name, value } of choices)
    expect([name.length, value.length, name.slice(0, 4)]).toEqual([100, 100, 'til ']);
});

test('a private command is answered to its asker alone, in every message', async () => {
  const { discord, session, bot } = await start();
  bot.answer = () => replyOf({ title: 'Long', lead: [{ kind: 'text', text: 'Many words. '.repeat(400) }] });
  interact(
    discord,
    '960000000000000002',
    2,
    ask({ name: 'question', type: 3, value: 'q' }, { name: 'private', type: 5, value: true }),
  );
  const shown = await session.whole();
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.flatMap(({ problems }) => problems)).toEqual([]);
  expect(new Set(shown.map(({ privately }) => privately))).toEqual(new Set([true]));
});

test("a message's menu asks with that message's text", async () => {
  const { discord, session, bot } = await start();
  const said = { how: 'direct', id: 'log', text: 'CUDA error: an illegal memory access' } as const;
  const message = {
    ...messageOf(said, CHANNELS[0] ?? ''),
    attachments: [
      {
        id: '1',
        filename: 'a.png',
        size: 1,
        url: 'https://cdn.test/a.png',
        proxy_url: 'https://cdn.test/a.png',
        content_type: 'image/png',
      },
    ],
  };
  const target = snowflake('log');
  const data = { id: '2', name: MENU_NAME, type: 3, target_id: target, resolved: { messages: { [target]: message } } };
  interact(discord, '960000000000000003', 2, data);
  expect((await session.shown(1))[0]?.text).toContain(said.text);
  expect(bot.questions[0]).toMatchObject({ text: said.text, picture: true });
});

test('a long paste, which Discord turns into a file, is read', async () => {
  const { discord, session, bot } = await start();
  const file = { id: '1', filename: 'message.txt', size: 80, content_type: 'text/plain; charset=utf-8', proxy_url: '' };
  const message = messageOf({ how: 'mention', id: 'm1', text: 'what is this?' }, CHANNELS[0] ?? '');
  discord.push('MESSAGE_CREATE', { ...message, attachments: [{ ...file, url: `${discord.url}/paste.txt` }] });
  await session.shown(1);
  expect(bot.questions[0]?.text).toBe(
    'what is this?\nTraceback (most recent call last):\nRuntimeError: no kernel image is available',
  );
});

test('a paste that Discord does not hand out: an apology with the reference of the log', async () => {
  const { discord, session, log } = await start();
  const file = { id: '1', filename: 'message.txt', size: 80, content_type: 'text/plain', proxy_url: '' };
  const message = messageOf({ how: 'mention', id: 'm1', text: '' }, CHANNELS[0] ?? '');
  discord.push('MESSAGE_CREATE', { ...message, attachments: [{ ...file, url: `${discord.url}/gone.txt` }] });
  const [sorry] = await session.shown(1);
  expect(sorry?.text).toContain(log.failure());
});

test('a reply to one of our messages needs no mention, other messages do', async () => {
  const { discord, session, bot } = await start();
  const plain = messageOf({ how: 'direct', id: 'm1', text: 'and on rocm?' }, CHANNELS[0] ?? '');
  const ours = messageOf({ how: 'mention', id: 'm0', text: '', by: 'the bot itself' }, CHANNELS[0] ?? '');
  const self = { id: BOT, username: 'ridgepoint', discriminator: '0', avatar: null, bot: true };
  discord.push('MESSAGE_CREATE', { ...plain, id: snowflake('x'), guild_id: GUILD, content: 'not for us' });
  discord.push('MESSAGE_CREATE', {
    ...plain,
    type: 19,
    guild_id: GUILD,
    mentions: [self],
    message_reference: { message_id: snowflake('m0'), channel_id: CHANNELS[0], guild_id: GUILD },
    referenced_message: ours,
  });
  await session.shown(1);
  expect(bot.questions.map(({ text }) => text)).toEqual(['and on rocm?']);
});

test('a message whose acknowledgement was lost is shown once', async () => {
  const { discord, session } = await start();
  const place = { how: 'mention', in: CHANNELS[0] ?? '' } as const;
  discord.refuse('lost answer', 2);
  await session.say({ ...place, text: 'only once', id: 'm1' });
  // The client sends one message after the other into a channel: when this one is there, the other is done.
  await session.say({ ...place, text: 'after it', id: 'm2' });
  const shown = await until('the second', () => {
    const texts = discord.outgoing.map(({ payload }) => String(payload.content));
    return texts.some((text) => text.includes('after it')) ? texts : undefined;
  });
  expect(shown).toEqual([expect.stringContaining('only once'), expect.stringContaining('after it')]);
});

test('a picture comes as a file with its description', async () => {
  const { discord, session, bot } = await start();
  const chart = {
    title: 'Roofline',
    x: { label: 'x', logarithmic: true },
    y: { label: 'y', logarithmic: true },
    lines: [],
  };
  bot.answer = () =>
    replyOf({ title: 'See', blocks: [{ kind: 'picture', name: 'roofline', alt: 'A roofline', chart }] });
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  const [shown] = await session.shown(1);
  expect(shown?.problems).toEqual([]);
  expect(shown?.text).toContain('A roofline');
  expect(discord.outgoing[0]?.files.map(({ name }) => name)).toEqual(['roofline.png']);
});

test('an answer too long for a chat comes whole in a file, beside its sources and buttons', async () => {
  const { session, bot } = await start();
  const text = Array.from({ length: 900 }, (_, line) => `line ${line} of a log that is long`).join('\n');
  const sources = [{ title: 'Guide', url: 'https://docs.test/guide', covers: 'CUDA', checked: '2026-12-01' }];
  bot.answer = () => replyOf({ title: 'Log', blocks: [{ kind: 'code', language: '', text }], sources });
  await session.say({ how: 'mention', text: 'log', id: 'm1' });
  const shown = await session.whole();
  expect(shown).toHaveLength(5);
  expect(shown.flatMap(({ problems }) => problems)).toEqual([]);
  expect(shown.at(-1)?.text).toContain(text);
  expect(shown.at(-1)?.text).toContain('https://docs.test/guide');
  expect(shown.at(-1)?.buttons.map(({ label }) => label)).toEqual(['Why?', 'Helped']);
});

test('a connection that comes back is ready again', async () => {
  const { discord, session, log } = await start();
  discord.drop();
  await until('a reconnect', () => log.lines.some(({ event }) => event === 'discord.reconnecting'));
  await until('readiness', () => session.running.health().ready);
  await session.say({ how: 'mention', text: 'back again', id: 'm1' });
  expect((await session.shown(1))[0]?.text).toContain('back again');
});
