/** Gives the word that a misspelt one most likely stands for; undefined to leave it as it is. */
export type Mender = (word: string) => string | undefined;

const SHORTEST = 4;
/** From this length on two slips are mended. */
const LONG = 8;

/**
 * Mends slips towards the given words, each with how often it occurs. Words in `right` are left alone, so are words with
 * digits or underscores, where one character makes another thing (sm_80, sm_90).
 */
export function createMender(known: ReadonlyMap<string, number>, right: ReadonlySet<string>): Mender {
  const byDeletion = new Map<string, string[]>();
  const file = (key: string, word: string) => {
    const list = byDeletion.get(key);
    if (list === undefined) byDeletion.set(key, [word]);
    else if (!list.includes(word)) list.push(word);
  };
  for (const word of known.keys()) {
    if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue;
    file(word, word);
    for (const key of deletions(word)) file(key, word);
  }
  return (word) => {
    if (word.length < SHORTEST || word.length > 32 || !/^[a-z]+$/.test(word) || known.has(word) || right.has(word))
      return undefined;
    const allowed = word.length >= LONG ? 2 : 1;
    let best: { readonly word: string; readonly rank: number } | undefined;
    const tried = new Set<string>();
    for (const key of [word, ...deletions(word)]) {
      for (const candidate of byDeletion.get(key) ?? []) {
        if (tried.has(candidate)) continue;
        tried.add(candidate);
        const distance = editDistance(word, candidate);
        // The first letter is seldom wrong; two slips with one there make another word (reception, exception).
        if (distance > allowed || (distance === 2 && word[0] !== candidate[0])) continue;
        // Nearer first, then a shared first letter, then the more frequent word; the name settles what is left.
        const rank =
          -10 * distance + (word[0] === candidate[0] ? 3 : 0) + Math.min(2, Math.log10(known.get(candidate) ?? 1));
        if (best === undefined || rank > best.rank || (rank === best.rank && candidate < best.word))
          best = { word: candidate, rank };
      }
    }
    return best?.word;
  };
}

function deletions(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index) + word.slice(index + 1));
}

/** Edits between two words, a swap of neighbours counted as one (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previous[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[other.length] as number;
}
