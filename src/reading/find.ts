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
  /** Its place among all: an entry's earlier signatures are tried before its later ones. */
  readonly place: number;
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
  const compiled = entries
    .flatMap((entry) => entry.signatures.map((signature) => ({ entry, signature })))
    .map(({ entry, signature }, place): Compiled => {
      const { pattern } = signature;
      return { place, entry, signature, pattern: RE2JS.compile(pattern), needs: literals(pattern) };
    });
  const possibleIn = indexOf(compiled);
  return (lines) => lines.flatMap((line) => findInLine(line, possibleIn(line.text.toLowerCase())));
}

/** Characters of a literal that are looked up at once; none is shorter (`literals`). */
const HEAD = 4;
const HEADS = 2 ** 16;

/**
 * The patterns one of whose literals stands in a text, in one pass over it: at each place the next four characters name
 * the few literals that may begin there. Patterns without a literal are always among them.
 */
function indexOf(compiled: readonly Compiled[]): (lower: string) => readonly Compiled[] {
  const always = compiled.filter(({ needs }) => needs.length === 0);
  const byHead = new Map<number, { readonly need: string; readonly signature: Compiled }[]>();
  const taken = new Uint8Array(HEADS);
  for (const signature of compiled) {
    for (const need of signature.needs) {
      const head = headAt(need, 0);
      taken[head] = 1;
      byHead.set(head, [...(byHead.get(head) ?? []), { need, signature }]);
    }
  }
  return (lower) => {
    const found = new Set(always);
    for (let at = 0; at + HEAD <= lower.length; at += 1) {
      const head = headAt(lower, at);
      if (taken[head] === 0) continue;
      for (const { need, signature } of byHead.get(head) ?? []) if (lower.startsWith(need, at)) found.add(signature);
    }
    return [...found].sort((one, other) => one.place - other.place);
  };
}

function headAt(text: string, at: number): number {
  const one = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  return ((one * 31 + text.charCodeAt(at + 2)) * 31 + text.charCodeAt(at + 3)) % HEADS;
}

function findInLine(line: Line, possible: readonly Compiled[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { entry, signature, pattern } of possible) {
    if (found.has(entry.id)) continue;
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

/**
 * True for a line whose tool marks it as a warning or less: a word, TensorRT's `[W]`, ONNX Runtime's `[W:`, glog's `W1203`
 * or `W20261203`. NCCL and RCCL say WARN where others say error.
 */
function isWarning(text: string): boolean {
  const head = text.slice(0, 160);
  return (
    /(^|[\s[(:])((?<!NCCL )warn(ing)?s?|\[w\]|\[w(?=:)|w\d{4}(\d{4})?|info|debug|deprecat\w*)([\s\]):,]|$)/i.test(
      head,
    ) && !/\b(error|fatal|exception|failed)\b/i.test(head)
  );
}
