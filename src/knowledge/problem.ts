import { type Document, isCollection, isNode, type LineCounter } from 'yaml';
import type { z } from 'zod';

/** Something wrong in a knowledge file, and where. */
export type Problem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** `knowledge/cuda/x.yaml:14:5 lead is missing — write one or two sentences` */
export function problemText(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column} ${problem.message}`;
}

/** Line and column of the value at a path; of its nearest existing parent when it is missing. */
export function locate(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
): { line: number; column: number } {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) {
      const { line, col } = lines.linePos(node.range[0]);
      return { line, column: col };
    }
    if (isCollection(node)) break;
  }
  return { line: 1, column: 1 };
}

/** A zod issue in words: the key, what is wrong, and the fix when the schema names one. */
export function wording(issue: z.core.$ZodIssue): string {
  const key = issue.path.map(String).join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') {
    return `${key === 'the file' ? '' : `${key}: `}unknown key ${issue.keys.map((name) => `"${name}"`).join(', ')} — correct its spelling or remove it`;
  }
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined'))
    return `${key} is missing — write it`;
  return `${key} ${issue.message.replace(/^Invalid input: /, '')}`;
}
