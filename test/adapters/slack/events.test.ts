import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Block } from '#contract';
import { draw } from '../../../adapters/slack/draw.ts';
import { adapter, createSlackAdapter } from '../../../adapters/slack/index.ts';
import { readMessage, readText } from '../../../adapters/slack/read.ts';
import type { Session } from '../driver.ts';
import { recordingLog, replyOf, stubBot } from '../stub.ts';
import { until } from '../waiting.ts';
import { begin } from './driver.ts';
import { readableText } from './payload.ts';

const open: Session[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.end()));
});

async function start(mode: 'HTTP' | 'Socket Mode') {
  const bot = stubBot();
  const log = recordingLog();
  const { slack, session } = await begin(mode, bot, log);
  open.push(session);
  return { bot, log, slack, session };
}

describe("Slack's wire text is read as it was typed", () => {
  test.each([
    ['<@U0BOT> why?', 'why?'],
    ['hey <@U0BOT|ridgepoint>, why?', 'hey  , why?'],
    ['&lt;T*&gt; &amp;&amp; x &lt; 3', '<T*> && x < 3'],
    ['&amp;lt; stays', '&lt; stays'],
    ['see <https://docs.test/a?b=1&amp;c=2>', 'see https://docs.test/a?b=1&c=2'],
    ['use <http://torch.cuda|torch.cuda>.synchronize()', 'use torch.cuda.synchronize()'],
    ['the <https://docs.test/guide|guide>', 'the guide'],
    ['the <https://docs.test/x|manual>', 'the manual https://docs.test/x'],
    ['ask <@U123> and <@U123|ann> in <#C1|gpu> or <#C2>', 'ask @U123 and @ann in #gpu or #C2'],
    ['<!here> <!subteam^S1|@perf> <!date^1^x|today>', '@here @perf today'],
  ])('%s', (wire, text) => {
    expect(readText(wire, 'U0BOT')).toBe(text);
  });
});

test('the manifest asks for the least: four scopes and an optional one, two events, no history but of direct messages', () => {
  const manifest = parse(readFileSync('adapters/slack/manifest.yaml', 'utf8'));
  const { bot, bot_optional: optional } = manifest.oauth_config.scopes;
  expect(optional).toEqual(['files:write']);
  // Slack wants the optional ones in both lists.
  expect(bot.filter((scope: string) => !optional.includes(scope))).toEqual([
    'app_mentions:read',
    'chat:write',
    'commands',
    'im:history',
  ]);
  expect(bot).toEqual(expect.arrayContaining(optional));
  expect(manifest.settings.event_subscriptions).toEqual({ bot_events: ['app_mention', 'message.im'] });
  expect(manifest.settings.socket_mode_enabled).toBe(true);
  expect(manifest.features.slash_commands.map(({ command }: { command: string }) => command)).toEqual(['/gpu']);
});

test('each mode names settings that are declared', () => {
  const declared = adapter.settings.map(({ name }) => name);
  for (const { needs } of adapter.modes ?? []) for (const name of needs) expect(declared).toContain(name);
});

describe('over HTTP', () => {
  test('a request that Slack did not sign is refused', async () => {
    const { session, bot } = await start('HTTP');
    const port = /port (\d+)/.exec(session.running.health().detail)?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      body: JSON.stringify({ type: 'event_callback', event: { type: 'app_mention' } }),
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
        'x-slack-signature': `v0=${'0'.repeat(64)}`,
      },
    });
    expect(response.status).toBe(401);
    expect(bot.questions).toEqual([]);
  });

  test('a port in use is named', async () => {
    const { session, slack } = await start('HTTP');
    const port = /port (\d+)/.exec(session.running.health().detail)?.[1] ?? '';
    const second = createSlackAdapter({ apiUrl: `${slack.url}/api/`, host: '127.0.0.1' });
    const settings = { SLACK_BOT_TOKEN: 'xoxb-good', SLACK_SIGNING_SECRET: 'f'.repeat(32), SLACK_PORT: port };
    await expect(second.start({ settings, bot: stubBot(), log: recordingLog() })).rejects.toThrow(
      /SLACK_PORT: cannot listen on \d+ \(EADDRINUSE\) — /,
    );
  });

  test('an answer of more than five private messages goes on in direct messages, whole', async () => {
    const { session, bot } = await start('HTTP');
    const lines = Array.from({ length: 3000 }, (_, line) => `line ${line} of a very long log that somebody wants`);
    bot.answer = () => replyOf({ title: 'Log', blocks: [{ kind: 'code', language: '', text: lines.join('\n') }] });
    await session.say({ how: 'command', text: 'log', id: 'm1' });
    const shown = await session.whole();
    expect(shown.filter(({ privately }) => privately)).toHaveLength(5);
    expect(shown[4]?.text).toContain('direct messages');
    expect(shown.slice(5).every(({ place, privately }) => place === 'U0ASKER:' && !privately)).toBe(true);
    expect(shown.flatMap(({ problems }) => problems)).toEqual([]);
    const text = shown.map((message) => message.text).join('\n');
    for (const line of lines) expect(text.includes(line)).toBe(true);
  });
});

test('a socket that Slack closes is opened again', async () => {
  const { session, slack } = await start('Socket Mode');
  slack.drop();
  await until('the loss', () => !session.running.health().ready);
  await until('the return', () => session.running.health().ready);
  await session.say({ how: 'mention', text: 'back again', id: 'm1' });
  expect((await session.shown(1))[0]?.text).toContain('back again');
});

test('a token revoked while connected ends neither the process nor the warning of health', async () => {
  const { session, slack, log } = await start('Socket Mode');
  await slack.cut();
  await until('the last refusal', () => log.lines.some(({ event }) => event === 'slack.gave-up'));
  expect(log.lines.find(({ event }) => event === 'slack.gave-up')?.fields).toMatchObject({ code: 'invalid_auth' });
  expect(session.running.health().ready).toBe(false);
});

test('scopes that the token lacks are named in the log', async () => {
  const { log } = await start('HTTP');
  const line = log.lines.find(({ event }) => event === 'slack.scopes-missing');
  expect(line?.fields).toMatchObject({ missing: ['im:history'] });
});

test('what Slack refuses for good is not tried again, and the log has its reason', async () => {
  const { session, slack, log } = await start('HTTP');
  slack.refuse('no permission', 2);
  await session.say({ how: 'mention', text: 'hello', id: 'm1' });
  await until('the failure', () => log.lines.some(({ event }) => event === 'slack.apology-failed'));
  expect(log.lines.find(({ event }) => event === 'slack.failed')?.fields).toMatchObject({ code: 'not_in_channel' });
  await session.say({ how: 'mention', text: 'again', id: 'm2' });
  expect((await session.shown(1)).map(({ text }) => text)).toEqual([expect.stringContaining('again')]);
});

test('a message whose acknowledgement was lost is not sent again', async () => {
  const { session, slack } = await start('HTTP');
  slack.refuse('lost answer', 1);
  await session.say({ how: 'mention', text: 'only once', id: 'm1' });
  await session.say({ how: 'mention', text: 'after it', id: 'm2' });
  const shown = await session.shown(3);
  expect(shown.filter(({ text }) => text.includes('only once'))).toHaveLength(1);
  expect(shown.filter(({ text }) => text.includes('Sorry'))).toHaveLength(1);
});

describe('silence for', () => {
  const direct = { type: 'message', channel: 'D1', channel_type: 'im', user: 'U1', text: 'hi', ts: '1.2' };
  const envelope = { team: 'T1', eventId: 'E1', botUser: 'U0BOT', day: '2026-12-02' };
  test.each([
    ['a message in a channel without a mention', { ...direct, channel_type: 'channel' }],
    ['a change of topic', { ...direct, subtype: 'channel_topic' }],
    ['an edit', { ...direct, subtype: 'message_changed' }],
    ['a deletion', { ...direct, subtype: 'message_deleted' }],
    ['a bot', { ...direct, bot_id: 'B1' }],
    ['the bot itself', { ...direct, user: 'U0BOT' }],
    ['nobody', { ...direct, user: undefined }],
  ])('%s', (_, event) => {
    expect(readMessage(event, envelope)).toBeUndefined();
    expect(readMessage(direct, envelope)?.question.text).toBe('hi');
  });
});

test('a table stands where it belongs, aligned; one that is too wide becomes a list', () => {
  const cell = (text: string) => [{ kind: 'text', text } as const];
  const table = (text: string): Block => ({
    kind: 'table',
    header: [cell('GPU'), cell('SMs')],
    rows: [
      [cell('H100'), cell(text)],
      [cell('L40S'), cell('142')],
    ],
  });
  const [narrow] = draw(replyOf({ title: 'T', blocks: [table('132')] }));
  expect(readableText(narrow ?? {})).toContain('GPU   SMs\n────  ───\nH100  132\nL40S  142');
  const [wide] = draw(replyOf({ title: 'T', blocks: [table('x '.repeat(60))] }));
  expect(readableText(wide ?? {})).toContain('GPU: H100 · SMs: x x');
});
