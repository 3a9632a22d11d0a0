/** Columns that text is wrapped to: the width of the terminal, within what is pleasant to read. */
export const COLUMNS = { narrowest: 40, widest: 100, unknown: 80 } as const;

/** The width to draw at, from what the terminal says of itself. */
export function columnsOf(said: number | undefined): number {
  return Math.max(COLUMNS.narrowest, Math.min(COLUMNS.widest, said ?? COLUMNS.unknown));
}
