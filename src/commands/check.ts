import { parseArgs } from 'node:util';
import { coverageText, oldestCheck } from '../knowledge/coverage.ts';
import { readKnowledge } from '../knowledge/files.ts';
import type { Library } from '../knowledge/library.ts';
import { buildLibrary } from '../knowledge/load.ts';
import { problemText } from '../knowledge/problem.ts';
import { SHIPPED } from '../knowledge/shipped.ts';
import { flagProblems } from '../operating/flags.ts';
import { snippetProblems } from '../operating/snippets.ts';
import { strayQuestions } from '../routing/check.ts';
import { requireSettings } from '../settings.ts';
import type { Given } from './command.ts';

/** A source opened longer ago than this is old: a warning, with `--fresh` an error. */
const FRESH_DAYS = 365;

/**
 * Checks the library: every problem at once, each with file, line, column and the fix; the shell lines by the flags that
 * their tools document, which takes a tenth of a second and no tool. `--coverage` prints the grid,
 * `--fresh` makes old sources an error, `--code` compiles and parses the snippets, `--routes` lists the questions that go
 * astray, with the scores and the remedy.
 */
export async function check({ words }: Given): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      coverage: { type: 'boolean' },
      fresh: { type: 'boolean' },
      code: { type: 'boolean' },
      routes: { type: 'boolean' },
    },
  });
  const read = readKnowledge([SHIPPED, ...requireSettings([]).knowledgeFolders]);
  const loaded = buildLibrary(read);
  if ('problems' in loaded) return report(loaded.problems.map(problemText), 'problem');
  const { library, loose } = loaded;
  if (loose.length > 0) return report(loose.map(problemText), 'loose end');
  if (values.coverage) console.log(coverageText(library));
  const old = oldEntries(library, new Date());
  if (values.fresh && old.length > 0) return report(old, 'old entry');
  for (const line of old) console.warn(`warning: ${line}`);
  const flags = flagProblems(read, library);
  console.log(`${flags.checked} shell lines checked against the flags that ${flags.tools} tools document`);
  if (flags.problems.length > 0) return report(flags.problems, 'shell problem');
  if (values.code) {
    const { checked, skipped, problems } = await snippetProblems(library);
    console.log(
      `${checked} snippets compiled or parsed${skipped.length > 0 ? `; not checked here: ${skipped.join(', ')}` : ''}`,
    );
    if (problems.length > 0) return report(problems, 'snippet problem');
  }
  if (values.routes) {
    for (const { entry, what, question, message } of strayQuestions(library))
      console.log(`${entry}: ${what} "${question}" ${message}`);
  }
  console.log(`${library.entries.length} entries, library ${library.hash}: no problem found`);
  return 0;
}

function report(lines: readonly string[], what: string): number {
  for (const line of lines) console.error(line);
  console.error(`${lines.length} ${what}${lines.length === 1 ? '' : 's'}`);
  return 1;
}

function oldEntries({ entries }: Library, now: Date): readonly string[] {
  const limit = new Date(now.getTime() - FRESH_DAYS * 86_400_000).toISOString().slice(0, 10);
  return entries.flatMap((entry) =>
    oldestCheck(entry) < limit
      ? [`${entry.id}: a source was last opened on ${oldestCheck(entry)} — open it again and correct what changed`]
      : [],
  );
}
