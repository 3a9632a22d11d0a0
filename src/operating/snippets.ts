import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Library, Vocabulary } from '../knowledge/library.ts';

/** What came of checking the code in the entries. */
export type Snippets = {
  readonly checked: number;
  readonly skipped: readonly string[];
  readonly problems: readonly string[];
};

type Snippet = { readonly id: string; readonly language: string; readonly text: string; readonly ran: string };
type Compile = NonNullable<Vocabulary['stacks'][string]['compile']>;

/** Checks one snippet; what is wrong with it in words, else undefined. */
type Check = (snippet: Snippet) => Promise<string | undefined>;

const run = promisify(execFile);

/**
 * Compiles every whole program, as the vocabulary says its stack is compiled and for the first target that the entry's
 * `ran` names, and parses every Python snippet. What this machine has no tool for is named, never passed over.
 */
export async function snippetProblems({ entries, vocabulary }: Library): Promise<Snippets> {
  const snippets = entries.flatMap(({ id, sections, ran }): Snippet[] =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'code' ? [{ id, language: block.language, text: block.text, ran: ran ?? '' }] : [],
      ),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'ridgepoint-'));
  try {
    const compilers = Object.values(vocabulary.stacks).flatMap(({ compile }) => compile ?? []);
    const kinds = [
      { language: 'python', tool: 'python3', check: parse },
      ...compilers.map((how) => ({
        language: how.fence,
        tool: how.command[0] ?? '',
        check: (snippet: Snippet) => compile(snippet, how, folder),
      })),
    ];
    const results = [];
    for (const { language, tool, check } of kinds) {
      const own = snippets.filter((snippet) => snippet.language === language);
      results.push((await available(tool)) ? await each(own, check) : skipped(own, tool));
    }
    return {
      checked: results.reduce((sum, { checked }) => sum + checked, 0),
      skipped: results.flatMap((result) => result.skipped),
      problems: results.flatMap(({ problems }) => problems),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function skipped(snippets: readonly Snippet[], tool: string): Snippets {
  return { checked: 0, skipped: [`${snippets.length} snippets for want of ${tool}`], problems: [] };
}

async function each(snippets: readonly Snippet[], check: Check): Promise<Snippets> {
  const problems: string[] = [];
  for (const snippet of snippets) {
    const problem = await check(snippet);
    if (problem !== undefined) problems.push(`${snippet.id}: ${problem}`);
  }
  return { checked: snippets.length, skipped: [], problems };
}

async function compile({ text, ran }: Snippet, how: Compile, folder: string): Promise<string | undefined> {
  const file = join(folder, `snippet.${how.ending}`);
  await writeFile(file, text.includes('#include') ? text : how.prelude + text);
  const target = new RegExp(how.target).exec(ran)?.[1] ?? how.otherwise;
  const filled = (word: string): string =>
    word.replaceAll('{target}', target).replace('{file}', file).replace('{output}', join(folder, 'snippet.o'));
  const [tool = '', ...words] = how.command.map(filled);
  try {
    await run(tool, words);
    return undefined;
  } catch (error) {
    const why = firstError(error);
    // A toolkit without an optional library says nothing about the snippet.
    return /No such file or directory/.test(why) ? undefined : `does not compile for ${target}: ${why}`;
  }
}

const PARSE = 'import ast, sys, textwrap; ast.parse(textwrap.dedent(sys.argv[1]))';

async function parse({ text }: Snippet): Promise<string | undefined> {
  try {
    await run('python3', ['-c', PARSE, text]);
    return undefined;
  } catch (error) {
    return `is no Python: ${firstError(error)}`;
  }
}

function firstError(error: unknown): string {
  const output = String((error as { stderr?: string }).stderr ?? error);
  return (
    output
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim() ?? output.slice(-200)
  );
}

async function available(tool: string): Promise<boolean> {
  return run(tool, ['--version']).then(
    () => true,
    () => false,
  );
}
