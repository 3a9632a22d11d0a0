import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Given } from './commands/command.ts';

/** The commands, each loaded only when it is run: asking one question needs no chat SDK. */
const COMMANDS: Readonly<Record<string, { readonly usage: string; load(): Promise<Command> }>> = {
  start: {
    usage:
      'npm start                                  the chat in this terminal, and every platform with its tokens set',
    load: async () => (await import('./commands/start.ts')).start,
  },
  ask: {
    usage:
      'npm run ask -- "question"                  one answer; or --file build.log, or a log piped in\n' +
      '  --why                                      how the router decided\n' +
      '  --picture FILE                             write the chart of a calculation as PNG\n' +
      '  --jsonl                                    one {"id","text"} a line in, one answer object a line out',
    load: async () => (await import('./commands/ask.ts')).ask,
  },
  check: {
    usage:
      'npm run check                              every problem of the library; after a lone --: --coverage, --code, --fresh, --routes',
    load: async () => (await import('./commands/check.ts')).check,
  },
  learn: {
    usage: 'npm run learn                              prepare library and model ahead of the first start',
    load: async () => (await import('./commands/learn.ts')).learn,
  },
  gaps: {
    usage: 'npm run gaps                               what could not be answered, most asked first',
    load: async () => (await import('./commands/gaps.ts')).gaps,
  },
  schema: {
    usage: 'npm run schema                             the JSON schema of an entry, for an editor',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
};

/** Words that ask for the list of commands, wherever people put them. */
const HELP: readonly string[] = ['help', '--help', '-h'];

/** Every folder under adapters/ is a platform: adding one touches no file here. */
const ADAPTERS = new URL('../adapters/', import.meta.url);

const given: Given = {
  words: process.argv.slice(3),
  platforms: readdirSync(fileURLToPath(ADAPTERS), { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => item.name)
    .sort(),
  load: async (platform) => (await import(new URL(`${platform}/index.ts`, ADAPTERS).href)).adapter,
};

try {
  const name = process.argv[2] ?? 'start';
  const command = COMMANDS[name];
  if (HELP.includes(name) || HELP.slice(1).includes(given.words[0] ?? '')) {
    console.log(
      Object.values(COMMANDS)
        .map(({ usage }) => usage)
        .join('\n'),
    );
  } else if (command === undefined) {
    throw new Error(`"${name}" is not a command — one of ${Object.keys(COMMANDS).join(', ')}`);
  } else {
    process.exitCode = await (await command.load())(given);
  }
  // A pipe may still be draining what was printed; a terminal would keep the process open.
  if (process.stdin.isTTY) process.exit();
} catch (error) {
  // What is wrong with the surroundings is one clear message, no stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
