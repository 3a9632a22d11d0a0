import type { Library } from '../knowledge/library.ts';
import type { Ranked } from './engine.ts';
import { createFinder, type Finder } from './find.ts';
import type { Model } from './model.ts';

/** Something that a library's author should look at: a question that does not go where it should. */
export type Stray = {
  readonly entry: string;
  readonly what: 'collision' | 'test' | 'not';
  readonly question: string;
  readonly message: string;
};

/** Two phrasings of different entries this alike are told apart by chance. */
const COLLIDING = 0.92;

/** Every phrasing that collides, test that its entry does not win, and near miss that goes elsewhere, with both scores. */
export function strayQuestions(library: Library, model?: Model): readonly Stray[] {
  const finder = createFinder(library, model);
  return library.entries.flatMap((entry, label) => [
    ...entry.tests.flatMap((question) => lost(finder, question, label, 'test')),
    ...entry.asks.flatMap((question) => collisions(finder, question, label)),
    ...entry.not.flatMap(({ question, goes }) => {
      const owner = library.entries.findIndex(({ id }) => id === goes);
      const strays = owner < 0 ? won(finder, question, label) : lost(finder, question, owner, 'not');
      return strays.map((stray) => ({ ...stray, entry: entry.id }));
    }),
  ]);
}

function lost(finder: Finder, question: string, label: number, what: Stray['what']): readonly Stray[] {
  const { ranked } = finder.find(finder.read(question)).ranking;
  const [top] = ranked;
  if (top?.label === label) return [];
  const own = ranked.find((candidate) => candidate.label === label);
  const { entries } = finder.library;
  const id = entries[label]?.id ?? '';
  const where = top === undefined ? 'nowhere' : `to ${entries[top.label]?.id} (${scored(top)})`;
  const behind = own === undefined ? 'is not among the candidates' : `scores ${scored(own)}`;
  return [{ entry: id, what, question, message: `goes ${where}; ${id} ${behind} — add a phrasing with these words` }];
}

/** A near miss that is none of the library's business must not be won by the entry that lists it. */
function won(finder: Finder, question: string, label: number): readonly Stray[] {
  const { ranked, first } = finder.find(finder.read(question)).ranking;
  const [top] = ranked;
  if (top?.label !== label || first < 0.5) return [];
  const entry = finder.library.entries[label]?.id ?? '';
  return [{ entry, what: 'not', question, message: `is answered by ${entry} (${scored(top)}), should be unknown` }];
}

function collisions(finder: Finder, question: string, label: number): readonly Stray[] {
  const { ranked } = finder.find(finder.read(question)).ranking;
  const own = ranked.find((candidate) => candidate.label === label);
  const { entries } = finder.library;
  return ranked.flatMap((other) => {
    if (other.label === label || other.likeness < COLLIDING) return [];
    const scores = `${scored(other)} against ${own === undefined ? 'none' : scored(own)}`;
    const message = `is nearly a phrasing of ${entries[other.label]?.id} (${scores}) — keep it in one of them`;
    return [{ entry: entries[label]?.id ?? '', what: 'collision' as const, question, message }];
  });
}

function scored({ score }: Ranked): string {
  return score.toFixed(2);
}
