import { RE2JS } from 're2js';
import type { Entry, Signature } from '../knowledge/library.ts';
import type { Line } from './lines.ts';
import { literals } from './literals.ts';

/** A line of a log that an error entry knows. */
export type Finding = {
  readonly entry: Entry;
  readonly signature: Signature;
  readonly line: Line;
  /** Characters of the line that the pattern covers. */
  readonly length: number;
  readonly captures: Readonly<Record<string, string>>;
  /** The tool itself only warned: it went on after this line. */
  readonly warning: boolean;
};

/** Finds every known line, in the log's order; per line at most one finding an entry. */
export type Find = (lines: readonly Line[]) => readonly Finding[];

type Compiled = {
  readonly entry: Entry;
  readonly signature: Signature;
  readonly pattern: RE2JS;
  readonly needs: readonly string[];
};

/**
 * Compiles the signatures of all entries. RE2 matches in linear time whatever stands in a pattern or a log; a pattern is
 * tried only on lines that contain one of its literals, which is what makes a megabyte cheap.
 */
export function createFind(entries: readonly Entry[]): Find {
  const compiled: readonly Compiled[] = entries.flatMap((entry) =>
    entry.signatures.map((signature) => ({
      entry,
      signature,
      pattern: RE2JS.compile(signature.pattern),
      needs: literals(signature.pattern),
    })),
  );
  return (lines) => {
    const whole = lines.map(({ text }) => text.toLowerCase()).join('\n');
    const possible = compiled.filter(({ needs }) => needs.length === 0 || needs.some((need) => whole.includes(need)));
    if (possible.length === 0) return [];
    return lines.flatMap((line) => findInLine(line, possible));
  };
}

function findInLine(line: Line, possible: readonly Compiled[]): readonly Finding[] {
  const lower = line.text.toLowerCase();
  const found = new Map<string, Finding>();
  for (const { entry, signature, pattern, needs } of possible) {
    if (found.has(entry.id) || (needs.length > 0 && !needs.some((need) => lower.includes(need)))) continue;
    const matcher = pattern.matcher(line.text);
    if (!matcher.find()) continue;
    const captures = Object.fromEntries(
      Object.keys(pattern.namedGroups()).flatMap((name) => {
        const value = matcher.group(name);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    found.set(entry.id, {
      entry,
      signature,
      line,
      length: matcher.end() - matcher.start(),
      captures,
      warning: isWarning(line.text),
    });
  }
  return [...found.values()];
}

/** True for a line whose tool marks it as a warning or less. NCCL and RCCL say WARN where others say error. */
function isWarning(text: string): boolean {
  return (
    /(^|[\s[(:])((?<!NCCL )warn(ing)?s?|\[w\]|w\d{4}|info|debug|deprecat\w*)([\s\]):,]|$)/i.test(text.slice(0, 160)) &&
    !/\b(error|fatal|exception|failed)\b/i.test(text.slice(0, 160))
  );
}
