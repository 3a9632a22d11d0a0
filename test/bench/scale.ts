import type { Entry, Library } from '../../src/knowledge/library.ts';
import { createRouter, restoreModel, serializeModel, trainModel } from '../../src/routing/route.ts';
import { entry } from '../routing/small.ts';
import { createChance, pick } from './chance.ts';
import { bytesInUse, quantile } from './measures.ts';
import { shippedLibrary } from './own.ts';

const SIZES = [300, 1_000, 3_000, 10_000] as const;
const PHRASINGS = 10;
const QUESTIONS = 400;
/** The size at which bars hold: a large company's own knowledge on top of ours. */
const JUDGED = 3_000;
const BARS = { p99: 10, megabytes: 500, startMs: 2_000 } as const;

/** Measures synthesized libraries of growing size: build, start from cache, memory, time for one question. */
export async function scale(words: readonly string[]): Promise<number> {
  const sizes = words.length > 0 ? words.map(Number) : SIZES;
  const shipped = shippedLibrary();
  console.log('| entries | phrasings | build ms | cache MB | start from cache ms | memory MB | p50 ms | p99 ms |');
  console.log('|---|---|---|---|---|---|---|---|');
  let missed = false;
  for (const size of sizes) {
    const { library, questions } = synthesized(size, shipped);
    const buildFrom = performance.now();
    const cache = serializeModel(trainModel(library));
    const buildMs = performance.now() - buildFrom;
    const startFrom = performance.now();
    const router = createRouter(library, restoreModel(cache));
    const startMs = performance.now() - startFrom;
    // All that the process holds: the library, the model and the program itself.
    const megabytes = bytesInUse() / 1e6;
    for (const text of questions.slice(0, 50)) router.route({ text });
    const times = questions.map((text) => {
      const from = performance.now();
      router.route({ text });
      return performance.now() - from;
    });
    const p99 = quantile(times, 0.99);
    const cells = [size, size * PHRASINGS, buildMs.toFixed(0), (cache.length / 1e6).toFixed(0), startMs.toFixed(0)];
    console.log(`| ${[...cells, megabytes.toFixed(0), quantile(times, 0.5).toFixed(2), p99.toFixed(2)].join(' | ')} |`);
    if (size === JUDGED) missed = p99 > BARS.p99 || megabytes > BARS.megabytes || startMs > BARS.startMs;
  }
  if (missed)
    console.error(
      `at ${JUDGED} entries: p99 ≤ ${BARS.p99} ms, memory ≤ ${BARS.megabytes} MB, start ≤ ${BARS.startMs} ms`,
    );
  return missed ? 1 : 0;
}

const FRAMES = [
  'how do i X Y in Z',
  'why is X slower with Y',
  'X fails with Y on Z',
  'what does X do',
  'X or Y for Z',
  'cannot X after Y',
  'error in X: Y is not Z',
  'best way to X with Y',
  'does X support Y',
  'turn off X when Y runs on Z',
];
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo za tra ple ster con pro ment'.split(' ');

/** A library whose entries are written in words of their own, seeded, over the shipped vocabulary. */
function synthesized(size: number, shipped: Library): { library: Library; questions: readonly string[] } {
  const chance = createChance(size);
  const word = () => Array.from({ length: 2 + Math.floor(chance() * 3) }, () => pick(SYLLABLES, chance)).join('');
  const shared = Array.from({ length: 2_000 }, word);
  const stacks = Object.keys(shipped.vocabulary.stacks);
  const questions: string[] = [];
  const entries = Array.from({ length: size }, (_, number): Entry => {
    const own = [word(), word(), word(), pick(shared, chance), pick(shared, chance), pick(shared, chance)];
    const phrase = () => pick(FRAMES, chance).replace(/[XYZ]/g, () => pick(chance() < 0.7 ? own : shared, chance));
    const stack = pick(stacks, chance);
    if (number % Math.ceil(size / QUESTIONS) === 0) questions.push(phrase());
    return entry(
      `${stack}/topic-${number}`,
      `${own.slice(0, 3).join(' ')} ${number}`,
      Array.from({ length: PHRASINGS }, phrase),
    );
  });
  const byId = new Map(entries.map((one) => [one.id, one]));
  return { library: { ...shipped, entries, byId, hash: `synthesized-${size}` }, questions };
}
