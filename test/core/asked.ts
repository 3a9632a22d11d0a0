import { createCalculation } from '../../src/answering/calculation/calculation.ts';
import { loadLibrary } from '../../src/knowledge/load.ts';
import { problemText } from '../../src/knowledge/problem.ts';
import { SHIPPED } from '../../src/knowledge/shipped.ts';

const loaded = loadLibrary([SHIPPED]);
if ('problems' in loaded) throw new Error(loaded.problems.map(problemText).join('\n'));

/** The library as shipped. */
export const { library } = loaded;

const calculate = createCalculation(library);

/** What the calculations answer; undefined leaves the question to the library. */
export const answer = (text: string) => calculate({ text, day: '2026-12-02' }, undefined);

/** The results of a calculation under their keys. */
export function values(text: string) {
  const found = answer(text);
  if (found?.kind !== 'answer') throw new Error(`"${text}" gave ${found?.kind}`);
  return found.values;
}

/** Presses the first button until there is an answer; how many times that took. */
export function asksUntilAnswered(text: string): number {
  let found = answer(text);
  let steps = 0;
  while (found?.kind === 'clarify') {
    const action = found.choices[0]?.action;
    if (action?.do !== 'ask') throw new Error(`"${text}" has no button`);
    found = answer(action.text);
    steps += 1;
  }
  if (found?.kind !== 'answer') throw new Error(`"${text}" ended in ${found?.kind}`);
  return steps;
}
