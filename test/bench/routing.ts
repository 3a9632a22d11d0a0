import { parseArgs } from 'node:util';
import { trainModel } from '../../src/routing/route.ts';
import { type DataSet, readSets } from './data.ts';
import { type Contender, OURS, PEERS } from './engines.ts';
import { type Asked, auroc, bestThreshold, bytesInUse, calibrationError, quantile, share } from './measures.ts';
import { ourFinder, ownSet, shippedLibrary } from './own.ts';

type Row = {
  readonly set: string;
  readonly engine: string;
  readonly asked: number;
  /** Shares in percent; NaN where the set has no messages out of scope. */
  readonly accuracy: number;
  readonly inside: number;
  readonly outside: number;
  readonly auroc: number;
  readonly calibration: number;
  readonly p50: number;
  readonly p99: number;
  readonly buildMs: number;
  readonly megabytes: number;
};

/** What must be reached, in percent, by the beginning of a set's name. */
const BARS: Readonly<Record<string, Partial<Pick<Row, 'accuracy' | 'inside' | 'outside' | 'auroc'>>>> = {
  clinc_full: { accuracy: 92.5, inside: 91.5, outside: 60, auroc: 95.8 },
  clinc_small: { accuracy: 91, inside: 90, outside: 58, auroc: 95.5 },
  banking_full: { accuracy: 91.5 },
};
/** Means over the draws of a k-shot set. */
const MEANS: Readonly<Record<string, number>> = { banking_10_: 74, banking_5_: 62 };

/** Milliseconds that one question of our own library may take. */
const PACE = { set: 'our library', p50: 1, p99: 5 } as const;

/**
 * Measures all engines in one run on the same questions. `--data FILE` and `--data-dir FOLDER` (both repeatable) name
 * sets; `--engine NAME` (repeatable) leaves engines out; our own library is always measured unless `--no-own`.
 */
export async function routing(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: 'string', multiple: true, default: [] },
      'data-dir': { type: 'string', multiple: true, default: [] },
      engine: { type: 'string', multiple: true },
      'no-own': { type: 'boolean', default: false },
    },
  });
  const wanted = ({ name }: Contender) => values.engine === undefined || values.engine.includes(name);
  const rows: Row[] = [];
  const measure = async (set: DataSet, ours: Contender) => {
    for (const contender of [ours, ...PEERS].filter(wanted)) rows.push(show(await measured(set, contender)));
  };
  console.log(header());
  for (const set of readSets(values.data, values['data-dir'])) await measure(set, OURS);
  if (!values['no-own']) {
    const library = shippedLibrary();
    await measure(ownSet(library), {
      ...ourFinder(library),
      build: (set) => ourFinder(library, trainModel(library)).build(set),
    });
  }
  const misses = [...missedBars(rows), ...beaten(rows)];
  for (const miss of misses) console.error(miss);
  return misses.length > 0 ? 1 : 0;
}

async function measured(set: DataSet, { name, sample, build }: Contender): Promise<Row> {
  const before = bytesInUse();
  const start = performance.now();
  const ask = await build(set);
  const buildMs = performance.now() - start;
  const megabytes = (bytesInUse() - before) / 1e6;
  const run = async (questions: readonly (readonly [string, string])[]): Promise<Asked[]> => {
    const asked: Asked[] = [];
    const step = sample === undefined ? 1 : Math.max(1, questions.length / sample);
    for (let at = 0; at < questions.length; at += step) {
      const [text, label] = questions[Math.floor(at)] as readonly [string, string];
      const from = performance.now();
      const guess = await ask(text);
      asked.push({ right: guess.label === label, score: guess.score, ms: performance.now() - from });
    }
    return asked;
  };
  const none = (texts: readonly string[] = []) => texts.map((text) => [text, ''] as const);
  await run(set.test.slice(0, sample === undefined ? 50 : 5));
  const test = await run(set.test);
  const outside = await run(none(set.oos_test));
  // An engine that is only sampled takes seconds a question: it is spared the validation.
  const thresholded = sample === undefined && set.val !== undefined && set.oos_val !== undefined;
  const threshold = thresholded ? bestThreshold(await run(set.val ?? []), await run(none(set.oos_val))) : Number.NaN;
  const scores = (asked: readonly Asked[]) => asked.map(({ score }) => score);
  return {
    set: set.name,
    engine: name,
    asked: test.length,
    accuracy: 100 * share(test.map(({ right }) => right)),
    inside: thresholded ? 100 * share(test.map(({ right, score }) => right && score >= threshold)) : Number.NaN,
    outside: thresholded ? 100 * share(outside.map(({ score }) => score < threshold)) : Number.NaN,
    auroc: outside.length > 0 ? 100 * auroc(scores(test), scores(outside)) : Number.NaN,
    calibration: calibrationError([...test, ...outside]),
    p50: quantile(
      test.map(({ ms }) => ms),
      0.5,
    ),
    p99: quantile(
      test.map(({ ms }) => ms),
      0.99,
    ),
    buildMs,
    megabytes,
  };
}

function missedBars(rows: readonly Row[]): string[] {
  const ours = rows.filter(({ engine }) => engine === OURS.name);
  const single = ours.flatMap((row) =>
    Object.entries(BARS[row.set] ?? {}).flatMap(([key, bar]) => {
      const value = row[key as 'accuracy'];
      return value >= bar ? [] : [`${row.set}: ${key} ${value.toFixed(1)} is below ${bar}`];
    }),
  );
  const means = Object.entries(MEANS).flatMap(([prefix, bar]) => {
    const draws = ours.filter(({ set }) => set.startsWith(prefix));
    const mean = draws.reduce((sum, { accuracy }) => sum + accuracy, 0) / draws.length;
    return mean < bar ? [`${prefix}*: mean accuracy ${mean.toFixed(1)} is below ${bar}`] : [];
  });
  const slow = ours.flatMap(({ set, p50, p99 }) =>
    set === PACE.set && (p50 > PACE.p50 || p99 > PACE.p99)
      ? [`${set}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ${PACE.p50} and ${PACE.p99} are allowed`]
      : [],
  );
  return [...single, ...means, ...slow];
}

/** A peer that is ahead of us in accuracy or AUROC on the same set. */
function beaten(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const ours = rows.find(({ set, engine }) => set === row.set && engine === OURS.name);
    if (ours === undefined || row === ours) return [];
    return (['accuracy', 'auroc'] as const).flatMap((key) =>
      row[key] > ours[key] ? [`${row.set}: ${row.engine} is ahead in ${key}, ${row[key].toFixed(1)}`] : [],
    );
  });
}

function header(): string {
  return [
    '| set | engine | n | accuracy | in scope / OOS recall | AUROC | calibration error | p50 ms | p99 ms | build ms | MB |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
  ].join('\n');
}

function show(row: Row): Row {
  const number = (value: number, digits: number) => (Number.isNaN(value) ? '' : value.toFixed(digits));
  const both = Number.isNaN(row.inside) ? '' : `${number(row.inside, 1)} / ${number(row.outside, 1)}`;
  const cells = [
    row.set,
    row.engine,
    row.asked,
    number(row.accuracy, 1),
    both,
    number(row.auroc, 1),
    row.engine === OURS.name ? number(row.calibration, 3) : '',
    number(row.p50, 2),
    number(row.p99, 2),
    number(row.buildMs, 0),
    number(row.megabytes, 1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  return row;
}
