import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Adapter, type Bot, type Question, type Reply, reference } from '#contract';
import { draw, drawWhy, type Look } from './draw.ts';
import { columnsOf } from './limits.ts';
import { read } from './read.ts';

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where the terminal's words come from and go to; tests give streams of their own. */
export type Streams = { readonly input: Readable; readonly output: Output; readonly ended: () => void };

/** A conversation ends with its process: every start is a new thread. */
const THREAD = `console:${reference()}`;

/** The terminal as a platform: proves the contract without a token, and lets anybody try the bot. */
export function createConsoleAdapter({ input, output, ended }: Streams): Adapter {
  return {
    name: 'console',
    settings: [],
    async start({ bot, log }) {
      const lines = createInterface({ input, output, terminal: output.isTTY === true, historySize: 500, prompt: '› ' });
      let last: Reply | undefined;
      let busy: Promise<void> = Promise.resolve();
      let closed = false;
      const say = (text: string): void => {
        output.write(`${text}\n`);
      };
      const answer = async (line: string): Promise<void> => {
        const typed = read(line, THREAD, today());
        if (typed.kind === 'end') return lines.close();
        if (typed.kind === 'why' && last !== undefined) say(drawWhy(last.answer, lookOf(output)));
        if (typed.kind === 'question') last = (await bot.ask(typed.question)) ?? last;
        if (typed.kind === 'choice') {
          const choice = choicesOf(last)[typed.number - 1];
          if (choice === undefined) return say(`There is no choice ${typed.number}.`);
          last = await bot.act(choice.action, { thread: THREAD, asker: 'console', day: today() });
        }
        if (last !== undefined && (typed.kind === 'question' || typed.kind === 'choice'))
          say(`\n${draw(last, lookOf(output))}`);
      };
      lines.on('line', (line) => {
        busy = busy
          .then(() => answer(line))
          .catch((error: unknown) => {
            const name = reference();
            log('error', 'the terminal could not answer', { reference: name, error });
            say(`Sorry, something went wrong (reference ${name}). Ask again.`);
          })
          .then(() => {
            if (!closed) lines.prompt();
          });
      });
      lines.on('close', () => {
        closed = true;
        void busy.then(ended);
      });
      say(
        'Ridgepoint. Ask about CUDA-class GPUs and their stacks, or paste an error. A number picks a choice, why explains, exit ends.\n',
      );
      lines.prompt();
      return {
        health: () => ({ ready: true, detail: 'terminal' }),
        stop: async () => {
          lines.removeAllListeners('close');
          lines.close();
          await busy;
        },
      };
    },
  };
}

/** The terminal this process runs in; it can also answer one question and be done. */
export const adapter = {
  ...createConsoleAdapter({
    input: process.stdin,
    output: process.stdout,
    ended: () => process.kill(process.pid, 'SIGTERM'),
  }),

  /** Prints the answer to one question. @returns the exit code: 1 when a picture was wanted and there is none. */
  async once(
    bot: Bot,
    question: Question,
    options: { readonly why: boolean; readonly picture: string | undefined },
  ): Promise<number> {
    const reply = await bot.ask(question);
    if (reply === undefined) return 0;
    process.stdout.write(draw(reply, lookOf(process.stdout)));
    if (options.why) process.stdout.write(`\n${drawWhy(reply.answer, lookOf(process.stdout))}`);
    if (options.picture === undefined) return 0;
    const picture = reply.answer.blocks.find((block) => block.kind === 'picture');
    if (picture === undefined) {
      process.stderr.write('This answer has no picture, so none was written.\n');
      return 1;
    }
    writeFileSync(options.picture, await bot.picture(picture.chart));
    return 0;
  },
};

function choicesOf(reply: Reply | undefined): readonly { readonly action: Reply['actions'][number]['action'] }[] {
  if (reply === undefined) return [];
  return [
    ...reply.answer.choices,
    ...reply.actions.filter(({ action }) => action.do === 'none' || action.do === 'simpler'),
  ];
}

function lookOf(output: Output): Look {
  const terminal = output.isTTY === true;
  return { columns: columnsOf(terminal ? output.columns : undefined), colour: terminal };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
