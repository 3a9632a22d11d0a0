/** Shorter literals stand in too many lines to save work. */
const SHORTEST = 4;

/**
 * Lower-case strings of which every match of the RE2 pattern contains at least one; empty when none can be told.
 *
 *     no kernel image|cudaErrorNoKernelImage\w*   ->  "no kernel image", "cudaerrornokernelimage"
 *     out of (?:shared )?memory: (\d+)            ->  "memory: "
 *     (?:stale handle|busy)\b.*(?:launch|cache)   ->  "stale handle", "launch", "cache"
 */
export function literals(pattern: string): readonly string[] {
  const found = alternatives(pattern).flatMap((part) => literalsOf(part, DEEPEST));
  return found.every((literal) => literal.length >= SHORTEST)
    ? [...new Set(found.map((literal) => literal.toLowerCase()))]
    : [];
}

/** So many groups of a pattern are spread out, one in another or one after another. */
const DEEPEST = 4;

/** Of an alternative without a literal of its own the first group is spread out: one of its alternatives must match. */
function literalsOf(part: string, depth: number): readonly string[] {
  const own = longestLiteral(part);
  const group = own.length >= SHORTEST || depth === 0 ? undefined : firstGroup(part);
  if (group === undefined) return [own];
  return alternatives(group.inside).flatMap((inside) =>
    literalsOf(part.slice(0, group.start) + inside + part.slice(group.end), depth - 1),
  );
}

/** The first group that must occur just once, without its name. */
function firstGroup(
  part: string,
): { readonly start: number; readonly end: number; readonly inside: string } | undefined {
  const opening: number[] = [];
  let inClass = false;
  for (let index = 0; index < part.length; index += 1) {
    const character = part.charAt(index);
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') opening.push(index);
    else if (character === ')') {
      const start = opening.pop();
      if (start === undefined || opening.length > 0 || /[?*+{]/.test(part.charAt(index + 1))) continue;
      const name = /^\((?:\?:|\?P?<\w+>|(?!\?))/.exec(part.slice(start));
      if (name !== null) return { start, end: index + 1, inside: part.slice(start + name[0].length, index) };
    }
  }
  return undefined;
}

/** The alternatives at the pattern's top level. */
function alternatives(pattern: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      parts.push((parts.pop() ?? '') + character + pattern.charAt(index + 1));
      index += 1;
      continue;
    }
    if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) {
      parts.push('');
      continue;
    }
    parts.push((parts.pop() ?? '') + character);
  }
  return parts;
}

/** The longest run of plain characters outside groups, classes and repetitions. */
function longestLiteral(pattern: string): string {
  const runs: string[] = [''];
  let depth = 0;
  let inClass = false;
  const end = (): void => void runs.push('');
  const dropLast = (): void => {
    runs.push((runs.pop() ?? '').slice(0, -1));
    end();
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (inClass) {
      if (character === '\\') index += 1;
      else inClass = character !== ']';
    } else if (character === '\\') {
      index += 1;
      const escaped = pattern.charAt(index);
      if (depth === 0 && !/[A-Za-z0-9]/.test(escaped)) runs.push((runs.pop() ?? '') + escaped);
      else end();
    } else if (character === '[') {
      inClass = true;
      end();
    } else if (character === '(') {
      depth += 1;
      end();
    } else if (character === ')') {
      depth -= 1;
      end();
    } else if (depth === 0) {
      if (character === '?' || character === '*') dropLast();
      else if (character === '{') {
        dropLast();
        index = pattern.indexOf('}', index);
      } else if (character === '+') end();
      else if (character === '.' || character === '^' || character === '$') end();
      else runs.push((runs.pop() ?? '') + character);
    }
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
