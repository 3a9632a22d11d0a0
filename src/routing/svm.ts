import type { Sparse } from './sparse.ts';

/** Cost of a violated margin, for texts of the label itself and for others. */
const COST = 1;
/** Stop when no step of a pass moved by more than this gradient. */
const TOLERANCE = 0.05;

/**
 * Trains one label against others into `weights` (zeroed by the caller) and gives the bias: L2-regularized, L2-loss
 * linear separator by dual coordinate descent (Hsieh et al. 2008) with shrinking. The texts are visited in the order
 * given: the same input gives the same weights.
 */
export function trainSeparator(
  texts: readonly Sparse[],
  order: Int32Array,
  isOwn: (text: number) => boolean,
  weights: Float64Array,
  norms: Float64Array,
  passes: number,
): number {
  const sign = Int8Array.from(order, (text) => (isOwn(text) ? 1 : -1));
  const alpha = new Float64Array(order.length);
  const active = Int32Array.from(order.keys());
  const diagonal = 0.5 / COST;
  let bias = 0;
  let count = active.length;
  for (let pass = 0; pass < passes; pass++) {
    let largest = 0;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const place = active[k] as number;
      const text = order[place] as number;
      const side = sign[place] as number;
      const { at, value } = texts[text] as Sparse;
      let score = bias;
      for (let n = 0; n < at.length; n++) score += (weights[at[n] as number] as number) * (value[n] as number);
      const old = alpha[place] as number;
      const gradient = side * score - 1 + old * diagonal;
      if (old === 0 && gradient > 0) {
        // Clearly on its side: shrunk for good after the first pass.
        if (pass === 0 || gradient < 0.3) active[kept++] = place;
        continue;
      }
      active[kept++] = place;
      largest = Math.max(largest, Math.abs(gradient));
      const next = Math.max(0, old - gradient / ((norms[text] as number) + 1 + diagonal));
      const step = (next - old) * side;
      if (step === 0) continue;
      alpha[place] = next;
      for (let n = 0; n < at.length; n++) {
        const position = at[n] as number;
        weights[position] = (weights[position] as number) + step * (value[n] as number);
      }
      bias += step;
    }
    count = kept;
    if (largest < TOLERANCE) break;
  }
  return bias;
}
