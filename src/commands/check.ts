import { SHIPPED } from '../knowing.ts';
import { loadLibrary } from '../knowledge/load.ts';
import { problemText } from '../knowledge/problem.ts';
import { requireSettings } from '../settings.ts';

/** Checks the library: every problem at once, each with file, line, column and the fix. */
export async function check(): Promise<number> {
  const settings = requireSettings([]);
  const loaded = loadLibrary([SHIPPED, ...settings.knowledgeFolders]);
  if ('problems' in loaded) {
    for (const problem of loaded.problems) console.error(problemText(problem));
    console.error(`${loaded.problems.length} problem${loaded.problems.length === 1 ? '' : 's'}`);
    return 1;
  }
  const { entries, hash } = loaded.library;
  console.log(`${entries.length} entries, library ${hash}: no problem found`);
  return 0;
}
