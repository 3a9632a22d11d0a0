import { type Bodies, coverages, indexBodies } from './bodies.ts';
import { margins, trainWeights, type Weights } from './classifier.ts';
import { evidenceOf, likenesses, type Trained } from './evidence.ts';
import {
  type Counted,
  countFeatures,
  type FeatureSpace,
  featureSpace,
  located,
  type Terms,
  type Vector,
  vectorOf,
} from './features.ts';
import { fitLogistic, type Logistic, probability } from './logistic.ts';
import { rivalsOf } from './rivals.ts';
import { type Groups, groupsOf, type Postings, turnOver } from './sparse.ts';
import { packed } from './svm.ts';

/** One text to learn from. */
export type Lesson<Read = unknown> = {
  readonly terms: Terms;
  /** -1: it belongs to no label, and the engine must stay silent. */
  readonly label: number;
  /** Labels that would be right too, when it comes to learning confidence. */
  readonly also?: readonly number[] | undefined;
  /** False: learnt from, but not like what people ask, so confidence is not judged by it. */
  readonly probe?: boolean;
  /** What the caller read of it. */
  readonly read?: Read;
};

/** What was learnt: enough to rank labels for a text and to say how likely the first is right. */
export type Engine = {
  readonly labels: number;
  readonly space: FeatureSpace;
  readonly weights: Weights;
  /** The words of every text learnt from, by feature, and the texts of each label, those of -1 last. */
  readonly postings: Postings;
  readonly own: Groups;
  /** What the answers say; empty when nothing but phrasings is known. */
  readonly bodies: Bodies;
  /** Probability that the first is right, and that the right one is among the first three. */
  readonly first: Logistic;
  readonly three: Logistic;
};

/** A label with its score and the parts of it. */
export type Ranked = {
  readonly label: number;
  readonly score: number;
  /** Margin of the linear separator. */
  readonly margin: number;
  /** Likeness of the nearest phrasing, 0 to 1. */
  readonly likeness: number;
  /** Share of the text that the label's body holds, 0 to 1. */
  readonly coverage: number;
  /** What the caller added: signals, slots. */
  readonly bonus: number;
};

export type Ranking = {
  /** Best first, at most DEPTH. */
  readonly ranked: readonly Ranked[];
  readonly first: number;
  readonly three: number;
  readonly vector: Vector;
  readonly evidence: readonly number[];
};

/** Adds to or takes from the score of a label, for reasons of the caller's; `labels` names those to consider in any case. */
export type Adjust = {
  /** True for two labels that differ only by what the text leaves open: they do not compete for confidence. */
  readonly same?: ((one: number, other: number) => boolean) | undefined;
  readonly bonus: (label: number) => number;
  readonly labels: readonly number[];
  readonly strength: number;
};

const DEPTH = 8;
const FOLDS = 3;
/** From so many texts on one fold tells enough about confidence. */
const MANY = 8_000;
const PASSES = 8;
const FOLD_PASSES = 4;
/** What the parts of a score count: fitted on held-out questions; the first two are kept as public sets want them. */
const MARGIN = 0.7;
const LIKENESS = 0.28;
const COVERAGE = 2.8;
const BONUS = 0.7;
/** How many messages of no label come on one that has a label while confidence is learnt: many, for a sharp eye. */
const AWAY = 0.4;
/** How many come in a channel; confidence is moved from the one to the other. */
const EXPECTED = 0.2;
const NOTHING: Adjust = { bonus: () => 0, labels: [], strength: 0 };

/**
 * Learns from the lessons; deterministic. `adjust` must be what `rank` will be called with, so that confidence knows it.
 * Confidence is judged by `held`, texts that nothing else is learnt from; without any, by lessons kept back in turn.
 */
export function learn<Read>(
  lessons: readonly Lesson<Read>[],
  labels: number,
  adjust: (lesson: Lesson<Read>) => Adjust = () => NOTHING,
  texts: readonly Terms[] = [],
  held: readonly Lesson<Read>[] = [],
): Engine {
  const named = lessons.map(({ terms }) => countFeatures(terms));
  const space = featureSpace(named);
  const counted = named.map((counts) => located(counts, space));
  const vectors = counted.map((text) => vectorOf(text, space));
  const size = space.documents.length;
  const target = Int32Array.from(lessons, ({ label }) => (label < 0 ? labels : label));
  const postings = turnOver(
    vectors,
    vectors.map(({ words }) => words),
    size,
  );
  const rivals = rivalsOf(vectors, target, labels + 1, postings);
  const bodies = indexBodies(texts);
  const learnt = packed(vectors);
  const train = (kept: (index: number) => boolean, passes: number): Weights => {
    const own = Array.from({ length: labels + 1 }, (): number[] => []);
    for (const [index, label] of target.entries()) if (kept(index)) own[label]?.push(index);
    return trainWeights(
      learnt,
      own,
      rivals.map((list) => list.filter(kept)),
      size,
      passes,
    );
  };
  const rows: (readonly number[])[] = [];
  const first: number[] = [];
  const away: boolean[] = [];
  const three: number[] = [];
  const probe = (trained: Trained, lesson: Lesson<Read>, vector: Vector): void => {
    const { ranked, evidence } = order(trained, lesson.terms, vector, adjust(lesson));
    rows.push(evidence);
    away.push(lesson.label < 0);
    const right = ranked.map(({ label }) => label === lesson.label || (lesson.also ?? []).includes(label));
    first.push(right[0] === true ? 1 : 0);
    three.push(right.slice(0, 3).includes(true) ? 1 : 0);
  };
  const fold = foldsOf(target, labels + 1);
  for (let out = 0; out < (held.length === 0 && lessons.length > MANY ? 1 : FOLDS); out++) {
    // With questions that are held out anyway, only messages of no label must be kept back for it.
    const isOut = (index: number) => fold[index] === out && (held.length === 0 || target[index] === labels);
    const weights = train((index) => !isOut(index), FOLD_PASSES);
    // A text of the fold is nobody's phrasing while the fold is out.
    const rest = target.map((label, index) => (isOut(index) ? -1 : label));
    const trained = { labels, space, bodies, postings, weights, own: groupsOf(rest, labels + 1) };
    for (const [index, lesson] of lessons.entries()) {
      if (isOut(index) && lesson.probe !== false) probe(trained, lesson, vectorOf(counted[index] as Counted, space, 1));
    }
    for (const lesson of out === 0 ? held : []) {
      probe(trained, lesson, vectorOf(located(countFeatures(lesson.terms), space), space));
    }
  }
  const balance = balanceOf(away);
  return {
    labels,
    space,
    bodies,
    postings,
    own: groupsOf(target, labels + 1),
    weights: train(() => true, PASSES),
    first: expected(fitLogistic(rows, first, balance), away),
    three: expected(fitLogistic(rows, three, balance), away),
  };
}

/** Weights of the texts in learning confidence: those that belong nowhere weigh together AWAY times the others. */
function balanceOf(away: readonly boolean[]): number[] {
  const count = away.filter((none) => none).length;
  const weight = count === 0 ? 1 : Math.max(1, (AWAY * (away.length - count)) / count);
  return away.map((none) => (none ? weight : 1));
}

/** A model learnt with AWAY messages of no label as one for EXPECTED of them. */
function expected(model: Logistic, away: readonly boolean[]): Logistic {
  return away.includes(true) ? { ...model, bias: model.bias + Math.log(AWAY / EXPECTED) } : model;
}

/** Ranks the labels for a text. */
export function rank(engine: Engine, terms: Terms, adjust: Adjust = NOTHING): Ranking {
  const vector = vectorOf(located(countFeatures(terms), engine.space), engine.space);
  const { ranked, evidence } = order(engine, terms, vector, adjust);
  const first = probability(engine.first, evidence);
  // Two models learnt apart, yet what is first is among the first three.
  const three = Math.max(first, probability(engine.three, evidence));
  return { ranked, evidence, vector, first, three };
}

function order(
  engine: Trained,
  terms: Terms,
  vector: Vector,
  adjust: Adjust,
): { ranked: Ranked[]; evidence: number[] } {
  const scores = margins(vector, engine.weights);
  const near = likenesses(engine, vector);
  const covered = coverages(engine.bodies, terms);
  const candidates = new Set([
    ...highest(scores, engine.labels, DEPTH),
    ...highest(covered, covered.length, DEPTH / 2),
    ...adjust.labels,
  ]);
  const ranked = [...candidates]
    .map((label): Ranked => {
      const margin = scores[label] as number;
      const likeness = near(label)[0] as number;
      const bonus = adjust.bonus(label);
      const coverage = covered[label] ?? 0;
      const score = MARGIN * margin + LIKENESS * likeness + COVERAGE * coverage + BONUS * bonus;
      return { label, score, margin, likeness, coverage, bonus };
    })
    .sort((one, other) => other.score - one.score || one.label - other.label)
    .slice(0, DEPTH);
  return { ranked, evidence: evidenceOf(engine, vector, ranked, scores, near, adjust) };
}

function highest(scores: Float64Array, count: number, depth: number): number[] {
  const top: number[] = [];
  for (let label = 0; label < count; label++) {
    const score = scores[label] as number;
    if (top.length === depth && score <= (scores[top[depth - 1] as number] as number)) continue;
    let place = top.length;
    while (place > 0 && (scores[top[place - 1] as number] as number) < score) place--;
    top.splice(place, 0, label);
    if (top.length > depth) top.pop();
  }
  return top;
}

/** Deals the texts of every label out over the folds in turn. */
function foldsOf(target: Int32Array, groups: number): Int32Array {
  const next = Int32Array.from({ length: groups }, (_, group) => group % FOLDS);
  return Int32Array.from(target, (label) => {
    const fold = next[label] as number;
    next[label] = (fold + 1) % FOLDS;
    return fold;
  });
}
