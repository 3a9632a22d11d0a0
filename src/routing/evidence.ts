import type { Adjust, Engine, Ranked } from './engine.ts';
import type { Vector } from './features.ts';
import { addProducts, type Groups } from './sparse.ts';

/** What ranking needs of an engine, before confidence is learnt. */
export type Trained = Pick<Engine, 'labels' | 'space' | 'weights' | 'postings' | 'own' | 'bodies'>;

/** Phrasings of a label whose likeness is looked at. */
const NEAR = 3;
/** Numbers that confidence is judged by. */
const EVIDENCE = 17;

/** What confidence is judged by: of every number more is better. */
export function evidenceOf(
  engine: Trained,
  vector: Vector,
  ranked: readonly Ranked[],
  scores: Float64Array,
  near: Likeness,
  { strength, same }: Adjust,
): number[] {
  const [first] = ranked;
  if (first === undefined) return new Array<number>(EVIDENCE).fill(-1);
  const rest = ranked.slice(1).filter(({ label }) => same?.(first.label, label) !== true);
  const lead = (part: (ranked: Ranked) => number) => part(first) - Math.max(-2, ...rest.map(part));
  const share = (sharpness: number) =>
    1 / rest.reduce((total, { score }) => total + Math.exp(sharpness * (score - first.score)), 1);
  const none = scores[engine.labels] ?? -1;
  const [away = 0] = near(engine.labels);
  return [
    first.score,
    lead(({ score }) => score),
    share(3),
    share(6),
    first.likeness,
    average(near(first.label)),
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

/** How like a text is to the NEAR phrasings of a label that are nearest, the nearest first, 0 when there are fewer. */
export type Likeness = (label: number) => readonly number[];

/** Compares a text with all phrasings; what is asked for is then picked from it. */
export function likenesses({ space, own, postings }: Trained, vector: Vector): Likeness {
  const sums = new Float32Array(space.texts);
  addProducts(vector, vector.words, postings, sums);
  return (label) => nearest(sums, own, label);
}

function nearest(sums: Float32Array, { from, member }: Groups, label: number): number[] {
  const near = new Array<number>(NEAR).fill(0);
  for (let k = from[label] as number; k < (from[label + 1] as number); k++) {
    const sum = sums[member[k] as number] as number;
    let place = NEAR - 1;
    if (sum <= (near[place] as number)) continue;
    for (; place > 0 && (near[place - 1] as number) < sum; place--) near[place] = near[place - 1] as number;
    near[place] = sum;
  }
  return near;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
