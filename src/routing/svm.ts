import type { Sparse } from './sparse.ts';

/** Cost of a violated margin. */
const COST = 1;
/** Stop when no step of a pass moved by more than this gradient. */
const TOLERANCE = 0.05;
/** A text this far on its right side is not looked at again. */
const SAFE = 0.3;
/** Where a text stands that shares nothing with the label: on the far side. Most rivals then never cost a step. */
export const START = -1;

/**
 * How freely the bias moves from there, 1 for as freely as a weight. A label whose few texts are easily told from its
 * rivals would else end up near to everything.
 */
const BIAS = 0.3;

/** Texts in one piece of memory: text t holds the features `at[from[t]]` to `at[from[t + 1] - 1]`. */
export type Texts = {
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly value: Float32Array;
  /** Sum of squares of each text. */
  readonly norm: Float64Array;
};

/** Puts vectors into one piece of memory. */
export function packed(vectors: readonly Sparse[]): Texts {
  const from = new Int32Array(vectors.length + 1);
  for (const [index, { at }] of vectors.entries()) from[index + 1] = (from[index] as number) + at.length;
  const at = new Int32Array(from[vectors.length] as number);
  const value = new Float32Array(at.length);
  for (const [index, vector] of vectors.entries()) {
    at.set(vector.at, from[index] as number);
    value.set(vector.value, from[index] as number);
  }
  const norm = Float64Array.from(vectors, (vector) => vector.value.reduce((sum, next) => sum + next * next, 0));
  return { from, at, value, norm };
}

/**
 * Trains one label against others into `weights` (zeroed by the caller): L2-regularized, L2-loss
 * linear separator by dual coordinate descent (Hsieh et al. 2008) with shrinking. `sign` is 1 where the text of `order`
 * is the label's own, else -1. Gives the bias and the texts that the weights are made of. The same input, the same bits.
 */
export function trainSeparator(
  { from, at, value, norm }: Texts,
  order: Int32Array,
  sign: Int8Array,
  weights: Float64Array,
  passes: number,
): { readonly bias: number; readonly support: readonly number[] } {
  const alpha = new Float64Array(order.length);
  const active = Int32Array.from(order.keys());
  const diagonal = 0.5 / COST;
  let bias = START;
  let count = active.length;
  for (let pass = 0; pass < passes; pass++) {
    let largest = 0;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const place = active[k] as number;
      const text = order[place] as number;
      const side = sign[place] as number;
      const start = from[text] as number;
      const end = from[text + 1] as number;
      let score = bias;
      for (let n = start; n < end; n++) score += (weights[at[n] as number] as number) * (value[n] as number);
      const old = alpha[place] as number;
      const gradient = side * score - 1 + old * diagonal;
      if (old === 0 && gradient >= 0) {
        if (pass < 2 || gradient < SAFE) active[kept++] = place;
        continue;
      }
      active[kept++] = place;
      const next = Math.max(0, old - gradient / ((norm[text] as number) + BIAS + diagonal));
      if (next === old) continue;
      largest = Math.max(largest, Math.abs(gradient));
      const step = (next - old) * side;
      alpha[place] = next;
      for (let n = start; n < end; n++) {
        const position = at[n] as number;
        weights[position] = (weights[position] as number) + step * (value[n] as number);
      }
      bias += BIAS * step;
    }
    count = kept;
    if (largest < TOLERANCE) break;
  }
  return { bias, support: [...order].filter((_, place) => (alpha[place] as number) > 0) };
}
