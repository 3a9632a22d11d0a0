import type { Library } from '../knowledge/library.ts';
import { decide } from './decide.ts';
import type { Context, Decision, Router } from './decision.ts';
import { rank } from './engine.ts';
import { createLexicon } from './lexicon.ts';
import { adjustment, type Model, menderOf, trainModel } from './model.ts';
import { normalize } from './normalize.ts';
import { noticeFor } from './notices.ts';
import { createWeigher } from './weigh.ts';

export { type Model, trainModel } from './model.ts';
export { restoreModel, serializeModel } from './store.ts';

/** Routes questions over a library; a model that was learnt from another library is learnt anew. */
export function createRouter(library: Library, model?: Model): Router {
  const { engine } = model?.hash === library.hash ? model : trainModel(library);
  const lexicon = createLexicon(library.vocabulary);
  const mend = menderOf(library, engine);
  const weigh = createWeigher(library);

  const route = (text: string, _context: Context | undefined): Decision => {
    const query = normalize(text, lexicon, mend);
    const ranking = rank(engine, query.terms, adjustment(weigh, query));
    return decide({ library, engine, weigh }, query, ranking);
  };

  return {
    route({ text, picture = false }, context) {
      const query = normalize(text.slice(0, 2_000), lexicon);
      return noticeFor(text, picture, query) ?? route(text, context);
    },
    terms(text) {
      const { terms } = normalize(text, lexicon, mend);
      return [...new Set(terms.sequence)].filter((term) => !/\d{3,}|@/.test(term)).slice(0, 24);
    },
  };
}
