import type { Question } from '#contract';

/** What we read of a message; discord.js offers much more. */
export type Message = {
  readonly id: string;
  readonly channelId: string;
  readonly guildId: string | null;
  readonly content: string;
  readonly author: { readonly id: string; readonly bot: boolean };
  readonly webhookId: string | null;
  readonly system: boolean;
  /** True when the channel is a thread, a conversation of its own. */
  readonly inThread: boolean;
  /** Whose message this one replies to. */
  readonly repliedTo?: string | undefined;
  readonly attachments: readonly { readonly contentType: string | null }[];
};

/**
 * Reads a message that speaks to the bot: a direct one, one that mentions it by name, or a reply to one of its own.
 * Undefined for everything else: bots and webhooks, the bot itself, and Discord's own announcements.
 */
export function readMessage(message: Message, bot: string, day: string): Question | undefined {
  const { author } = message;
  if (author.bot || author.id === bot || message.webhookId !== null || message.system) return undefined;
  const mention = new RegExp(`<@!?${bot}>`, 'g');
  const addressed = message.guildId === null || message.repliedTo === bot || mention.test(message.content);
  if (!addressed) return undefined;
  const picture = message.attachments.some(({ contentType }) => contentType?.startsWith('image/') === true);
  const question = {
    text: message.content.replaceAll(mention, ' ').trim(),
    thread: threadOf(message.channelId, message.guildId === null || message.inThread, author.id),
    asker: author.id,
    day,
    deliveries: [`discord:message:${message.id}`],
  };
  return picture ? { ...question, picture } : question;
}

/**
 * Names a conversation. A direct message and a thread are one conversation each. In an open channel many talk at once and
 * few use replies, so there a conversation is one person's in one channel: "and on rocm?" continues the own last question.
 */
export function threadOf(channel: string, whole: boolean, person: string): string {
  return whole ? `discord:${channel}` : `discord:${channel}:${person}`;
}
