import { fileURLToPath } from 'node:url';
import type { Log } from '#contract';
import { createCalculation } from './answering/calculation/calculation.ts';
import { createCodes } from './answering/code.ts';
import { createLogReading } from './answering/log.ts';
import type { Knowing } from './answering/respond.ts';
import { createTranslation } from './answering/translation.ts';
import { readKnowledge } from './knowledge/files.ts';
import { buildLibrary, type Loaded } from './knowledge/load.ts';
import { type Problem, problemText } from './knowledge/problem.ts';
import { SHIPPED } from './knowledge/shipped.ts';
import { cached, codeOf, fingerprint } from './memory/cache.ts';
import { createFind } from './reading/find.ts';
import { createRouter, restoreModel, serializeModel, trainModel } from './routing/route.ts';

/** Where `npm run learn` keeps what a start would otherwise have to prepare: an image is built with it. */
export const LEARNED = fileURLToPath(new URL('../learned', import.meta.url));

/** Loads the library with the team's folders laid over it and makes it ready to answer, or says every problem in it. */
export function loadKnowing(
  folders: readonly string[],
  cacheFolders: readonly string[],
  log: Log,
): { readonly knowing: Knowing } | { readonly problems: readonly Problem[] } {
  const loaded = loadCached(folders, cacheFolders, log);
  if ('problems' in loaded) return loaded;
  const { library, loose } = loaded;
  if (loose.length > 0)
    log('warning', 'some entries name others that do not exist; npm run check names them', { loose: loose.length });
  const key = fingerprint([library.hash, ...codeOf(new URL('./routing/', import.meta.url))]);
  const recipe = { make: () => trainModel(library), store: serializeModel, restore: restoreModel };
  const find = createFind(library.entries);
  return {
    knowing: {
      library,
      router: createRouter(library, cached(cacheFolders, 'model', key, recipe, log)),
      find,
      specialists: [
        createLogReading(library, find),
        createCalculation(library),
        createCodes(library),
        createTranslation(library),
      ],
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

/** The library out of its files; parsing some hundred of them takes longer than everything else at a start together. */
function loadCached(folders: readonly string[], cacheFolders: readonly string[], log: Log): Loaded {
  const read = readKnowledge([SHIPPED, ...folders]);
  if (read.problems.length > 0) return buildLibrary(read);
  const key = fingerprint([
    ...read.files.flatMap(({ path, name, text }) => [path, name, text]),
    ...codeOf(new URL('./knowledge/', import.meta.url)),
  ]);
  return cached<Loaded>(
    cacheFolders,
    'library',
    key,
    {
      make: () => buildLibrary(read),
      store: (loaded) => ('library' in loaded ? Buffer.from(JSON.stringify(loaded)) : undefined),
      restore: restoreLibrary,
    },
    log,
  );
}

function restoreLibrary(bytes: Uint8Array): Loaded | undefined {
  try {
    const loaded = JSON.parse(Buffer.from(bytes).toString('utf8')) as Extract<Loaded, { library: unknown }>;
    const { entries } = loaded.library;
    return { ...loaded, library: { ...loaded.library, byId: new Map(entries.map((entry) => [entry.id, entry])) } };
  } catch {
    // Cut short by a full disk or a crash: the caller makes it anew and says so.
    return undefined;
  }
}
