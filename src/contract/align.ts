import type { Block, Spans } from './answer.ts';
import { spansText } from './plain.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** A table as monospaced text in columns, a rule under its header. */
export function alignedTable(table: Table): string {
  const rows = rowsOf(table);
  const widths = columnWidths(rows);
  const lines = rows.map((row) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n');
}

/** Columns that the aligned text takes; Infinity when a cell has several lines. */
export function alignedWidth(table: Table): number {
  const rows = rowsOf(table);
  if (rows.some((row) => row.some((cell) => cell.includes('\n')))) return Number.POSITIVE_INFINITY;
  return columnWidths(rows).reduce((sum, width) => sum + width + 2, -2);
}

function rowsOf(table: Table): readonly (readonly string[])[] {
  return [table.header, ...table.rows].map((row) => row.map(cellText));
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
}

/** Monospaced already: code needs no marks of its own. */
function cellText(spans: Spans): string {
  return spansText(spans.map((span) => (span.kind === 'code' ? { kind: 'text', text: span.text } : span)));
}
