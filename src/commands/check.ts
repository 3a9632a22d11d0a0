import { loadLibrary } from '../knowledge/load.ts';
import { problemText } from '../knowledge/problem.ts';
import { SHIPPED } from '../knowledge/shipped.ts';
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
  for (const problem of loaded.loose) console.error(problemText(problem));
  if (loaded.loose.length > 0) {
    console.error(`${entries.length} entries, library ${hash}: ${loaded.loose.length} loose ends`);
    return 1;
  }
  console.log(`${entries.length} entries, library ${hash}: no problem found`);
  return 0;
}
