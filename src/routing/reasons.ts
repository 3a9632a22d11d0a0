import type { Reason } from '../contract/index.ts';
import type { Engine, Ranked, Ranking } from './engine.ts';

/** Words shown at most. */
const SHOWN = 5;

/** Names the words that spoke most for a label, with what each added to its margin. */
export function matchedTerms(
  { weights, space }: Engine,
  { vector }: Ranking,
  label: number,
  written: readonly string[],
): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const term of new Set(written)) {
    const position = space.words.get(term);
    const place = position === undefined ? -1 : vector.at.indexOf(position);
    if (position === undefined || place < 0) continue;
    for (let k = weights.from[position] as number; k < (weights.from[position + 1] as number); k++) {
      if (weights.label[k] !== label) continue;
      const weight = (weights.weight[k] as number) * (vector.value[place] as number);
      if (weight > 0.01) reasons.push({ text: `matched "${term.replaceAll('_', ' ')}"`, weight });
    }
  }
  return reasons.sort((one, other) => (other.weight ?? 0) - (one.weight ?? 0)).slice(0, SHOWN);
}

/** The parts of a candidate's score. */
export function scoreReasons({ score, margin, likeness, coverage }: Ranked): readonly Reason[] {
  return [
    { text: 'score', weight: score },
    { text: 'margin of the classifier', weight: margin },
    { text: 'likeness of the nearest phrasing', weight: likeness },
    { text: 'share of the question that the answer speaks about', weight: coverage },
  ];
}
