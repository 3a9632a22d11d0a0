/** A part of a message shorter than this asks nothing by itself. */
const SHORTEST_WORDS = 4;
const PARTS = 3;
const CUT =
  /(?<=\?)\s+|(?<=[.!;])\s+(?=\S)|[,;]?\s+(?:and(?: also)?|also|plus|as well as|second(?:ly)?,?)\s+(?=(?:how|what|why|which|when|where|can|could|does|do|is|are|should)\b)/gi;

/** The questions of a message that may hold two; fewer than two parts: it holds one. */
export function partsOf(prose: string): readonly string[] {
  if (prose.length > 600 || prose.includes('\n')) return [];
  const parts = prose
    .split(CUT)
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= SHORTEST_WORDS);
  return parts.length <= PARTS ? parts : [];
}

/** True for a part that asks by its form; others tell what the question is about. */
export function isQuestion(part: string): boolean {
  return part.includes('?') || ASKING.test(part);
}

const ASKING =
  /^(?:how|what|why|which|when|where|who|can|could|does|do|did|is|are|should|would|will|explain|tell|show|compare)\b/i;
