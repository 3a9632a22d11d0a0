import { createHash, createHmac } from 'node:crypto';
import type { Bot, Log } from '#contract';
import { createSlackAdapter } from '../../../adapters/slack/index.ts';
import type { Driver, Said, Session, Shown } from '../driver.ts';
import { recordingLog, stubBot } from '../stub.ts';
import { until } from '../waiting.ts';
import { buttonsIn, problemsOf, readableText } from './payload.ts';
import { BOT, type FakeSlack, fakeSlack, type Grant, type Outgoing, TOKENS } from './server.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const ASKER = 'U0ASKER';

type Mode = 'HTTP' | 'Socket Mode';
/** Hands a payload to the adapter in the way of its mode; resolves when it is acknowledged. */
type Deliver = (kind: 'event' | 'command' | 'action', payload: object, retry: number) => Promise<void>;

const SETTINGS: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  HTTP: { SLACK_BOT_TOKEN: TOKENS.bot, SLACK_SIGNING_SECRET: SECRET, SLACK_PORT: '0' },
  'Socket Mode': { SLACK_BOT_TOKEN: TOKENS.bot, SLACK_APP_TOKEN: TOKENS.app },
};

/** Slack with the real Bolt against a local stand-in: signed posts, or a local Socket Mode server. */
export function slackDriver(mode: Mode): Driver {
  const settings = SETTINGS[mode];
  const failing = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const { session } = await begin(mode, stubBot(), recordingLog(), values);
    await session.end();
  };
  return {
    name: `Slack over ${mode}`,
    start: async (bot, log) => (await begin(mode, bot, log)).session,
    needs: mode === 'HTTP' ? ['SLACK_BOT_TOKEN'] : ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
    refusable: mode === 'HTTP' ? ['SLACK_BOT_TOKEN'] : ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
    commandsArePrivate: true,
    startWithout: (setting) =>
      failing(Object.fromEntries(Object.entries(settings).filter(([name]) => name !== setting))),
    startRefused: (setting) => failing({ ...settings, [setting]: `${settings[setting]}-revoked` }),
    without:
      mode === 'HTTP'
        ? {
            'health is ready when connected and not when the connection is dead':
              'Slack connects to us: nothing to break',
          }
        : {},
  };
}

/** An adapter connected to a stand-in, and the stand-in. */
export async function begin(
  mode: Mode,
  bot: Bot,
  log: Log,
  settings: Readonly<Record<string, string>> = SETTINGS[mode],
  grant?: Grant,
): Promise<{ slack: FakeSlack; session: Session }> {
  const slack = await fakeSlack(grant);
  try {
    const adapter = createSlackAdapter({ apiUrl: `${slack.url}/api/`, host: '127.0.0.1', pingTimeoutMs: 300 });
    const running = await adapter.start({ settings, bot, log });
    const deliver = mode === 'HTTP' ? overHttp(running.health().detail) : overSocket(slack);
    return { slack, session: sessionOf(slack, running, deliver) };
  } catch (error) {
    await slack.close();
    throw error;
  }
}

function sessionOf(slack: FakeSlack, running: Session['running'], deliver: Deliver): Session {
  const all = (): readonly Shown[] => slack.outgoing.map(shownBy);
  return {
    running,
    say: (said) => {
      if (said.how === 'command') return deliver('command', commandOf(said, slack.url), 0);
      return deliver('event', eventOf(said), said.delivery ?? 0);
    },
    press: (shown, payload, delivery = 0) => deliver('action', pressOf(shown, payload, slack.url), delivery),
    async shown(count) {
      await until(`${count} messages`, () => slack.outgoing.length >= count);
      return all();
    },
    async whole() {
      await until('a message with buttons', () => all().some((shown) => shown.buttons.length > 0));
      return all();
    },
    refuse: slack.refuse,
    async cut() {
      await slack.cut();
    },
    async end() {
      await running.stop();
      await slack.close();
    },
  };
}

function overHttp(detail: string): Deliver {
  const port = /port (\d+)/.exec(detail)?.[1];
  return async (kind, payload, retry) => {
    const json = kind === 'event';
    const body = json ? JSON.stringify(payload) : formOf(kind, payload);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = `v0=${createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex')}`;
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      body,
      headers: {
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': signature,
        ...(retry > 0 ? { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' } : {}),
      },
    });
    await response.text();
    if (response.status !== 200) throw new Error(`the adapter answered ${response.status}`);
  };
}

function formOf(kind: 'command' | 'action', payload: object): string {
  const fields = kind === 'command' ? Object.entries(payload) : [['payload', JSON.stringify(payload)]];
  return new URLSearchParams(fields.map(([name, value]) => [String(name), String(value)])).toString();
}

function overSocket(slack: FakeSlack): Deliver {
  const types = { event: 'events_api', command: 'slash_commands', action: 'interactive' } as const;
  return (kind, payload) => slack.push(types[kind], payload);
}

/** A ts made from a message's name: the same message has the same ts in every delivery. */
function tsOf(id: string): string {
  const digits = Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 8), 16);
  return `17${String(digits).padStart(10, '0').slice(0, 8)}.000100`;
}

/** The first two deliveries share their event id (a retry), the next ones have new ones (a new envelope). */
function eventOf(said: Said): object {
  const delivery = said.delivery ?? 0;
  const [channel = '', thread = ''] = (said.in ?? (said.how === 'direct' ? 'D0DIRECT:' : 'C0CHANNEL:')).split(':');
  const addressed = said.how === 'mention' && said.change !== 'edited without a mention' && said.change !== 'unfurled';
  const written = said.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const text = addressed || said.change === 'unfurled' ? `<@${BOT.user}> ${written}` : written;
  const author = {
    person: { user: ASKER },
    'the bot itself': { user: BOT.user, bot_id: BOT.bot, app_id: 'A0APP' },
    'another bot': { user: 'U0OTHER', bot_id: 'B0OTHER', app_id: 'A0OTHER' },
  }[said.by ?? 'person'];
  const message = { channel, text, ts: tsOf(said.id), ...(thread === '' ? {} : { thread_ts: thread }), ...author };
  const direct = { channel_type: said.how === 'direct' ? 'im' : 'channel' };
  const edited = { edited: { user: ASKER, ts: '1800000001.000000' } };
  const event =
    said.change === 'added the mention'
      ? { type: 'app_mention', ...message, ...edited }
      : said.change !== undefined
        ? {
            type: 'message',
            subtype: 'message_changed',
            hidden: true,
            channel,
            ...direct,
            ts: '1800000002.000000',
            message: { type: 'message', ...message, ...(said.change === 'unfurled' ? {} : edited) },
            previous_message: { type: 'message', ...message },
          }
        : said.how === 'direct'
          ? { type: 'message', ...message, ...direct }
          : { type: 'app_mention', ...message };
  return {
    type: 'event_callback',
    team_id: BOT.team,
    api_app_id: 'A0APP',
    event_id: `Ev${said.id}${said.change ?? ''}${Math.max(0, delivery - 1)}`,
    event_time: 1_700_000_000,
    authorizations: [{ team_id: BOT.team, user_id: BOT.user, is_bot: true }],
    event,
  };
}

function commandOf(said: Said, url: string): object {
  return {
    command: '/gpu',
    text: said.text,
    team_id: BOT.team,
    channel_id: 'C0CHANNEL',
    user_id: ASKER,
    trigger_id: `trigger-${said.id}`,
    response_url: `${url}/respond/C0CHANNEL`,
    api_app_id: 'A0APP',
  };
}

function pressOf(shown: Shown, payload: string, url: string): object {
  const [channel = '', thread = ''] = shown.place.split(':');
  const inThread = thread === '' ? {} : { thread_ts: thread };
  const index = Math.max(
    0,
    shown.buttons.findIndex((button) => button.payload === payload),
  );
  return {
    type: 'block_actions',
    team: { id: BOT.team, domain: 'test' },
    user: { id: ASKER, name: 'asker', team_id: BOT.team },
    channel: { id: channel, name: 'channel' },
    container: {
      type: 'message',
      channel_id: channel,
      message_ts: '1800000000.000001',
      is_ephemeral: shown.privately,
      ...inThread,
    },
    ...(shown.privately ? {} : { message: { type: 'message', ts: '1800000000.000001', ...inThread } }),
    trigger_id: 'trigger-press',
    response_url: `${url}/respond/${channel}`,
    api_app_id: 'A0APP',
    actions: [
      {
        type: 'button',
        action_id: `ridgepoint:${index}`,
        block_id: 'b',
        value: payload,
        action_ts: '1800000003.000100',
      },
    ],
  };
}

function shownBy({ way, payload }: Outgoing): Shown {
  const channel = way.startsWith('respond/') ? way.slice('respond/'.length) : String(payload.channel);
  return {
    place: `${channel}:${payload.thread_ts ?? ''}`,
    text: readableText(payload),
    buttons: buttonsIn(payload),
    privately: way !== 'chat.postMessage',
    problems: problemsOf(way, payload),
  };
}
