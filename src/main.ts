import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Given } from './commands/command.ts';

/** The commands, each loaded only when it is run: asking one question needs no chat SDK. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  ask: async () => (await import('./commands/ask.ts')).ask,
  check: async () => (await import('./commands/check.ts')).check,
  learn: async () => (await import('./commands/learn.ts')).learn,
  gaps: async () => (await import('./commands/gaps.ts')).gaps,
  schema: async () => (await import('./commands/schema.ts')).schema,
};

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
  if (command === undefined) throw new Error(`"${name}" is not a command — one of ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = await (await command())(given);
  // A pipe may still be draining what was printed; a terminal would keep the process open.
  if (process.stdin.isTTY) process.exit();
} catch (error) {
  // What is wrong with the surroundings is one clear message, no stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
