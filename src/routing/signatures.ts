import { RE2JS } from 're2js';
import type { Library } from '../knowledge/library.ts';

/** An error entry whose pattern a line of the message fits. */
export type Sighting = {
  readonly label: number;
  readonly line: string;
  readonly generic: boolean;
  readonly place: number;
  /** Characters that the pattern fixes: of two on one line the one that says more is meant. */
  readonly fixed: number;
};

/** Finds the error entries that the lines of a message speak of, the first real cause first. */
export type SignatureFinder = (lines: readonly string[]) => readonly Sighting[];

/** A pattern is looked at when these characters of its longest string occur. */
const KEY = 4;
/** The key of patterns without a string of their own. */
const BARE = -1;
/** They are tried on so many lines. */
const BARE_LINES = 40;

type Pattern = {
  readonly label: number;
  readonly generic: boolean;
  readonly compiled: RE2JS;
  readonly literals: readonly string[];
};

/** Makes the signatures of a library ready; linear in the length of the lines. A pattern that RE2 cannot read is left out. */
export function createSignatureFinder(entries: Library['entries']): SignatureFinder {
  const byKey = new Map<number, Pattern[]>();
  for (const [label, { signatures }] of entries.entries()) {
    for (const { pattern, generic } of signatures) {
      for (const alternative of alternativesOf(pattern)) {
        const compiled = compile(alternative);
        if (compiled === undefined) continue;
        const literals = literalsOf(alternative);
        const longest = literals.reduce((most, next) => (next.length > most.length ? next : most), '');
        const key = longest.length < KEY ? BARE : keyAt(longest, 0);
        byKey.set(key, [...(byKey.get(key) ?? []), { label, generic, compiled, literals }]);
      }
    }
  }
  return (lines) => {
    const found = new Map<number, Sighting>();
    const placed = new Set<Pattern>();
    for (const [place, line] of lines.entries()) {
      const lower = line.toLowerCase();
      for (const key of keysIn(lower, byKey)) {
        for (const pattern of byKey.get(key) ?? []) {
          const { label, generic, compiled, literals } = pattern;
          if (literals.length === 0 && place >= BARE_LINES) continue;
          if (placed.has(pattern) || !literals.every((literal) => lower.includes(literal))) continue;
          if (!compiled.matcher(line).find()) continue;
          placed.add(pattern);
          const before = found.get(label);
          const fixed = literals.reduce((sum, { length }) => sum + length, 0);
          const sighting = { label, generic, place, line, fixed };
          if (before === undefined || rankOf(sighting) < rankOf(before)) found.set(label, sighting);
        }
      }
    }
    return [...found.values()].sort(
      (one, other) => rankOf(one) - rankOf(other) || other.fixed - one.fixed || one.label - other.label,
    );
  };
}

/** The keys that stand in a line, and that of patterns without any. */
function keysIn(line: string, byKey: ReadonlyMap<number, unknown>): Set<number> {
  const keys = new Set([BARE]);
  for (let at = 0; at + KEY <= line.length; at++) {
    const key = keyAt(line, at);
    if (byKey.has(key)) keys.add(key);
  }
  return keys;
}

/** KEY characters as one small number, many times faster to look up than a piece of text; two may share one. */
function keyAt(text: string, at: number): number {
  let key = 0;
  for (let place = at; place < at + KEY; place++) key = (Math.imul(key, 131) + text.charCodeAt(place)) & 0x3fffffff;
  return key;
}

/** A specific line before a generic one, an earlier before a later. */
function rankOf({ generic, place }: Sighting): number {
  return (generic ? 1_000_000 : 0) + place;
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
}

/** The alternatives of a pattern at its top level: each has its own strings to look for. */
function alternativesOf(pattern: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { at, depth, set } of walk(pattern)) {
    if (pattern[at] !== '|' || depth > 0 || set) continue;
    parts.push(pattern.slice(start, at));
    start = at + 1;
  }
  return [...parts, pattern.slice(start)].filter((part) => part !== '');
}

/**
 * Strings, in lower case, that every match of a pattern without alternatives must hold: looked for first, because a
 * search for a plain string is many times faster than a match. Only runs outside of groups and sets are taken.
 */
export function literalsOf(pattern: string): string[] {
  const runs: string[] = [];
  let run = '';
  const close = () => {
    if (run.length >= 3) runs.push(run.toLowerCase());
    run = '';
  };
  let counting = false;
  for (const { at, depth, set, escaped } of walk(pattern)) {
    const character = pattern[at] as string;
    if (counting) counting = character !== '}';
    else if (depth > 0 || set) close();
    else if (escaped) {
      if (/[A-Za-z0-9]/.test(character)) close();
      else run += character;
    } else if (/[()[\]]/.test(character)) close();
    else if (/[*?{]/.test(character)) {
      run = run.slice(0, -1);
      close();
      counting = character === '{';
    } else if (/[.^$+]/.test(character)) close();
    else run += character;
  }
  close();
  return runs;
}

/** Every character of a pattern but the backslashes that escape one: how many groups it is in, whether in a set. */
function* walk(pattern: string): Generator<{ at: number; depth: number; set: boolean; escaped: boolean }> {
  let depth = 0;
  let set = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
      if (at < pattern.length) yield { at, depth, set, escaped: true };
      continue;
    }
    if (character === ']') set = false;
    if (character === ')' && !set) depth--;
    yield { at, depth, set: set || character === ']', escaped: false };
    if (character === '[') set = true;
    if (character === '(' && !set) depth++;
  }
}
