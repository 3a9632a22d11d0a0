import type { Setting } from '#contract';

/** What the Discord adapter needs to know, and where the value comes from. */
export const settings: readonly Setting[] = [
  {
    name: 'DISCORD_TOKEN',
    secret: true,
    required: true,
    meaning: "the bot's token",
    where: 'discord.com/developers/applications → your application → Bot → Reset Token',
    form: { pattern: /^[\w-]{10,}\.[\w-]+\.[\w-]+$/, words: 'it has three parts with full stops between them' },
  },
];

/** Where a person gets the token. */
export const whereToGetToken = settings[0]?.where ?? '';
