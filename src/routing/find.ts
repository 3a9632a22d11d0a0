import type { Entry, Library } from '../knowledge/library.ts';
import type { Context } from './decision.ts';
import { type Engine, type Ranking, rank } from './engine.ts';
import { createLexicon } from './lexicon.ts';
import { adjustment, type Model, menderOf, trainModel } from './model.ts';
import { normalize, type Query } from './normalize.ts';
import { createWeigher, type Weighing } from './weigh.ts';

/** A question with the candidates that were found for it. */
export type Found = { readonly query: Query; readonly weighing: Weighing; readonly ranking: Ranking };

/** Reads questions and finds the entries that may answer them, before anything is decided. */
export type Finder = {
  readonly library: Library;
  readonly engine: Engine;
  read(text: string): Query;
  find(query: Query, context?: Context): Found;
};

/** What the stack of the conversation counts for in a question that names none. */
const CONVERSATION = 0.12;

/** Makes a library ready to be searched; a model that was learnt from another library is learnt anew. */
export function createFinder(library: Library, model?: Model): Finder {
  const { engine } = model?.hash === library.hash ? model : trainModel(library);
  const lexicon = createLexicon(library.vocabulary);
  const mend = menderOf(library, engine);
  const weigh = createWeigher(library);
  return {
    library,
    engine,
    read: (text) => normalize(text, lexicon, mend),
    find(query, context) {
      const weighing = weigh(query);
      const adjust = adjustment(weighing);
      const stack = query.slots.named.length + query.slots.hinted.length === 0 ? context?.stack : undefined;
      if (stack === undefined) return { query, weighing, ranking: rank(engine, query.terms, adjust) };
      const same = (label: number) => ((library.entries[label] as Entry).stacks.includes(stack) ? CONVERSATION : 0);
      const bonus = (label: number) => adjust.bonus(label) + same(label);
      return { query, weighing, ranking: rank(engine, query.terms, { ...adjust, bonus }) };
    },
  };
}
