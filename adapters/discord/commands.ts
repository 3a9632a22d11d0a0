import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type REST,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';

/** Name of the entry in a message's menu: it asks with that message's text, a pasted log for one. */
export const MENU_NAME = 'Ask Ridgepoint';

const everywhere = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  integration_types: [ApplicationIntegrationType.GuildInstall],
};

/** The commands of this version: `/gpu ask` and the menu entry of a message. */
export const commands: RESTPutAPIApplicationCommandsJSONBody = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'gpu',
    description: 'Cited, dated answers about CUDA, ROCm, Triton and TensorRT',
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'ask',
        description: 'Ask a GPU question',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'question',
            description: 'In your own words, or pick a title',
            required: true,
            autocomplete: true,
          },
          { type: ApplicationCommandOptionType.Boolean, name: 'private', description: 'Show the answer to me alone' },
        ],
      },
    ],
  },
  { type: ApplicationCommandType.Message, name: MENU_NAME, ...everywhere },
];

/**
 * Registers the commands when Discord's list differs: a PUT replaces all of them and counts against a daily limit.
 * @returns whether anything was written
 */
export async function register(rest: REST, application: string): Promise<boolean> {
  const route = Routes.applicationCommands(application);
  const present = await rest.get(route);
  const same =
    Array.isArray(present) &&
    present.length === commands.length &&
    commands.every((command) => present.some((other) => includes(other, command)));
  if (!same) await rest.put(route, { body: commands });
  return !same;
}

/** True when `actual` says everything that `wanted` says; Discord adds ids and defaults of its own. */
function includes(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, index) => includes(actual[index], item))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  const fields = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(wanted).every(([key, value]) => includes(fields.get(key), value));
}
