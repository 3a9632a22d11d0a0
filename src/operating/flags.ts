import type { Read } from '../knowledge/files.ts';
import type { Library } from '../knowledge/library.ts';
import { problemText } from '../knowledge/problem.ts';
import { shellCommands, type Word } from '../knowledge/shell.ts';
import { loadTools, type Scope, type Tool, type Tools } from '../knowledge/tools.ts';

/** What came of checking the entries' shell lines: how many call a tool whose flags are listed, and what is wrong. */
export type Flags = { readonly checked: number; readonly tools: number; readonly problems: readonly string[] };

/** What is wrong on a line of a shell text; the first line is 1. */
export type Fault = { readonly line: number; readonly message: string };

const SHELLS = ['bash', 'sh'];
const LISTS = 'knowledge/tools.yaml';

/** Looks up every tool and flag of the entries' shell lines in the documented lists. Runs none of them. */
export function flagProblems(read: Read, { entries, vocabulary }: Library): Flags {
  const { tools, problems } = loadTools(read, vocabulary);
  const files = new Map(read.files.map((file) => [file.name, file]));
  const results = entries.flatMap(({ id, sections }) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (block.kind !== 'code' || !SHELLS.includes(block.language)) return [];
        const file = files.get(id);
        const before = linesBefore(block.text, file?.text ?? '');
        const { checked, faults } = shellFaults(block.text, tools);
        return [{ checked, problems: faults.map(({ line, message }) => `${file?.path}:${before + line} ${message}`) }];
      }),
    ),
  );
  return {
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    tools: new Set([...tools.byName.values()].filter(isChecked)).size,
    problems: [...problems.map(problemText), ...results.flatMap((result) => result.problems)],
  };
}

/** How many lines stand before a block in its file: the file's indentation is not the block's. */
function linesBefore(block: string, file: string): number {
  const lines = file.split('\n').map((line) => line.trim());
  const wanted = block.split('\n').map((line) => line.trim());
  return Math.max(
    0,
    lines.findIndex((_, index) => wanted.every((line, offset) => lines[index + offset] === line)),
  );
}

/** What is wrong with the tools and flags of one shell text, and how many of its commands were checked. */
export function shellFaults(
  text: string,
  tools: Tools,
): { readonly checked: number; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  let checked = 0;
  const queue: (readonly Word[])[] = [...shellCommands(text)];
  for (const [first, ...rest] of queue) {
    if (first === undefined) continue;
    const name = first.text.split('/').at(-1) ?? '';
    // `docker run IMAGE …` runs a command, all else that docker does is its own affair.
    const pair = tools.byName.get(`${name} ${rest[0]?.text}`);
    const tool = pair ?? tools.byName.get(name);
    if (tool !== undefined) {
      if (isChecked(tool)) checked += 1;
      const found = walk(tool, pair === undefined ? rest : rest.slice(1));
      faults.push(...found.faults);
      queue.push(found.command);
    } else if (!isOwn(first.text) && !tools.unchecked.has(name))
      faults.push({ line: first.line, message: `\`${name}\` is in no flag list — add it to ${LISTS}` });
  }
  return { checked, faults };
}

/** Goes through the words behind a tool: what is wrong with them, and the command that they run, if any. */
function walk(tool: Tool, words: readonly Word[]): { readonly faults: readonly Fault[]; readonly command: Word[] } {
  const faults: Fault[] = [];
  let path = '';
  let scope: Scope = tool;
  let own = 0;
  for (let index = 0; index < words.length; index += 1) {
    const { text, line } = words[index] ?? { text: '', line: 0 };
    const following = words.slice(index + 1);
    if (text === scope.runs) return { faults, command: following };
    if (text === '--') return { faults, command: scope.runs === undefined ? [] : following };
    if (/^-[^\d.]/.test(text)) {
      const values = valuesOf(text, [scope, tool]);
      if (values === undefined)
        faults.push({
          line,
          message: `\`${[tool.name, path].join(' ').trim()}\` has no flag \`${text.split('=')[0]}\` in ${tool.version} — correct it, or add it to ${LISTS} with its source`,
        });
      else if (!text.includes('=')) index += values;
    } else if (scope === tool && tool.commands.size > 0 && !isOwn(text)) {
      path = `${path} ${text}`.trim();
      const command = tool.commands.get(path);
      if (command !== undefined) scope = command;
      else if (![...tool.commands.keys()].some((name) => name.startsWith(`${path} `))) {
        faults.push({
          line,
          message: `\`${tool.name}\` has no command \`${path}\` in ${tool.version} — correct it, or add it to ${LISTS} with its source`,
        });
        return { faults, command: [] };
      }
    } else if (typeof scope.runs === 'number' && !/^\w+=/.test(text)) {
      if (own === scope.runs) return { faults, command: words.slice(index) };
      own += 1;
    }
  }
  return { faults, command: [] };
}

/** How many values a flag takes; undefined for a flag that the lists do not have. */
function valuesOf(text: string, scopes: readonly Scope[]): number | undefined {
  const spelling = text.split('=')[0] ?? text;
  const listed = scopes.map(({ flags }) => flags.get(spelling)).find((values) => values !== undefined);
  if (listed !== undefined) return listed;
  return scopes.some(({ families }) => families.some((family) => text.startsWith(family))) ? 0 : undefined;
}

function isChecked({ version }: Tool): boolean {
  return version !== '';
}

/** A program of the reader's own, or a word that stands for something: `./app`, `train.py`, `$TOOL`, `IMAGE`, `...`. */
function isOwn(name: string): boolean {
  return /\/|^[.$<-]|^[A-Z_]+$|\.(py|sh|pl)$/.test(name);
}
