import type { Terms } from './features.ts';

/** Full texts of the labels, indexed by word: what an answer says, next to how it is asked for. */
export type Bodies = {
  readonly positions: ReadonlyMap<string, number>;
  /** Labels that hold word w: `label[from[w]]` to `label[from[w + 1] - 1]`, each with how much it holds of it, 0 to 1. */
  readonly from: Int32Array;
  readonly label: Uint16Array;
  readonly share: Float32Array;
  readonly labels: number;
};

/** Repeating a word adds ever less (BM25's k1), and long texts hold every word more often (its b). */
const SATURATION = 1.2;
const LENGTH = 0.5;

/** Indexes the texts, one per label. */
export function indexBodies(texts: readonly Terms[]): Bodies {
  const counts = texts.map(countWords);
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const postings = new Map<string, { readonly label: number; readonly share: number }[]>();
  for (const [label, words] of counts.entries()) {
    const damping = SATURATION * (1 - LENGTH + (LENGTH * (lengths[label] as number)) / (mean || 1));
    for (const [word, count] of words) {
      const list = postings.get(word) ?? [];
      list.push({ label, share: count / (count + damping) });
      postings.set(word, list);
    }
  }
  const from = new Int32Array(postings.size + 1);
  for (const [index, list] of [...postings.values()].entries()) from[index + 1] = (from[index] as number) + list.length;
  const all = [...postings.values()].flat();
  return {
    positions: new Map([...postings.keys()].map((word, index) => [word, index])),
    from,
    label: Uint16Array.from(all, ({ label }) => label),
    share: Float32Array.from(all, ({ share }) => share),
    labels: texts.length,
  };
}

/** How much of a question, its words weighted by rarity, each text holds: 0 to 1. */
export function coverages(bodies: Bodies, terms: Terms): Float64Array {
  const covered = new Float64Array(bodies.labels);
  let total = 0;
  for (const word of countWords(terms).keys()) {
    const position = bodies.positions.get(word);
    const start = position === undefined ? 0 : (bodies.from[position] as number);
    const end = position === undefined ? 0 : (bodies.from[position + 1] as number);
    const rarity = Math.log(1 + (bodies.labels - (end - start) + 0.5) / (end - start + 0.5));
    total += rarity;
    for (let k = start; k < end; k++) {
      const label = bodies.label[k] as number;
      covered[label] = (covered[label] as number) + rarity * (bodies.share[k] as number);
    }
  }
  return total === 0 ? covered : covered.map((value) => value / total);
}

function countWords({ sequence, extra }: Terms): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of [...sequence, ...extra]) {
    if (!word.startsWith('§')) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
