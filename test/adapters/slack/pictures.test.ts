import { afterEach, describe, expect, test } from 'vitest';
import { type Chart, encodeAction } from '#contract';
import type { Session } from '../driver.ts';
import { recordingLog, replyOf, stubBot } from '../stub.ts';
import { until } from '../waiting.ts';
import { begin } from './driver.ts';
import type { Grant } from './server.ts';

const NEEDED = ['app_mentions:read', 'chat:write', 'commands', 'im:history'];
const WITH: Grant = { scopes: [...NEEDED, 'files:write'], names: true };
const WITHOUT: Grant = { scopes: NEEDED, names: true };
const UNNAMED: Grant = { scopes: NEEDED, names: false };

const CHART: Chart = {
  title: 'Roofline of H100',
  x: { label: 'FLOP per byte', logarithmic: true },
  y: { label: 'TFLOP/s', logarithmic: true },
  lines: [{ name: 'roof', style: 'line', points: [[1, 1]] }],
};
const ANSWER = () =>
  replyOf({ title: 'See', blocks: [{ kind: 'picture', name: 'roofline.png', alt: 'Roofline of H100', chart: CHART }] });

const open: Session[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.end()));
});

async function start(grant: Grant, mode: 'HTTP' | 'Socket Mode' = 'HTTP') {
  const bot = stubBot();
  bot.answer = ANSWER;
  bot.react = ANSWER;
  const log = recordingLog();
  const { slack, session } = await begin(mode, bot, log, undefined, grant);
  open.push(session);
  const told = () => log.lines.filter(({ event }) => event === 'slack.pictures-off');
  return { bot, log, slack, session, told };
}

describe.each(['HTTP', 'Socket Mode'] as const)('over %s', (mode) => {
  test('a picture is uploaded into the thread of its answer, after the words that describe it', async () => {
    const { slack, session, log } = await start(WITH, mode);
    await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
    await until('the upload', () => slack.uploads.length === 1);
    const [message] = await session.shown(1);
    expect(message?.text).toContain('[Roofline of H100]');
    const [channel, thread] = message?.place.split(':') ?? [];
    expect(slack.uploads[0]?.form).toMatchObject({
      channel_id: channel,
      thread_ts: thread,
      files: { title: 'Roofline of H100' },
    });
    expect(slack.uploads[0]?.bytes.includes(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(true);
    expect(slack.asked).toEqual(['files.getUploadURLExternal', 'files.completeUploadExternal']);
    expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

test('in a direct message it stands in the conversation itself', async () => {
  const { slack, session } = await start(WITH);
  await session.say({ how: 'direct', text: 'roofline', id: 'm1' });
  await until('the upload', () => slack.uploads.length === 1);
  expect(slack.uploads[0]?.form).toMatchObject({ channel_id: 'D0DIRECT' });
  expect(slack.uploads[0]?.form).not.toHaveProperty('thread_ts');
});

test('a pressed choice brings its picture into the thread', async () => {
  const { slack, session } = await start(WITH);
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  const [message] = await session.whole();
  if (message === undefined) throw new Error('no message');
  await session.press(message, encodeAction({ do: 'ask', text: 'again' }));
  await until('both uploads', () => slack.uploads.length === 2);
  expect(slack.uploads[1]?.form.thread_ts).toBe(slack.uploads[0]?.form.thread_ts);
});

test('an answer that only its asker sees keeps to its words', async () => {
  const { slack, session } = await start(WITH);
  await session.say({ how: 'command', text: 'roofline', id: 'm1' });
  const [message] = await session.whole();
  expect(message?.text).toContain('[Roofline of H100]');
  await session.say({ how: 'mention', text: 'roofline', id: 'm2' });
  await until('the upload of the mention', () => slack.uploads.length === 1);
  expect(slack.uploads[0]?.form.channel_id).toBe('C0CHANNEL');
});

test('without the scope nothing is asked for in vain, the words stay, and the log says once what to do', async () => {
  const { slack, session, told } = await start(WITHOUT);
  for (const id of ['m1', 'm2']) await session.say({ how: 'mention', text: 'roofline', id });
  const shown = await session.shown(2);
  expect(shown.map(({ text }) => text.includes('[Roofline of H100]'))).toEqual([true, true]);
  await until('the notice', () => told().length > 0);
  expect(slack.asked).toEqual([]);
  expect(told()).toHaveLength(1);
  expect(told()[0]?.fields).toMatchObject({ missing: ['files:write'] });
  expect(String(told()[0]?.fields.fix)).toContain('files:write');
});

test('where Slack names no scopes it is tried once; the refusal costs no answer and no apology', async () => {
  const { slack, session, told } = await start(UNNAMED);
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  await until('the notice', () => told().length === 1);
  await session.say({ how: 'mention', text: 'roofline', id: 'm2' });
  const shown = await session.shown(2);
  expect(shown.every(({ text }) => text.includes('[Roofline of H100]') && !text.includes('Sorry'))).toBe(true);
  expect(slack.asked).toEqual(['files.getUploadURLExternal']);
  expect(told()).toHaveLength(1);
});

test('an app installed anew with the scope uploads without a restart', async () => {
  const { slack, session, told } = await start(WITHOUT);
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  await until('the notice', () => told().length === 1);
  slack.grant(WITH);
  await session.say({ how: 'mention', text: 'roofline', id: 'm2' });
  await until('the upload', () => slack.uploads.length === 1);
});

test('a server error is tried again; a lasting one leaves the words and a line in the log', async () => {
  const { slack, session, log } = await start(WITH);
  slack.breakUploads(1);
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  await until('the upload', () => slack.uploads.length === 1);
  slack.breakUploads(20);
  await session.say({ how: 'mention', text: 'roofline', id: 'm2' });
  await until('the failure', () => log.lines.some(({ event }) => event === 'slack.picture-failed'));
  const shown = await session.shown(2);
  expect(shown.some(({ text }) => text.includes('Sorry'))).toBe(false);
  expect(log.lines.find(({ event }) => event === 'slack.picture-failed')?.fields).toMatchObject({ code: 'HTTP 500' });
});

test('a picture that cannot be drawn costs no answer', async () => {
  const { slack, session, bot, log } = await start(WITH);
  Object.assign(bot, { picture: () => Promise.reject(new Error('no font')) });
  await session.say({ how: 'mention', text: 'roofline', id: 'm1' });
  await until('the failure', () => log.lines.some(({ event }) => event === 'slack.picture-failed'));
  expect((await session.shown(1))[0]?.text).toContain('[Roofline of H100]');
  expect(slack.asked).toEqual([]);
});
