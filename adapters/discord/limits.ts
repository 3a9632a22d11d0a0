/** One published limit of Discord, with where it is published. */
type Limit = { readonly most: number; readonly source: string };

const MESSAGE = 'https://docs.discord.com/developers/resources/message';
const COMPONENTS = 'https://docs.discord.com/developers/components/reference';
const COMMANDS = 'https://docs.discord.com/developers/interactions/application-commands';

/** What Discord accepts; the contract tests hold every outgoing payload against this table. */
export const limits = {
  content: { most: 2000, source: MESSAGE },
  nonce: { most: 25, source: MESSAGE },
  attachments: { most: 10, source: MESSAGE },
  attachmentDescription: { most: 1024, source: MESSAGE },
  rows: { most: 5, source: COMPONENTS },
  buttonsInRow: { most: 5, source: COMPONENTS },
  buttonLabel: { most: 80, source: COMPONENTS },
  buttonPayload: { most: 100, source: COMPONENTS },
  commandName: { most: 32, source: COMMANDS },
  commandDescription: { most: 100, source: COMMANDS },
  autocompleteChoices: { most: 25, source: COMMANDS },
  autocompleteText: { most: 100, source: COMMANDS },
} as const satisfies Readonly<Record<string, Limit>>;

/** Messages in a row before the whole answer goes into a file instead. Our own choice, for the sake of the channel. */
export const MESSAGES = 5;

/** Columns of monospaced text that a desktop window shows without wrapping: a wider table becomes a list. Our own choice. */
export const TABLE_COLUMNS = 72;
