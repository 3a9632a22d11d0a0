import type { Sparse } from './sparse.ts';
import { type Texts, trainSeparator } from './svm.ts';

/** Weights of all labels, by feature: `from[f]` to `from[f + 1]` are the labels that the feature speaks for or against. */
export type Weights = {
  readonly from: Int32Array;
  readonly label: Uint16Array;
  readonly weight: Float32Array;
  readonly bias: Float32Array;
};

/** A weight smaller than this changes no decision (measured: half of all weights); leaving it out makes asking quicker. */
const SMALLEST = 2e-2;

/**
 * Learns one linear separator per label against its rivals. Deterministic: the same texts in the same order give the
 * same weights. `rivals[label]` are the texts of other labels to learn it against.
 */
export function trainWeights(
  texts: Texts,
  own: readonly (readonly number[])[],
  rivals: readonly Int32Array[],
  size: number,
  passes: number,
): Weights {
  const bias = new Float32Array(own.length);
  const counts = new Int32Array(size + 1);
  const weights = new Float64Array(size);
  const columns = own.map((mine, label) => {
    const order = shuffled([...mine, ...(rivals[label] ?? [])]);
    const first = new Set(mine);
    const sign = Int8Array.from(order, (text) => (first.has(text) ? 1 : -1));
    const trained = trainSeparator(texts, order, sign, weights, passes);
    bias[label] = trained.bias;
    const at: number[] = [];
    const weight: number[] = [];
    for (const text of trained.support) {
      for (let n = texts.from[text] as number; n < (texts.from[text + 1] as number); n++) {
        const feature = texts.at[n] as number;
        const value = weights[feature] as number;
        weights[feature] = 0;
        if (Math.abs(value) < SMALLEST) continue;
        at.push(feature);
        weight.push(value);
        counts[feature + 1] = (counts[feature + 1] as number) + 1;
      }
    }
    return { at: Int32Array.from(at), weight: Float32Array.from(weight) };
  });
  return byFeature(columns, counts, bias);
}

function byFeature(
  columns: readonly { readonly at: Int32Array; readonly weight: Float32Array }[],
  counts: Int32Array,
  bias: Float32Array,
): Weights {
  for (let feature = 1; feature < counts.length; feature++) {
    counts[feature] = (counts[feature] as number) + (counts[feature - 1] as number);
  }
  const total = counts[counts.length - 1] as number;
  const next = Int32Array.from(counts);
  const label = new Uint16Array(total);
  const weight = new Float32Array(total);
  for (const [column, { at, weight: values }] of columns.entries()) {
    for (const [k, feature] of at.entries()) {
      const place = next[feature] as number;
      label[place] = column;
      weight[place] = values[k] as number;
      next[feature] = place + 1;
    }
  }
  return { from: counts, label, weight, bias };
}

/** The margin of every label for a vector: above 0 speaks for it. */
export function margins({ at, value }: Sparse, { from, label, weight, bias }: Weights): Float64Array {
  const scores = new Float64Array(bias);
  for (let n = 0; n < at.length; n++) {
    const feature = at[n] as number;
    const strength = value[n] as number;
    const end = from[feature + 1] as number;
    for (let k = from[feature] as number; k < end; k++) {
      const speaks = label[k] as number;
      scores[speaks] = (scores[speaks] as number) + strength * (weight[k] as number);
    }
  }
  return scores;
}

/** The same numbers in a fixed shuffle: neighbours in a file are alike, and descent in that order is slow. */
function shuffled(numbers: readonly number[]): Int32Array {
  const order = Int32Array.from(numbers);
  let state = 0x2545f491;
  for (let index = order.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (index + 1);
    const kept = order[index] as number;
    order[index] = order[other] as number;
    order[other] = kept;
  }
  return order;
}
