import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { respond } from '../../src/answering/respond.ts';
import { LEARNED, requireKnowing } from '../../src/knowing.ts';
import { createChance, pick } from './chance.ts';

/** Milliseconds that the slowest paste of a size may take: routed alone; answered, before anybody notices a delay. */
const BARS = [
  { bytes: 50_000, what: 'routed', ms: 50 },
  { bytes: 1_000_000, what: 'answered', ms: 500 },
] as const;
/** The median of so many runs counts: a collection of garbage is not the paste's fault. */
const RUNS = 5;

/** Measures how long pastes take that people send whole, and some that were made to hurt. */
export async function pastes(): Promise<number> {
  const knowing = requireKnowing([], [LEARNED], () => undefined);
  const day = new Date().toISOString().slice(0, 10);
  const run = {
    routed: (text: string) => knowing.router.route({ text }),
    answered: (text: string) => respond(knowing, { text, day }, undefined),
  };
  console.log('| paste | kB | ms |\n|---|---|---|');
  const misses: string[] = [];
  for (const { bytes, what, ms } of BARS) {
    for (const [name, made] of Object.entries(PASTES)) {
      const text = made(bytes).slice(0, bytes);
      const took = median(Array.from({ length: RUNS }, () => timed(() => run[what](text))));
      console.log(`| ${name}, ${what} | ${bytes / 1000} | ${took.toFixed(1)} |`);
      if (took > ms) misses.push(`${name}: ${bytes / 1000} kB ${what} in ${took.toFixed(1)} ms, ${ms} are allowed`);
    }
  }
  for (const miss of misses) console.error(miss);
  return misses.length > 0 ? 1 : 0;
}

const PASTES: Readonly<Record<string, (bytes: number) => string>> = {
  'logs one after the other': (bytes) => repeated(logs().join('\n'), bytes),
  'one log line, repeated': (bytes) => repeated(`${logs()[0]?.split('\n')[0]}\n`, bytes),
  'a healthy log': (bytes) => numbered((line) => `INFO step ${line} loss 0.${line} lr 1e-4 tokens/s 18${line}`, bytes),
  'lines of "error: "': (bytes) => numbered((line) => `error: ${line} failed with status ${line}`, bytes),
  'one line without a space': (bytes) => repeated('abcdefgh0123_', bytes),
  brackets: (bytes) => repeated('([{<', bytes),
  'random words': (bytes) => words(bytes),
};

function logs(): readonly string[] {
  const folder = fileURLToPath(new URL('../reading/logs/', import.meta.url));
  return readdirSync(folder).map((file) => readFileSync(`${folder}${file}`, 'utf8'));
}

function repeated(text: string, bytes: number): string {
  return text.repeat(Math.ceil(bytes / Math.max(1, text.length)));
}

function numbered(line: (number: number) => string, bytes: number): string {
  return Array.from({ length: Math.ceil(bytes / line(0).length) }, (_, number) => line(number)).join('\n');
}

function words(bytes: number): string {
  const chance = createChance(11);
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const word = () => Array.from({ length: 3 + Math.floor(chance() * 8) }, () => pick(letters, chance)).join('');
  return Array.from({ length: Math.ceil(bytes / 4) }, word).join(' ');
}

function timed(run: () => unknown): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
