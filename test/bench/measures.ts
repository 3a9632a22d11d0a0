import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One question asked: whether the label was right, how sure the engine was, how long it took in milliseconds. */
export type Asked = { readonly right: boolean; readonly score: number; readonly ms: number };

/** Share of true values, 0 to 1. */
export function share(values: readonly boolean[]): number {
  return values.filter(Boolean).length / Math.max(1, values.length);
}

/** The value below which the given share lies. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN;
}

/** Probability that a text in scope scores above one out of scope, ties counted half. */
export function auroc(inside: readonly number[], outside: readonly number[]): number {
  const all = [...inside.map((score) => ({ score, own: 1 })), ...outside.map((score) => ({ score, own: 0 }))];
  all.sort((one, other) => one.score - other.score);
  let ranks = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.score === all[start]?.score) end++;
    const middle = (start + 1 + end) / 2;
    for (const { own } of all.slice(start, end)) ranks += own * middle;
    start = end;
  }
  return (ranks - (inside.length * (inside.length + 1)) / 2) / (inside.length * outside.length);
}

/** Answers in scope that a threshold may cost on validation, as a share of all asked, for what it gains in silence. */
const SLACK = 0.002;

/**
 * A threshold by validation, "out of scope" counted as a class (Larson et al. 2019): the highest of those that get as many
 * right as the best one, within SLACK. The optimum is flat, and a wrong answer costs more than none.
 */
export function bestThreshold(inside: readonly Asked[], outside: readonly Asked[]): number {
  const candidates = [...inside, ...outside].map(({ score }) => score).sort((one, other) => other - one);
  const right = candidates.map(
    (threshold) =>
      inside.filter((asked) => asked.right && asked.score >= threshold).length +
      outside.filter(({ score }) => score < threshold).length,
  );
  const enough = Math.max(...right) - SLACK * candidates.length;
  return candidates[right.findIndex((count) => count >= enough)] ?? 0;
}

/** Mean gap between how sure and how often right, over ten bins of equal width. */
export function calibrationError(asked: readonly Asked[]): number {
  let sum = 0;
  for (let bin = 0; bin < 10; bin++) {
    const inside = asked.filter(({ score }) => Math.min(9, Math.floor(score * 10)) === bin);
    if (inside.length === 0) continue;
    const sure = inside.reduce((total, { score }) => total + score, 0) / inside.length;
    sum += (inside.length / asked.length) * Math.abs(sure - share(inside.map(({ right }) => right)));
  }
  return sum;
}

/** Bytes in use after a collection. */
export function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // What the first collection finalizes, the second frees.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
