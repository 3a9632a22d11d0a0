import type { Finding } from './find.ts';

/** What a log says once it is read: its first real cause, and the other known lines. */
export type Verdict = { readonly cause: Finding; readonly others: readonly Finding[] };

/**
 * Chooses the first real cause: a failure before a warning, a specific line before one that only reports a consequence
 * (`generic`), and among equals the one that came first; on one line
 * the one that covers more of it. The last line of a log is usually the least telling.
 */
export function firstCause(findings: readonly Finding[]): Verdict | undefined {
  const rank = ({ warning, signature }: Finding): number => (warning ? 2 : 0) + (signature.generic ? 1 : 0);
  const [cause] = [...findings].sort(
    (one, other) => rank(one) - rank(other) || one.line.number - other.line.number || other.length - one.length,
  );
  if (cause === undefined) return undefined;
  const named = new Set([cause.entry.id]);
  const others = findings.filter(({ entry }) => !named.has(entry.id) && named.add(entry.id));
  return { cause, others };
}
