import type { Sparse } from './sparse.ts';

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

/** A text's features by position in a space, with how often each occurs. */
export type Counted = {
  readonly position: Int32Array;
  readonly count: Float32Array;
  /** How many of them, counted from the first, are words and bigrams. */
  readonly words: number;
  /** Positions of the single words that the space knows, and how many it does not know. */
  readonly single: Int32Array;
  readonly strange: number;
};

/** A text as a vector: words and bigrams first, of length 1 by themselves, then characters. */
export type Vector = Sparse & {
  /** How many of its positions, counted from the first, are words and bigrams. */
  readonly words: number;
  /** Share of the single words, weighted by rarity, that the space knows: 0 to 1. */
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

/** Looks the features of a text up in a space; those that it does not know are left out. */
export function located(counts: ReadonlyMap<string, number>, space: FeatureSpace): Counted {
  const words: number[] = [];
  const characters: number[] = [];
  const single: number[] = [];
  const count: number[] = [];
  const characterCount: number[] = [];
  let strange = 0;
  for (const [name, times] of counts) {
    const word = name.charCodeAt(0) === WORD_GROUP;
    const position = space.positions.get(name);
    if (word && !name.includes(' ')) {
      if (position === undefined) strange++;
      else single.push(position);
    }
    if (position === undefined) continue;
    (word ? words : characters).push(position);
    (word ? count : characterCount).push(times);
  }
  return {
    position: Int32Array.from([...words, ...characters]),
    count: Float32Array.from([...count, ...characterCount]),
    words: words.length,
    single: Int32Array.from(single),
    strange,
  };
}

/**
 * A text as a vector. `own` is the number of texts of the space that must be thought away: 1 for a text that is itself
 * in it and is to be seen as if it were new.
 */
export function vectorOf(text: Counted, space: FeatureSpace, own = 0): Vector {
  const at = new Int32Array(text.position.length);
  const value = new Float32Array(at.length);
  let length = 0;
  let words = 0;
  let wordSquares = 0;
  let characterSquares = 0;
  for (let k = 0; k < at.length; k++) {
    const position = text.position[k] as number;
    const documents = (space.documents[position] as number) - own;
    if (documents <= 0) continue;
    // The root: with full rarity one odd word outweighs the sentence around it (measured on public sets).
    const weight = (1 + Math.log(text.count[k] as number)) * Math.sqrt(rarityOf(documents, space.texts));
    at[length] = position;
    value[length] = weight;
    length++;
    if (k < text.words) {
      words = length;
      wordSquares += weight * weight;
    } else characterSquares += weight * weight;
  }
  const wordScale = 1 / Math.sqrt(wordSquares || 1);
  const characterScale = CHARACTER_WEIGHT / Math.sqrt(characterSquares || 1);
  for (let k = 0; k < length; k++) value[k] = (value[k] as number) * (k < words ? wordScale : characterScale);
  return { at: at.subarray(0, length), value: value.subarray(0, length), words, known: knownShare(text, space, own) };
}

function knownShare(text: Counted, space: FeatureSpace, own: number): number {
  let known = 0;
  let total = text.strange * rarityOf(0, space.texts);
  for (const position of text.single) {
    const documents = Math.max(0, (space.documents[position] as number) - own);
    const rarity = rarityOf(documents, space.texts);
    total += rarity;
    if (documents > 0) known += rarity;
  }
  return total === 0 ? 0 : known / total;
}

function rarityOf(documents: number, texts: number): number {
  return 1 + Math.log((1 + texts) / (1 + documents));
}
