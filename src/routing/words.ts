/** One word of a question: lower case, with its parts when it is an identifier (`cudaMallocAsync`, `sm_90a`, `tl.dot`). */
export type Word = {
  readonly text: string;
  /** Pieces of an identifier, in order; empty for a plain word. */
  readonly parts: readonly string[];
  /** Written in a way that only code is: inner capitals, digits, underscores, dots, a leading `--` or `-`. */
  readonly code: boolean;
};

// A flag needs a space before it: the "-llm" of "tensorrt-llm" is none. Then dotted or scoped names, then plain words.
const WORD = /(?<![^\s(`'"=,;[])--?[A-Za-z][\w-]*|@?[\p{L}\p{N}_]+(?:(?:\.|::|['’+-])[\p{L}\p{N}_]+)*(?:\+\+)?/gu;
const SEPARATORS = /[.:_+@'’-]+/u;
// Between small and capital letter, between the capitals of an acronym and the next word, between letter and digit.
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}])(?=\p{N})/u;
/** A word longer than this is data (a hash, base64), not language. */
const LONGEST = 64;

/** Cuts a text into words. Never throws; the same text gives the same words in every locale. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const [match] of text.matchAll(WORD)) {
    if (match.length > LONGEST) continue;
    found.push(word(match));
  }
  return found;
}

function word(match: string): Word {
  const text = match.toLowerCase().replaceAll('’', "'");
  if (/^\p{Ll}+$/u.test(match)) return { text, parts: [], code: false };
  const pieces = match
    .split(SEPARATORS)
    .flatMap((piece) => piece.split(HUMPS))
    .filter((piece) => piece !== '')
    .map((piece) => piece.toLowerCase());
  const parts = pieces.length > 1 ? pieces : [];
  return { text, parts, code: isCode(match) };
}

function isCode(match: string): boolean {
  return /[\d_.:@]|^-|\p{Ll}\p{Lu}/u.test(match);
}
