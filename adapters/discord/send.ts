import { createHash } from 'node:crypto';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  ButtonStyle,
  ComponentType,
  type Message,
  MessageFlags,
  type RepliableInteraction,
} from 'discord.js';
import type { Bot } from '#contract';
import type { Drawn } from './draw.ts';
import { limits } from './limits.ts';

/** Sends drawn messages, in order, to where the question came from. */
export type Post = (messages: readonly Drawn[]) => Promise<void>;

/** What both ways of sending have in common. */
type Payload = {
  readonly content: string;
  readonly components: APIActionRowComponent<APIButtonComponent>[];
  readonly files: { readonly attachment: Buffer; readonly name: string; readonly description?: string }[];
};

/** Beside the message that asked; what follows the first message stands under it. */
export function besideMessage(message: Message, bot: Bot): Post {
  return async (messages) => {
    for (const [index, drawn] of messages.entries()) {
      const payload = {
        ...(await payloadOf(drawn, bot)),
        flags: MessageFlags.SuppressEmbeds,
        // Discord shows a nonce once: a repeated request cannot become a second message.
        nonce: nonceFor(message.id, index, drawn.content),
        enforceNonce: true,
      } as const;
      const replies = index === 0 && message.guildId !== null;
      if (replies) await message.reply({ ...payload, failIfNotExists: false });
      else if (message.channel.isSendable()) await message.channel.send(payload);
    }
  };
}

/** As the answer to a command or a button, which was deferred before. */
export function asResponse(interaction: RepliableInteraction, bot: Bot): Post {
  let begun = false;
  return async (messages) => {
    for (const drawn of messages) {
      const payload = { ...(await payloadOf(drawn, bot)), flags: MessageFlags.SuppressEmbeds } as const;
      if (!begun) await interaction.editReply(payload);
      else if (interaction.ephemeral === true) {
        await interaction.followUp({ ...payload, flags: [MessageFlags.SuppressEmbeds, MessageFlags.Ephemeral] });
      } else await interaction.followUp(payload);
      begun = true;
    }
  };
}

/** The same for a repetition of one message, different for every other message that answers the same question. */
function nonceFor(id: string, index: number, content: string): string {
  const digest = createHash('sha256').update(`${index} ${content}`).digest('base64url');
  return `${id}${digest}`.slice(0, limits.nonce.most);
}

async function payloadOf(drawn: Drawn, bot: Bot): Promise<Payload> {
  const pictures = await Promise.all(
    drawn.pictures.slice(0, limits.attachments.most - 1).map(async ({ name, alt, chart }) => ({
      attachment: Buffer.from(await bot.picture(chart)),
      name: `${name}.png`,
      description: alt.slice(0, limits.attachmentDescription.most),
    })),
  );
  const texts = drawn.file === undefined ? [] : [{ attachment: Buffer.from(drawn.file.text), name: drawn.file.name }];
  return {
    content: drawn.content,
    components: drawn.rows.map((row) => ({
      type: ComponentType.ActionRow,
      components: row.map((button) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: button.label,
        custom_id: button.payload,
      })),
    })),
    files: [...pictures, ...texts],
  };
}
