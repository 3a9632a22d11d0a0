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

/** How often a text holds each feature: words with bigrams, and characters. */
export type Counts = Readonly<Record<Group, ReadonlyMap<string, number>>>;

type Group = 'words' | 'characters';

/** Features by name, the position of each, and how many texts hold it: what a text is measured against. */
export type FeatureSpace = {
  readonly words: ReadonlyMap<string, number>;
  /** Their positions follow those of the words. */
  readonly characters: ReadonlyMap<string, number>;
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

/** Counts of a text's features by name. */
export function countFeatures(terms: Terms): Counts {
  const words = new Map<string, number>();
  const characters = new Map<string, number>();
  let previous = '^';
  for (const term of terms.sequence) {
    increase(words, term);
    increase(words, `${previous} ${term}`);
    previous = term;
    addCharacters(term, characters);
  }
  if (terms.sequence.length > 0) increase(words, `${previous} $`);
  for (const term of terms.extra) {
    increase(words, term);
    addCharacters(term, characters);
  }
  return { words, characters };
}

function addCharacters(term: string, counts: Map<string, number>): void {
  const padded = ` ${term} `;
  for (let size = SHORTEST; size <= LONGEST; size++) {
    for (let start = 0; start + size <= padded.length; start++) increase(counts, padded.slice(start, start + size));
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The space of all features that occur in the given texts. */
export function featureSpace(counted: readonly Counts[]): FeatureSpace {
  const documents: number[] = [];
  const placed = (group: Group): Map<string, number> => {
    const positions = new Map<string, number>();
    for (const counts of counted) {
      for (const name of counts[group].keys()) {
        const position = positions.get(name) ?? documents.push(0) - 1;
        positions.set(name, position);
        documents[position] = (documents[position] as number) + 1;
      }
    }
    return positions;
  };
  const words = placed('words');
  const characters = placed('characters');
  return { words, characters, documents: Int32Array.from(documents), texts: counted.length };
}

/** Looks the features of a text up in a space; those that it does not know are left out. */
export function located({ words, characters }: Counts, space: FeatureSpace): Counted {
  const position = new Int32Array(words.size + characters.size);
  const count = new Float32Array(position.length);
  const single: number[] = [];
  let strange = 0;
  let length = 0;
  for (const [name, times] of words) {
    const place = space.words.get(name);
    if (!name.includes(' ')) {
      if (place === undefined) strange++;
      else single.push(place);
    }
    if (place === undefined) continue;
    position[length] = place;
    count[length++] = times;
  }
  const known = length;
  for (const [name, times] of characters) {
    const place = space.characters.get(name);
    if (place === undefined) continue;
    position[length] = place;
    count[length++] = times;
  }
  return {
    position: position.subarray(0, length),
    count: count.subarray(0, length),
    words: known,
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
