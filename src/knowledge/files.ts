import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAlias, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { locate, type Problem, wording } from './problem.ts';

/** A knowledge file as it was read; `name` is its path in its folder without the ending. */
export type File = { readonly path: string; readonly name: string; readonly text: string };

/** The knowledge files of the folders, in their order, and the folders that are none. */
export type Read = { readonly files: readonly File[]; readonly problems: readonly Problem[] };

/** Reads the files of the folders, and nothing in them yet. */
export function readKnowledge(folders: readonly string[]): Read {
  const problems: Problem[] = [];
  return { files: folders.flatMap((folder) => yamlFiles(folder, problems)), problems };
}

/** What stands in a file, with the place of every value. */
export type Document<T> = { readonly data: T; place(at: readonly PropertyKey[]): { line: number; column: number } };

/** Reads one file by its schema, with the place of every value; its faults are added to the problems. */
export function parseFile<S extends z.ZodType>(
  file: File,
  schema: S,
  problems: Problem[],
): Document<z.infer<S>> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (at: readonly PropertyKey[]) => locate(document, lines, at);
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      const { line, col } = lines.linePos(error.pos[0]);
      problems.push({
        file: file.path,
        line,
        column: col,
        message: `is not valid YAML: ${error.message.split('\n')[0]}`,
      });
    }
    return undefined;
  }
  if (isAlias(document.contents)) return undefined;
  const result = schema.safeParse(document.toJS());
  if (!result.success) {
    for (const issue of result.error.issues) {
      problems.push({ file: file.path, ...place(issue.path), message: wording(issue) });
    }
    return undefined;
  }
  return { data: result.data, place };
}

function yamlFiles(folder: string, problems: Problem[]): File[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    problems.push({
      file: folder,
      line: 1,
      column: 1,
      message: 'is not a folder — create it or correct KNOWLEDGE_DIR',
    });
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path) && !/(^|[/\\])[._]/.test(path))
    .sort()
    .map((path) => {
      const whole = join(folder, path);
      const shown = relative(process.cwd(), whole);
      return {
        path: shown.startsWith('..') ? whole : shown,
        name: path
          .split(sep)
          .join('/')
          .replace(/\.ya?ml$/, ''),
        text: readFileSync(whole, 'utf8'),
      };
    });
}
