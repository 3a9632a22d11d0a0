import type { Vector } from './features.ts';
import { addProducts, type Postings } from './sparse.ts';

/** Rivals of one label: so many for every text of its own, and within these bounds. */
const PER_OWN = 50;
const FEWEST = 300;
const MOST = 3_000;
/** Likeness is sorted into so many heaps instead of exactly: which of two equally like texts is left out matters to nobody. */
const HEAPS = 512;

/**
 * For every label the texts of other labels that are most like its own: those that it could be mistaken for. A label
 * learns nothing new from texts that share no word with it, so leaving them out costs little and saves most of the time.
 */
export function rivalsOf(
  vectors: readonly Vector[],
  target: Int32Array,
  labels: number,
  postings: Postings,
): Int32Array[] {
  const own = Array.from({ length: labels }, (): number[] => []);
  for (const [index, label] of target.entries()) own[label]?.push(index);
  const likeness = new Float32Array(vectors.length);
  return own.map((indices, label) => {
    const count = Math.min(MOST, Math.max(FEWEST, PER_OWN * indices.length));
    if (vectors.length - indices.length <= count) {
      return Int32Array.from(target.keys()).filter((index) => target[index] !== label);
    }
    likeness.fill(0);
    for (const index of indices) {
      const vector = vectors[index] as Vector;
      addProducts(vector, vector.words, postings, likeness);
    }
    for (const index of indices) likeness[index] = -1;
    return mostAlike(likeness, count);
  });
}

/** The places of the `count` highest values, negative ones left out, in ascending order of place. */
function mostAlike(values: Float32Array, count: number): Int32Array {
  const highest = values.reduce((most, value) => Math.max(most, value), 1e-9);
  const heapOf = (value: number) => Math.min(HEAPS - 1, Math.floor((value / highest) * HEAPS));
  const sizes = new Int32Array(HEAPS);
  for (const value of values) if (value >= 0) sizes[heapOf(value)] = (sizes[heapOf(value)] as number) + 1;
  let lowest = HEAPS;
  let left = count;
  while (lowest > 0 && left >= (sizes[lowest - 1] as number)) left -= sizes[--lowest] as number;
  const chosen: number[] = [];
  for (const [place, value] of values.entries()) {
    if (value < 0) continue;
    const heap = heapOf(value);
    if (heap >= lowest) chosen.push(place);
    else if (heap === lowest - 1 && left > 0) {
      chosen.push(place);
      left--;
    }
  }
  return Int32Array.from(chosen);
}
