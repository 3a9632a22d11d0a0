import { type Sparse, sparse } from './sparse.ts';

/** What the classifier reads of a text: words in order with the extra terms that stand for them, already normalized. */
export type Terms = {
  /** Words in order: bigrams are made of neighbours. */
  readonly sequence: readonly string[];
  /** Further terms without order: parts of identifiers, slots. */
  readonly extra: readonly string[];
};

/** Character n-grams count this much against words and bigrams: chosen on public few-shot sets. */
const CHARACTER_WEIGHT = 1.2;
const SHORTEST = 2;
const LONGEST = 4;
const WORD_GROUP = 'w'.charCodeAt(0);

/** Features by name, the position of each, and how many texts hold it: what a text is measured against. */
export type FeatureSpace = {
  readonly positions: ReadonlyMap<string, number>;
  readonly documents: Int32Array;
  readonly texts: number;
};

/** A text as a vector, with its words and bigrams alone (length 1) beside it. */
export type Vector = {
  readonly all: Sparse;
  readonly words: Sparse;
  /** Share of the words, weighted by rarity, that the space knows: 0 to 1. */
  readonly known: number;
};

/** Counts of a text's features by name; the first letter of a name is its group: `w` words and bigrams, `c` characters. */
export function countFeatures(terms: Terms): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let previous = '^';
  for (const term of terms.sequence) {
    add(`w${term}`);
    add(`w${previous} ${term}`);
    previous = term;
    addCharacters(term, add);
  }
  if (terms.sequence.length > 0) add(`w${previous} $`);
  for (const term of terms.extra) {
    add(`w${term}`);
    addCharacters(term, add);
  }
  return counts;
}

function addCharacters(term: string, add: (name: string) => void): void {
  const padded = ` ${term} `;
  for (let size = SHORTEST; size <= LONGEST; size++) {
    for (let start = 0; start + size <= padded.length; start++) add(`c${padded.slice(start, start + size)}`);
  }
}

/** The space of all features that occur in the given texts. */
export function featureSpace(counted: readonly ReadonlyMap<string, number>[]): FeatureSpace {
  const positions = new Map<string, number>();
  const documents: number[] = [];
  for (const counts of counted) {
    for (const name of counts.keys()) {
      const position = positions.get(name);
      if (position === undefined) {
        positions.set(name, documents.length);
        documents.push(1);
      } else documents[position] = (documents[position] as number) + 1;
    }
  }
  return { positions, documents: Int32Array.from(documents), texts: counted.length };
}

/**
 * A text as a vector. Features that the space does not know are left out. `own` is the number of texts of the space
 * that must be thought away: 1 for a text that is itself in it and is to be seen as if it were new.
 */
export function vectorOf(counts: ReadonlyMap<string, number>, space: FeatureSpace, own = 0): Vector {
  const found: { readonly position: number; readonly value: number; readonly word: boolean }[] = [];
  const squares = [0, 0];
  let known = 0;
  let total = 0;
  for (const [name, count] of counts) {
    const word = name.charCodeAt(0) === WORD_GROUP;
    const position = space.positions.get(name);
    const documents = (position === undefined ? 0 : (space.documents[position] as number)) - own;
    const rarity = 1 + Math.log((1 + space.texts) / (1 + Math.max(0, documents)));
    const single = word && !name.includes(' ');
    if (single) total += rarity;
    if (position === undefined || documents <= 0) continue;
    if (single) known += rarity;
    // The root: with full rarity one odd word outweighs the sentence around it (measured on public sets).
    const value = (1 + Math.log(count)) * Math.sqrt(rarity);
    const group = word ? 0 : 1;
    squares[group] = (squares[group] as number) + value * value;
    found.push({ position, value, word });
  }
  found.sort((one, other) => one.position - other.position);
  const wordScale = 1 / Math.sqrt((squares[0] as number) || 1);
  const characterScale = CHARACTER_WEIGHT / Math.sqrt((squares[1] as number) || 1);
  return {
    all: sparse(found.map(({ position, value, word }) => [position, value * (word ? wordScale : characterScale)])),
    words: sparse(found.filter(({ word }) => word).map(({ position, value }) => [position, value * wordScale])),
    known: total === 0 ? 0 : known / total,
  };
}
