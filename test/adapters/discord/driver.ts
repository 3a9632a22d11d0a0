import { createHash } from 'node:crypto';
import type { Bot, Log } from '#contract';
import { createDiscordAdapter } from '../../../adapters/discord/index.ts';
import type { Driver, Said, Session, Shown } from '../driver.ts';
import { recordingLog, stubBot } from '../stub.ts';
import { until } from '../waiting.ts';
import { buttonsIn, problemsOf, readMarkdown } from './payload.ts';
import { BOT, CHANNELS, DIRECT, type FakeDiscord, fakeDiscord, GUILD, type Outgoing, TOKEN } from './server.ts';

const ASKER = { id: '940000000000000001', username: 'asker', discriminator: '0', avatar: null };

/** Discord with the real discord.js against a local gateway and REST interface. */
export const discordDriver: Driver = {
  name: 'Discord',
  start: async (bot, log) => (await begin({ DISCORD_TOKEN: TOKEN }, bot, log)).session,
  needs: ['DISCORD_TOKEN'],
  refusable: ['DISCORD_TOKEN'],
  commandsArePrivate: false,
  startWithout: () => failing({}),
  startRefused: () => failing({ DISCORD_TOKEN: `${TOKEN}-revoked` }),
  without: {},
};

/** An adapter connected to a stand-in, and the stand-in. */
export async function begin(
  settings: Readonly<Record<string, string>>,
  bot: Bot,
  log: Log,
  commands: readonly unknown[] = [],
): Promise<{ discord: FakeDiscord; session: Session }> {
  const discord = await fakeDiscord(commands);
  try {
    const running = await createDiscordAdapter({ apiUrl: discord.url }).start({ settings, bot, log });
    return { discord, session: sessionOf(discord, running) };
  } catch (error) {
    await discord.close();
    throw error;
  }
}

async function failing(settings: Readonly<Record<string, string>>): Promise<void> {
  const { session } = await begin(settings, stubBot(), recordingLog());
  await session.end();
}

function sessionOf(discord: FakeDiscord, running: Session['running']): Session {
  const channels = new Map<string, string>();
  const channelOf = (said: Said): string => {
    if (said.in !== undefined) return said.in;
    if (said.how === 'direct') return DIRECT;
    const channel = channels.get(said.id) ?? CHANNELS[channels.size % CHANNELS.length] ?? '';
    channels.set(said.id, channel);
    return channel;
  };
  const interact = async (data: object, id: string, again: boolean): Promise<void> => {
    discord.push('INTERACTION_CREATE', {
      ...data,
      id,
      token: `token-${id}`,
      application_id: BOT,
      version: 1,
      type: 2,
      ...data,
    });
    // Discord ignores a second answer to one interaction: there is nothing to wait for.
    if (!again) await until('the first response', () => discord.responses.has(id));
  };
  const all = (): readonly Shown[] => discord.outgoing.map(shownBy);
  return {
    running,
    async say(said) {
      const channel = channelOf(said);
      if (said.how === 'command') await interact(commandOf(said, channel), snowflake(said.id), false);
      else discord.push(said.change === undefined ? 'MESSAGE_CREATE' : 'MESSAGE_UPDATE', messageOf(said, channel));
    },
    press: (shown, payload, delivery = 0) =>
      interact(pressOf(shown, payload), snowflake(`press ${shown.place} ${payload}`), delivery > 0),
    async shown(count) {
      await until(`${count} messages`, () => discord.outgoing.length >= count);
      return all();
    },
    async whole() {
      await until('a message with buttons', () => all().some((shown) => shown.buttons.length > 0));
      return all();
    },
    refuse: discord.refuse,
    cut: discord.cut,
    async end() {
      await running.stop();
      await discord.close();
    },
  };
}

/** An id made from a message's name: the same message has the same id in every delivery. */
export function snowflake(name: string): string {
  return `95${BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 12)}`)
    .toString()
    .padStart(16, '0')
    .slice(0, 16)}`;
}

/** A message as Discord sends it to an application without the privileged intent: no content unless we are addressed. */
export function messageOf(said: Said, channel: string): object {
  const addressed = said.how === 'mention' && said.change !== 'edited without a mention';
  const author = {
    person: ASKER,
    'the bot itself': { ...ASKER, id: BOT, bot: true },
    'another bot': { ...ASKER, id: '940000000000000002', bot: true },
  }[said.by ?? 'person'];
  return {
    id: snowflake(said.id),
    channel_id: channel,
    channel_type: said.how === 'direct' ? 1 : 0,
    ...(said.how === 'direct'
      ? {}
      : { guild_id: GUILD, member: { roles: [], joined_at: '2026-01-01T00:00:00.000Z', flags: 0 } }),
    type: 0,
    author,
    content: addressed ? `<@${BOT}> ${said.text}` : said.how === 'direct' ? said.text : '',
    timestamp: '2026-12-02T00:00:00.000Z',
    edited_timestamp: said.change === undefined || said.change === 'unfurled' ? null : '2026-12-02T00:01:00.000Z',
    tts: false,
    mention_everyone: false,
    mentions: addressed ? [{ id: BOT, username: 'ridgepoint', discriminator: '0', avatar: null, bot: true }] : [],
    mention_roles: [],
    attachments: [],
    embeds: said.change === 'unfurled' ? [{ type: 'link', url: 'https://docs.test' }] : [],
    pinned: false,
    components: [],
  };
}

function placeOf(channel: string): object {
  const direct = channel === DIRECT;
  return {
    channel_id: channel,
    channel: { id: channel, type: direct ? 1 : 0 },
    ...(direct ? { user: ASKER } : { guild_id: GUILD, member: { user: ASKER, roles: [], permissions: '0', flags: 0 } }),
    locale: 'en-GB',
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 10_000_000,
  };
}

function commandOf(said: Said, channel: string): object {
  const options = [{ name: 'question', type: 3, value: said.text }];
  return {
    type: 2,
    ...placeOf(channel),
    data: { id: '1', name: 'gpu', type: 1, options: [{ name: 'ask', type: 1, options }] },
  };
}

function pressOf(shown: Shown, payload: string): object {
  const message = messageOf({ how: 'mention', id: 'pressed', text: '', by: 'the bot itself' }, shown.place);
  return { type: 3, ...placeOf(shown.place), message, data: { custom_id: payload, component_type: 2 } };
}

function shownBy(outgoing: Outgoing): Shown {
  const texts = outgoing.files.filter(({ name }) => name.endsWith('.md')).map(({ text }) => text);
  return {
    place: outgoing.channel,
    text: [readMarkdown(String(outgoing.payload.content)).text, ...texts].join('\n'),
    buttons: buttonsIn(outgoing.payload),
    privately: outgoing.privately,
    problems: problemsOf(outgoing),
  };
}
