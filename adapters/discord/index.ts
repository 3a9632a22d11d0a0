import { Client, Events, GatewayIntentBits, Options, Partials, Status } from 'discord.js';
import type { Adapter, Log } from '#contract';
import { register } from './commands.ts';
import { codeOf } from './failure.ts';
import { listen } from './listen.ts';
import { settings, whereToGetToken } from './settings.ts';

/** What a test may change: production uses none of it. */
export type DiscordOptions = {
  /** Address of the REST interface, without the version. */
  readonly apiUrl?: string;
};

/** Discord: mentions, direct messages, `/gpu ask` and the menu of a message, with no privileged intent. */
export const adapter: Adapter = createDiscordAdapter();

/** The same adapter against another address; only tests give options. */
export function createDiscordAdapter(options: DiscordOptions = {}): Adapter {
  return {
    name: 'discord',
    settings,
    async start({ settings: values, bot, log }) {
      const token = values.DISCORD_TOKEN;
      if (token === undefined || token === '') throw new Error(`DISCORD_TOKEN is missing — ${whereToGetToken}`);
      const client = clientFor(options);
      watch(client, log);
      const work = listen(client, bot, log);
      await logIn(client, token);
      log('info', 'discord.started', { guilds: client.guilds.cache.size });
      await registerCommands(client, log);
      let stopped: Promise<unknown> | undefined;
      return {
        health: () =>
          isConnected(client)
            ? { ready: true, detail: `gateway connected, ${client.guilds.cache.size} servers` }
            : { ready: false, detail: 'gateway not connected' },
        async stop() {
          stopped ??= Promise.race([work.drained(), elapsed(DRAIN_MS)]).then(() =>
            Promise.race([client.destroy(), elapsed(CLOSE_MS)]),
          );
          await stopped;
        },
      };
    },
  };
}

/** Work in hand gets this long to finish, the closing handshake what is left of the second that the contract allows. */
const DRAIN_MS = 700;
const CLOSE_MS = 200;

function clientFor({ apiUrl }: DiscordOptions): Client {
  return new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
    // Direct messages arrive from channels, and edits of messages, that were never seen before.
    partials: [Partials.Channel, Partials.Message],
    allowedMentions: { parse: [], repliedUser: false },
    shards: 'auto',
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 25 }),
    // The one path that retries: a refusal with a rate limit waits as told, a server error is repeated twice. A message
    // carries a nonce that Discord enforces and an edit is the same twice, so a repetition shows nothing twice.
    rest: { retries: 2, ...(apiUrl === undefined ? {} : { api: apiUrl }) },
  });
}

/** The client calls itself ready while a shard of it reconnects: each shard is asked. */
function isConnected(client: Client): boolean {
  return client.isReady() && client.ws.shards.every((shard) => shard.status === Status.Ready);
}

function watch(client: Client, log: Log): void {
  client.on(Events.Error, (error) => log('error', 'discord.error', { code: codeOf(error) }));
  client.on(Events.ShardError, (error, shard) => log('warning', 'discord.connection', { shard, code: codeOf(error) }));
  client.on(Events.ShardReconnecting, (shard) => log('warning', 'discord.reconnecting', { shard }));
  client.on(Events.ShardResume, (shard) => log('info', 'discord.resumed', { shard }));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log('error', 'discord.disconnected', { shard, code }));
}

async function logIn(client: Client, token: string): Promise<void> {
  try {
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
    await client.login(token);
    await ready;
  } catch (error) {
    const code = codeOf(error);
    throw new Error(
      code === 'TokenInvalid'
        ? `DISCORD_TOKEN was refused by Discord — ${whereToGetToken}`
        : `Discord cannot be reached with DISCORD_TOKEN (${code}) — check the network and any proxy`,
    );
  }
}

/** Without its commands the bot still answers mentions and direct messages: it starts, and the log says what is missing. */
async function registerCommands(client: Client, log: Log): Promise<void> {
  const application = client.application?.id;
  if (application === undefined) return;
  try {
    if (await register(client.rest, application)) log('info', 'discord.commands-registered');
  } catch (error) {
    log('error', 'discord.commands-failed', {
      code: codeOf(error),
      fix: 'invite the bot with the scope applications.commands',
    });
  }
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
