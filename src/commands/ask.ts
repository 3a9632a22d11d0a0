import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Adapter, type Bot, type Question, reference } from '#contract';
import { createBot } from '../bot.ts';
import { picture } from '../drawing/picture.ts';
import { answerLines } from '../jsonl.ts';
import { LEARNED, requireKnowing } from '../knowing.ts';
import { openMemory } from '../memory/open.ts';
import { createLog } from '../operating/log.ts';
import { requireSettings } from '../settings.ts';
import type { Given } from './command.ts';

/** Answers one question from the words, a file or standard input; `--jsonl` answers a stream of them. */
export async function ask({ words, load }: Given): Promise<number> {
  const settings = requireSettings([]);
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      jsonl: { type: 'boolean' },
      why: { type: 'boolean' },
      file: { type: 'string' },
      picture: { type: 'string' },
    },
  });
  const know = () =>
    requireKnowing(settings.knowledgeFolders, [settings.dataFolder, LEARNED], createLog(process.stderr));
  if (values.jsonl) {
    await answerLines(know(), today(), process.stdin, process.stdout);
    return 0;
  }
  const text =
    values.file !== undefined
      ? readFileSync(values.file, 'utf8')
      : positionals.length > 0
        ? positionals.join(' ')
        : await readInput();
  const memory = await openMemory(settings.dataFolder);
  try {
    const knowing = know();
    const bot = createBot({ knowing: () => knowing, memory, log: () => {}, picture });
    const question: Question = {
      text,
      thread: `console:${reference()}`,
      asker: 'console',
      day: today(),
      deliveries: [],
    };
    return await (await terminal(load)).once(bot, question, { why: values.why ?? false, picture: values.picture });
  } finally {
    await memory.close();
  }
}

/** What the adapter for the terminal offers beyond the contract: one question, drawn, and the exit code. */
type Terminal = Adapter & {
  once(
    bot: Bot,
    question: Question,
    options: { readonly why: boolean; readonly picture: string | undefined },
  ): Promise<number>;
};

async function terminal(load: Given['load']): Promise<Terminal> {
  return (await load('console')) as Terminal;
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw new Error('nothing was asked — npm run ask -- "your question", or --file build.log, or pipe a log in');
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) text += part;
  return text;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
