import type { Adjust, Engine, Ranked } from './engine.ts';
import type { Vector } from './features.ts';
import { addProducts } from './sparse.ts';

/** What ranking needs of an engine, before confidence is learnt. */
export type Trained = Pick<Engine, 'labels' | 'weights' | 'postings' | 'target' | 'bodies'>;

/** Phrasings of a label whose likeness is looked at. */
export const NEAR = 3;
/** Numbers that confidence is judged by. */
const EVIDENCE = 17;

/** What confidence is judged by: of every number more is better. */
export function evidenceOf(
  engine: Trained,
  vector: Vector,
  ranked: readonly Ranked[],
  scores: Float64Array,
  near: Float64Array,
  { strength, same }: Adjust,
): number[] {
  const [first] = ranked;
  if (first === undefined) return new Array<number>(EVIDENCE).fill(-1);
  const rest = ranked.slice(1).filter(({ label }) => same?.(first.label, label) !== true);
  const lead = (part: (ranked: Ranked) => number) => part(first) - Math.max(-2, ...rest.map(part));
  const share = (sharpness: number) =>
    1 / rest.reduce((total, { score }) => total + Math.exp(sharpness * (score - first.score)), 1);
  const none = scores[engine.labels] ?? -1;
  const away = near[engine.labels * NEAR] as number;
  return [
    first.score,
    lead(({ score }) => score),
    share(3),
    share(6),
    first.likeness,
    average(near.subarray(first.label * NEAR, (first.label + 1) * NEAR)),
    first.margin,
    lead(({ margin }) => margin),
    first.bonus,
    first.coverage,
    lead(({ coverage }) => coverage),
    vector.known,
    -none,
    first.margin - none,
    -away,
    first.likeness - away,
    strength,
  ];
}

/** How like the text is to the phrasings of every label: the NEAR nearest of each, the nearest first, 0 when there are fewer. */
export function likenesses({ labels, postings, target }: Trained, vector: Vector): Float64Array {
  const sums = new Float32Array(target.length);
  addProducts(vector, vector.words, postings, sums);
  const near = new Float64Array((labels + 1) * NEAR);
  for (let text = 0; text < sums.length; text++) {
    const sum = sums[text] as number;
    const label = target[text] as number;
    if (sum === 0 || label < 0) continue;
    let place = (label + 1) * NEAR - 1;
    if (sum <= (near[place] as number)) continue;
    for (; place > label * NEAR && (near[place - 1] as number) < sum; place--) near[place] = near[place - 1] as number;
    near[place] = sum;
  }
  return near;
}

function average(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
