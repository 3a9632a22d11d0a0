import type { Sparse } from './sparse.ts';

/** Texts of other labels that one label is trained against, all labels together: bounds the time that training takes. */
const BUDGET = 450_000;
const FEWEST = 250;

/**
 * For every label the texts of other labels that are most like its own: those that it could be mistaken for. A label
 * learns nothing new from texts that share no word with it, so leaving them out costs little and saves most of the time.
 */
export function rivalsOf(
  words: readonly Sparse[],
  target: readonly number[],
  labels: number,
  size: number,
): Int32Array[] {
  const count = Math.max(FEWEST, Math.floor(BUDGET / labels));
  const own = Array.from({ length: labels }, (): number[] => []);
  for (const [index, label] of target.entries()) own[label]?.push(index);
  if (words.length <= count)
    return own.map((_, label) => Int32Array.from(target.keys()).filter((i) => target[i] !== label));
  const postings = byFeature(words, size);
  const likeness = new Float32Array(words.length);
  return own.map((indices, label) => {
    likeness.fill(0);
    for (const index of indices) {
      const { at, value } = words[index] as Sparse;
      for (let n = 0; n < at.length; n++) {
        const weight = value[n] as number;
        for (
          let k = postings.from[at[n] as number] as number;
          k < (postings.from[(at[n] as number) + 1] as number);
          k++
        ) {
          const other = postings.text[k] as number;
          likeness[other] = (likeness[other] as number) + weight * (postings.value[k] as number);
        }
      }
    }
    const others = Int32Array.from(target.keys()).filter((index) => target[index] !== label);
    return others
      .sort((one, other) => (likeness[other] as number) - (likeness[one] as number) || one - other)
      .slice(0, count);
  });
}

function byFeature(vectors: readonly Sparse[], size: number) {
  const from = new Int32Array(size + 1);
  for (const { at } of vectors) for (const feature of at) from[feature + 1] = (from[feature + 1] as number) + 1;
  for (let feature = 1; feature <= size; feature++)
    from[feature] = (from[feature] as number) + (from[feature - 1] as number);
  const next = Int32Array.from(from);
  const text = new Int32Array(from[size] as number);
  const value = new Float32Array(text.length);
  for (const [index, vector] of vectors.entries()) {
    for (const [n, feature] of vector.at.entries()) {
      const place = next[feature] as number;
      text[place] = index;
      value[place] = vector.value[n] as number;
      next[feature] = place + 1;
    }
  }
  return { from, text, value };
}
