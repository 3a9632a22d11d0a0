import type { Log } from '#contract';
import { createLogReading } from './answering/log.ts';
import type { Knowing } from './answering/respond.ts';
import { createTranslation } from './answering/translation.ts';
import { loadLibrary } from './knowledge/load.ts';
import { type Problem, problemText } from './knowledge/problem.ts';
import { SHIPPED } from './knowledge/shipped.ts';
import { cachedModel } from './memory/model-cache.ts';
import { createFind } from './reading/find.ts';
import { createRouter } from './routing/route.ts';

/** Loads the library with the team's folders laid over it and makes it ready to answer, or says every problem in it. */
export function loadKnowing(
  folders: readonly string[],
  dataFolder: string,
  log: Log,
): { readonly knowing: Knowing } | { readonly problems: readonly Problem[] } {
  const loaded = loadLibrary([SHIPPED, ...folders]);
  if ('problems' in loaded) return loaded;
  const { library, loose } = loaded;
  if (loose.length > 0)
    log('warning', 'some entries name others that do not exist; npm run check names them', { loose: loose.length });
  const find = createFind(library.entries);
  return {
    knowing: {
      library,
      router: createRouter(library, cachedModel(dataFolder, library, log)),
      find,
      specialists: [createLogReading(library, find), createTranslation(library)],
    },
  };
}

/** As `loadKnowing`, for a process that makes no sense without it. @throws Error with one line a problem. */
export function requireKnowing(...inputs: Parameters<typeof loadKnowing>): Knowing {
  const loaded = loadKnowing(...inputs);
  if ('knowing' in loaded) return loaded.knowing;
  throw new Error(
    `the knowledge has ${loaded.problems.length} problem${loaded.problems.length === 1 ? '' : 's'}:\n${loaded.problems.map(problemText).join('\n')}`,
  );
}
