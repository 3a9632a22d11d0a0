import type { Server } from 'node:http';
import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver, webApi } from '@slack/bolt';
import type { Log, Running } from '#contract';
import { whereToGet } from './settings.ts';

/** What a test may change: production uses none of it. */
export type SlackOptions = {
  /** Address of the Web API, ending in a slash. */
  readonly apiUrl?: string;
  /** Address to listen on in HTTP mode; every one without it. */
  readonly host?: string;
  /** Milliseconds to wait for an answer to a ping, and before a reconnect. */
  readonly pingTimeoutMs?: number;
};

/** A Bolt app with a checked token, not yet receiving. */
export type Connection = {
  readonly app: App;
  readonly mode: 'HTTP' | 'Socket Mode';
  readonly team: string;
  readonly botUser: string;
  /** Scopes that the token has, where Slack names them. */
  readonly scopes: readonly string[] | undefined;
  open(): Promise<void>;
  close(): Promise<void>;
  readonly health: Running['health'];
};

type Values = Readonly<Record<string, string>>;
type Way = Pick<Connection, 'mode' | 'open' | 'close' | 'health'> & {
  readonly receiver: HTTPReceiver | SocketModeReceiver;
};

/** Checks the tokens and prepares the connection; rejects with an Error that names the wrong setting and the fix. */
export async function connect(values: Values, log: Log, options: SlackOptions): Promise<Connection> {
  const token = needed(values, 'SLACK_BOT_TOKEN');
  const logger = loggerTo(log);
  // One path retries, in send.ts: the client itself must not, or one message could be posted twice.
  const clientOptions = {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
  };
  const http = values.SLACK_SIGNING_SECRET !== undefined && values.SLACK_PORT !== undefined;
  const client = new webApi.WebClient(token, { ...clientOptions, logger });
  const identity = await checked('SLACK_BOT_TOKEN', client.auth.test());
  const team = identity.team_id;
  const botUser = identity.user_id;
  if (team === undefined || botUser === undefined || identity.bot_id === undefined) {
    throw new Error(`SLACK_BOT_TOKEN is not a bot's token — ${whereToGet('SLACK_BOT_TOKEN')}`);
  }
  const scopes = identity.response_metadata?.scopes;
  warnOfMissingScopes(scopes, log);
  const way = http ? overHttp(values, logger, options) : await overSocket(values, logger, clientOptions, options, log);
  const app = new App({
    receiver: way.receiver,
    token,
    botId: identity.bot_id,
    botUserId: botUser,
    tokenVerificationEnabled: false,
    convoStore: false,
    clientOptions,
    logger,
  });
  return { ...way, app, team, botUser, scopes };
}

function overHttp(values: Values, logger: Logger, options: SlackOptions): Way {
  const port = Number(needed(values, 'SLACK_PORT'));
  const receiver = new HTTPReceiver({ signingSecret: needed(values, 'SLACK_SIGNING_SECRET'), logger });
  let server: Server | undefined;
  return {
    mode: 'HTTP',
    receiver,
    async open() {
      try {
        server = await receiver.start({ port, ...(options.host === undefined ? {} : { host: options.host }) });
      } catch (error) {
        throw new Error(
          `SLACK_PORT: cannot listen on ${port} (${codeOf(error)}) — choose a free port and point the app's request URLs at it`,
        );
      }
    },
    async close() {
      server?.close();
      server?.closeIdleConnections();
    },
    health() {
      const address = server?.address();
      const listening = server?.listening === true && typeof address === 'object' && address !== null;
      return listening
        ? { ready: true, detail: `HTTP on port ${address.port}, /slack/events` }
        : { ready: false, detail: 'HTTP: not listening' };
    },
  };
}

async function overSocket(
  values: Values,
  logger: Logger,
  clientOptions: object,
  options: SlackOptions,
  log: Log,
): Promise<Way> {
  const appToken = needed(values, 'SLACK_APP_TOKEN');
  // Asked once here, where a wrong token can still be named: the receiver would try again without end.
  const probe = new webApi.WebClient('', {
    ...clientOptions,
    logger,
    headers: { Authorization: `Bearer ${appToken}` },
  });
  await checked('SLACK_APP_TOKEN', probe.apps.connections.open({}));
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    ...(options.pingTimeoutMs === undefined ? {} : { clientPingTimeout: options.pingTimeoutMs }),
    installerOptions: {
      clientOptions: {
        ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
        // Reconnecting goes on until Slack answers; health says meanwhile that nothing is received.
        retryConfig: { retries: 1_000_000, factor: 1.3, maxTimeout: 30_000 },
      },
    },
  });
  const state = { connected: false, since: new Date() };
  const turn = (connected: boolean): void => {
    if (state.connected === connected) return;
    Object.assign(state, { connected, since: new Date() });
    log(connected ? 'info' : 'warning', connected ? 'slack.connected' : 'slack.disconnected');
  };
  receiver.client.on('connected', () => turn(true));
  for (const event of ['close', 'disconnected', 'reconnecting', 'error']) receiver.client.on(event, () => turn(false));
  // A reconnect that Slack refuses for good (a revoked token) is a rejection that nobody waits for: it would end the
  // whole process, other platforms with it. It is logged, and health goes on saying that nothing is received.
  const connectSocket = receiver.client.start.bind(receiver.client);
  let opened = false;
  receiver.client.start = async () => {
    try {
      return await connectSocket();
    } catch (error) {
      if (!opened) throw error;
      log('error', 'slack.gave-up', { code: codeOf(error), fix: 'renew SLACK_APP_TOKEN and start again' });
      return { ok: false };
    }
  };
  return {
    mode: 'Socket Mode',
    receiver,
    async open() {
      await receiver.start();
      opened = true;
    },
    async close() {
      await receiver.client.disconnect();
    },
    health: () => ({
      ready: state.connected,
      detail: `socket ${state.connected ? 'connected' : 'disconnected'} since ${state.since.toISOString()}`,
    }),
  };
}

function needed(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing — ${whereToGet(name)}`);
  return value;
}

/** Waits for a first call with a token and turns a refusal into words that name the setting. */
async function checked<Result>(name: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof webApi.WebAPIPlatformError) {
      throw new Error(`${name} was refused by Slack (${error.data.error}) — ${whereToGet(name)}`);
    }
    throw new Error(`Slack cannot be reached with ${name} (${codeOf(error)}) — check the network and any proxy`);
  }
}

/** What the app cannot do without; `files:write` is optional (see pictures.ts). */
const SCOPES = ['app_mentions:read', 'chat:write', 'commands', 'im:history'];

function warnOfMissingScopes(granted: readonly string[] | undefined, log: Log): void {
  const missing = granted === undefined ? [] : SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    log('warning', 'slack.scopes-missing', {
      missing,
      fix: 'compare adapters/slack/manifest.yaml and reinstall the app',
    });
  }
}

/** The short name of what failed, never its text: a message could hold an address with a secret. */
export function codeOf(error: unknown): string {
  if (error instanceof webApi.WebAPIPlatformError) return error.data.error;
  if (error instanceof webApi.WebAPIHTTPError) return `HTTP ${error.statusCode}`;
  if (error instanceof webApi.WebAPIRequestError) return codeOf(error.original.cause ?? error.original);
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : typeof error;
}

/** Bolt's own warnings and errors in our log: its sentences only, never the objects beside them. */
function loggerTo(log: Log): Logger {
  const write =
    (level: 'warning' | 'error') =>
    (...parts: readonly unknown[]): void => {
      const words = parts.filter((part) => typeof part === 'string').join(' ');
      log(level, 'slack.bolt', { words: words.slice(0, 300) });
    };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: write('warning'),
    error: write('error'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
