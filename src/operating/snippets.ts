import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Library } from '../knowledge/library.ts';

/** What came of checking the code in the entries. */
export type Snippets = {
  readonly checked: number;
  readonly skipped: readonly string[];
  readonly problems: readonly string[];
};

type Snippet = { readonly id: string; readonly language: string; readonly text: string; readonly ran: string };

const run = promisify(execFile);

/**
 * Compiles every snippet fenced as `cuda`, for the first target that its entry's `ran` names, and parses every Python
 * snippet; `cpp` is for fragments and host code. What this machine has no tool for is named, never passed over.
 */
export async function snippetProblems({ entries }: Library): Promise<Snippets> {
  const snippets = entries.flatMap(({ id, sections, ran }): Snippet[] =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'code' ? [{ id, language: block.language, text: block.text, ran: ran ?? '' }] : [],
      ),
    ),
  );
  const cuda = snippets.filter(({ language }) => language === 'cuda');
  const python = snippets.filter(({ language }) => language === 'python');
  const folder = await mkdtemp(join(tmpdir(), 'ridgepoint-'));
  try {
    const nvcc = await available('nvcc');
    const interpreter = await available('python3');
    const problems = [
      ...(nvcc ? await each(cuda, (snippet) => compile(snippet, folder)) : []),
      ...(interpreter ? await each(python, parse) : []),
    ];
    const skipped = [
      ...(nvcc ? [] : [`${cuda.length} CUDA snippets (no nvcc)`]),
      ...(interpreter ? [] : [`${python.length} Python snippets (no python3)`]),
    ];
    return { checked: (nvcc ? cuda.length : 0) + (interpreter ? python.length : 0), skipped, problems };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function each(
  snippets: readonly Snippet[],
  check: (snippet: Snippet) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const snippet of snippets) {
    const problem = await check(snippet);
    if (problem !== undefined) problems.push(`${snippet.id}: ${problem}`);
  }
  return problems;
}

async function compile({ text, ran }: Snippet, folder: string): Promise<string | undefined> {
  const file = join(folder, 'snippet.cu');
  await writeFile(file, /#include/.test(text) ? text : `#include <cuda_runtime.h>\n#include <cstdint>\n${text}`);
  const [target = 'sm_80'] = ran.match(/sm_\d+[af]?/g) ?? [];
  // Not -arch: for an "a" target nvcc 13.0 takes that to mean portable PTX of the plain target too.
  const gencode = ['-gencode', `arch=${target.replace('sm', 'compute')},code=${target}`];
  try {
    await run('nvcc', [...gencode, '-std=c++17', '-rdc=true', '-w', '-c', file, '-o', join(folder, 'snippet.o')]);
    return undefined;
  } catch (error) {
    const why = firstError(error);
    // A toolkit without the optional library says nothing about the snippet.
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
