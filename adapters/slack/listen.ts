import type { BlockAction, ButtonAction, RespondFn, SlashCommand } from '@slack/bolt';
import { type Action, apology, type Bot, decodeAction, framesOf, type Log, type Reply, reference } from '#contract';
import { type Connection, codeOf } from './connect.ts';
import { ACTION_PREFIX, type Drawn, draw, drawText } from './draw.ts';
import { limits } from './limits.ts';
import { picturesFor } from './pictures.ts';
import { type Place, privateThreadOf, readMessage, readText, threadOf } from './read.ts';
import { send } from './send.ts';

/** Posts one message somewhere. */
type Post = (message: Drawn) => Promise<unknown>;

/** Answers what arrives: every listener acknowledges first, then works under one guard. */
export function listen(connection: Connection, bot: Bot, log: Log): { drained(): Promise<void> } {
  const { app, botUser } = connection;
  const pictures = picturesFor(connection, bot, log);
  const inHand = new Set<Promise<void>>();
  const pressed = recent(1000);

  /** The one guard: whatever throws becomes an apology, with the reference that the log has too. */
  function guard(apologize: Post, work: () => Promise<void>): Promise<void> {
    const task = work().catch(async (error: unknown) => {
      const code = reference();
      log('error', 'slack.failed', { reference: code, code: codeOf(error), frames: framesOf(error) });
      await send([drawText(apology(code))], apologize).catch((second: unknown) =>
        log('error', 'slack.apology-failed', { reference: code, code: codeOf(second) }),
      );
    });
    inHand.add(task);
    return task.finally(() => inHand.delete(task));
  }

  /** The same way to post, whose answers tell which scopes the token has by now. */
  function learning(post: Post): Post {
    return async (message) => {
      const answer = await post(message);
      pictures.learn(answer);
      return answer;
    };
  }

  function answerTo(event: Parameters<typeof readMessage>[0], body: { team_id?: string; event_id: string }) {
    const team = body.team_id ?? connection.team;
    const read = readMessage(event, { team, eventId: body.event_id, botUser, day: today() });
    if (read === undefined) return Promise.resolve();
    const post = learning(inThread(connection, read.place));
    return guard(post, async () => {
      const reply = await bot.ask(read.question);
      if (reply === undefined) return;
      await send(draw(reply), post);
      await pictures.show(reply, read.place);
    });
  }

  app.event('app_mention', ({ event, body }) => answerTo(event, body));
  app.event('message', ({ event, body }) => answerTo(event, body));

  app.command('/gpu', async ({ command, ack, respond }) => {
    await ack();
    const post = inPrivate(respond);
    await guard(post, async () => {
      const reply = await bot.ask(questionOf(command, botUser));
      if (reply !== undefined) await sendPrivately(draw(reply), post, inDirectMessage(connection, command.user_id));
    });
  });

  app.action<BlockAction<ButtonAction>>(new RegExp(`^${ACTION_PREFIX}`), async ({ action, body, ack, respond }) => {
    await ack();
    const place = placeOfPress(body, connection.team);
    const hidden = body.container.is_ephemeral === true;
    const thread = hidden && place.thread === undefined ? privateThreadOf(place, body.user.id) : threadOf(place);
    // The same press can be delivered twice over a socket; two presses differ in action_ts.
    if (place.channel === '' || pressed.seen(`${thread} ${body.user.id} ${action.action_id} ${action.action_ts}`))
      return;
    const what = decodeAction(action.value ?? '');
    const post = whereToAnswer(connection, place, { user: body.user.id, hidden, respond, action: what });
    await guard(post, async () => {
      if (what === undefined) {
        await send([drawText('This button is from another version of me. Please ask again.')], post);
        return;
      }
      const reply: Reply = await bot.act(what, { thread, asker: body.user.id, day: today() });
      const messages = draw(reply);
      if (hidden) await sendPrivately(messages, post, inDirectMessage(connection, body.user.id));
      else await send(messages, post);
      // What only one person sees has no place for a file.
      if (!hidden && !isPersonal(what, place)) await pictures.show(reply, place);
    });
  });

  app.error(async (error) => log('error', 'slack.unhandled', { code: codeOf(error), frames: framesOf(error) }));

  return {
    async drained() {
      await Promise.all(inHand);
    },
  };
}

function questionOf(command: SlashCommand, botUser: string) {
  return {
    text: readText(command.text, botUser),
    thread: privateThreadOf({ team: command.team_id, channel: command.channel_id }, command.user_id),
    asker: command.user_id,
    day: today(),
    deliveries: [`slack:command:${command.trigger_id}`],
  };
}

function placeOfPress(body: BlockAction<ButtonAction>, team: string): Place {
  const channel: string = body.channel?.id ?? body.container.channel_id ?? '';
  const thread: string | undefined = body.message?.thread_ts ?? body.container.thread_ts;
  return { team: body.team?.id ?? team, channel, ...(thread === undefined ? {} : { thread }) };
}

/** A reply about the reply itself is for its presser alone; everything else is for the whole thread. */
function whereToAnswer(
  connection: Connection,
  place: Place,
  press: { user: string; hidden: boolean; respond: RespondFn; action: Action | undefined },
): Post {
  if (press.hidden) return inPrivate(press.respond, place.thread);
  return isPersonal(press.action, place) ? inThread(connection, place, press.user) : inThread(connection, place);
}

function isPersonal(action: Action | undefined, place: Place): boolean {
  const personal = action === undefined || ['why', 'helped', 'unhelpful'].includes(action.do);
  const conversation = place.channel.startsWith('D');
  return personal && !conversation;
}

/** Posts at a place, to everybody there or to one person only. Nothing in it is parsed, linked or unfurled. */
function inThread({ app }: Connection, place: Place, onlyFor?: string): Post {
  const thread = place.thread === undefined ? {} : { thread_ts: place.thread };
  if (onlyFor !== undefined) {
    return (message) =>
      app.client.chat.postEphemeral({
        channel: place.channel,
        user: onlyFor,
        ...thread,
        ...message,
        link_names: false,
      });
  }
  return (message) =>
    app.client.chat.postMessage({
      channel: place.channel,
      ...thread,
      ...message,
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    });
}

function inDirectMessage(connection: Connection, user: string): Post {
  return inThread(connection, { team: connection.team, channel: user });
}

function inPrivate(respond: RespondFn, thread?: string): Post {
  return (message) =>
    respond({
      response_type: 'ephemeral',
      replace_original: false,
      ...(thread === undefined ? {} : { thread_ts: thread }),
      ...message,
    });
}

/** Slack takes five private responses; an answer that needs more goes on in the asker's direct messages. */
async function sendPrivately(messages: readonly Drawn[], post: Post, direct: Post): Promise<void> {
  if (messages.length <= limits.responses.most) {
    await send(messages, post);
    return;
  }
  const here = limits.responses.most - 1;
  await send([...messages.slice(0, here), drawText('This goes on in your direct messages with me.')], post);
  await send(messages.slice(here), direct);
}

/** Remembers the last few names. */
function recent(size: number): { seen(name: string): boolean } {
  const names = new Set<string>();
  return {
    seen(name) {
      if (names.has(name)) return true;
      names.add(name);
      if (names.size > size) names.delete(names.values().next().value ?? '');
      return false;
    },
  };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
