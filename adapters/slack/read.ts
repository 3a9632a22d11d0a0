import type { Question } from '#contract';

/** What we read of a message event; Slack sends more. */
export type MessageEvent = {
  readonly type: string;
  readonly subtype?: string | undefined;
  readonly channel: string;
  readonly channel_type?: string | undefined;
  readonly user?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly text?: string | undefined;
  readonly ts: string;
  readonly thread_ts?: string | undefined;
  readonly files?: readonly { readonly mimetype?: string | null }[] | undefined;
};

/** Where a message stands and where its reply goes; without a thread the reply goes straight into the conversation. */
export type Place = { readonly team: string; readonly channel: string; readonly thread?: string };

export type Read = { readonly question: Question; readonly place: Place };

/** Subtypes that are still a person speaking to us; every other one is an edit, a join, a bot or Slack itself. */
const SPOKEN: readonly (string | undefined)[] = [undefined, 'file_share', 'thread_broadcast', 'me_message'];

/**
 * Reads a mention or a direct message; undefined when it is none of a person's. Only an app_mention reports an edit, and
 * only its first report matters: the deliveries name the message, so an edit of an answered one is never answered again.
 */
export function readMessage(
  event: MessageEvent,
  envelope: { readonly team: string; readonly eventId: string; readonly botUser: string; readonly day: string },
): Read | undefined {
  const direct = event.channel_type === 'im';
  if (event.type === 'message' && !direct) return undefined;
  if (!SPOKEN.includes(event.subtype) || event.bot_id !== undefined) return undefined;
  if (event.user === undefined || event.user === envelope.botUser) return undefined;
  const place = placeOf(envelope.team, event, direct);
  const deliveries = [`slack:event:${envelope.eventId}`, `slack:${envelope.team}:${event.channel}:${event.ts}`];
  const picture = (event.files ?? []).some((file) => file.mimetype?.startsWith('image/') === true);
  const text = readText(event.text ?? '', envelope.botUser);
  const question = { text, thread: threadOf(place), asker: event.user, day: envelope.day, deliveries };
  return { place, question: picture ? { ...question, picture } : question };
}

/**
 * In a channel a reply opens or continues the thread of its question. A direct message is a conversation already: the
 * reply stands beside the question and all of it shares one context, unless the asker opened a thread.
 */
function placeOf(team: string, event: MessageEvent, direct: boolean): Place {
  const thread = event.thread_ts ?? (direct ? undefined : event.ts);
  return { team, channel: event.channel, ...(thread === undefined ? {} : { thread }) };
}

/** Names the conversation at a place. */
export function threadOf(place: Place): string {
  return `slack:${place.team}:${place.channel}:${place.thread ?? place.channel}`;
}

/** Names the conversation of one person's private `/gpu` questions in a channel. */
export function privateThreadOf(place: { readonly team: string; readonly channel: string }, user: string): string {
  return `slack:${place.team}:${place.channel}:${user}`;
}

/** Slack's wire text as the asker typed it: our mention removed, links and names readable, entities decoded. */
export function readText(text: string, botUser: string): string {
  return text
    .replaceAll(new RegExp(`<@${botUser}(\\|[^>]*)?>`, 'g'), ' ')
    .replaceAll(/<([^<>\n]+)>/g, (_, inner: string) => readReference(inner))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

/** `<…>` of the wire: a person, a channel, a command to Slack or a link, which Slack also makes of words like torch.cuda. */
function readReference(inner: string): string {
  const [target = '', label] = inner.split(/\|(.*)/s);
  if (/^[@#]/.test(target)) return `${target[0]}${label ?? target.slice(1)}`;
  if (target.startsWith('!')) return label ?? `@${target.slice(1).split('^')[0]}`;
  if (label === undefined || target === label) return target.replace(/^mailto:/, '');
  return target.includes(label) ? label : `${label} ${target}`;
}
