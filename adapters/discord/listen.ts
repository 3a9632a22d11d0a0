import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Message,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type RepliableInteraction,
} from 'discord.js';
import { type Action, apology, type Bot, decodeAction, framesOf, type Log, type Question, reference } from '#contract';
import { draw, drawText } from './draw.ts';
import { codeOf } from './failure.ts';
import { limits } from './limits.ts';
import { withPastes } from './paste.ts';
import { readMessage, threadOf } from './read.ts';
import { asResponse, besideMessage, type Post } from './send.ts';

/** Answers what arrives: an interaction is deferred first, then all work is done under one guard. */
export function listen(client: Client, bot: Bot, log: Log): { drained(): Promise<void> } {
  const inHand = new Set<Promise<void>>();
  const pressed = new Set<string>();
  let stopping = false;

  /** The one guard: whatever throws becomes an apology, with the reference that the log has too. */
  function guard(apologize: Post, work: () => Promise<void>): void {
    if (stopping) return;
    const task = work()
      .catch(async (error: unknown) => {
        const code = reference();
        log('error', 'discord.failed', { reference: code, code: codeOf(error), frames: framesOf(error) });
        await apologize([drawText(apology(code))]);
      })
      .catch((error: unknown) => log('error', 'discord.apology-failed', { code: codeOf(error) }))
      .finally(() => inHand.delete(task));
    inHand.add(task);
  }

  function answerMessage(message: Message): void {
    const question = readMessage(readable(message), client.user?.id ?? '', today());
    if (question === undefined) return;
    const post = besideMessage(message, bot);
    guard(post, async () => {
      const text = await withPastes(question.text, message.attachments.values());
      await answer({ ...question, text }, post);
    });
  }

  async function answer(question: Question, post: Post): Promise<void> {
    const reply = await bot.ask(question);
    if (reply !== undefined) await post(draw(reply));
  }

  client.on(Events.MessageCreate, answerMessage);
  // An unfurled link changes a message too, but only its author's edit has a time. An edit of an answered message brings
  // deliveries that were seen before: only the edit that first speaks to the bot is answered.
  client.on(Events.MessageUpdate, (_, message) => {
    if (!message.partial && message.editedTimestamp !== null && message.guildId !== null) answerMessage(message);
  });

  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isAutocomplete()) suggest(interaction);
    else if (interaction.isChatInputCommand())
      answerCommand(interaction, interaction.options.getString('question') ?? '');
    else if (interaction.isMessageContextMenuCommand()) answerCommand(interaction, interaction.targetMessage.content);
    else if (interaction.isButton()) carryOut(interaction);
  });

  function suggest(interaction: AutocompleteInteraction): void {
    if (stopping) return;
    const titles = bot.titles(interaction.options.getFocused(), limits.autocompleteChoices.most);
    const choices = titles.slice(0, limits.autocompleteChoices.most).map(({ title }) => {
      const text = title.slice(0, limits.autocompleteText.most);
      return { name: text, value: text };
    });
    // Whoever types on does not wait for this: a late suggestion is refused, and that is no failure.
    interaction
      .respond(choices)
      .catch((error: unknown) => log('info', 'discord.suggestion-late', { code: codeOf(error) }));
  }

  function answerCommand(
    interaction: ChatInputCommandInteraction | MessageContextMenuCommandInteraction,
    text: string,
  ): void {
    const hidden = interaction.isChatInputCommand() && interaction.options.getBoolean('private') === true;
    const target = interaction.isMessageContextMenuCommand() ? interaction.targetMessage : undefined;
    const picture = target?.attachments.some(({ contentType }) => contentType?.startsWith('image/') === true) === true;
    const post = asResponse(interaction, bot);
    guard(post, async () => {
      await interaction.deferReply(hidden ? { flags: MessageFlags.Ephemeral } : {});
      const question = {
        ...placeOf(interaction),
        text: await withPastes(text, target?.attachments.values() ?? []),
        deliveries: [`discord:interaction:${interaction.id}`],
      };
      await answer(picture ? { ...question, picture } : question, post);
    });
  }

  function carryOut(interaction: ButtonInteraction): void {
    if (pressed.has(interaction.id)) return;
    remember(pressed, interaction.id);
    const action = decodeAction(interaction.customId);
    const post = asResponse(interaction, bot);
    guard(post, async () => {
      await interaction.deferReply(isPersonal(action) ? { flags: MessageFlags.Ephemeral } : {});
      if (action === undefined) await post([drawText('This button is from another version of me. Please ask again.')]);
      else await post(draw(await bot.act(action, placeOf(interaction))));
    });
  }

  return {
    async drained() {
      stopping = true;
      await Promise.all(inHand);
    },
  };
}

/** A reply about the reply itself is for its presser alone; everything else is for the whole channel. */
function isPersonal(action: Action | undefined): boolean {
  return action === undefined || ['why', 'helped', 'unhelpful'].includes(action.do);
}

function placeOf(interaction: RepliableInteraction): Pick<Question, 'thread' | 'asker' | 'day'> {
  const whole = interaction.guildId === null || interaction.channel?.isThread() === true;
  const asker = interaction.user.id;
  return { thread: threadOf(interaction.channelId ?? asker, whole, asker), asker, day: today() };
}

function readable(message: Message): Parameters<typeof readMessage>[0] {
  return {
    id: message.id,
    channelId: message.channelId,
    guildId: message.guildId,
    content: message.content,
    author: message.author,
    webhookId: message.webhookId,
    system: message.system,
    inThread: message.channel.isThread(),
    repliedTo: message.mentions.repliedUser?.id,
    attachments: [...message.attachments.values()],
  };
}

/** Keeps the last thousand names. */
function remember(names: Set<string>, name: string): void {
  names.add(name);
  if (names.size > 1000) names.delete(names.values().next().value ?? '');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
