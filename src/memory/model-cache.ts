import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#contract';
import type { Library } from '../knowledge/library.ts';
import { type Model, restoreModel, serializeModel, trainModel } from '../routing/route.ts';

/** Changes whenever the model's form or its training does: an older file is trained anew. */
const GENERATION = 1;

/**
 * The router's model for this library: from `<folder>/model-<hash>.bin` when it is there and whole, else trained and
 * written there. A cache that cannot be written costs a second at the next start, nothing else.
 */
export function cachedModel(folder: string, library: Library, log: Log): Model {
  const name = `model-${GENERATION}-${library.hash}.bin`;
  const path = join(folder, name);
  if (existsSync(path)) {
    const model = restoreModel(readFileSync(path));
    if (model !== undefined) return model;
    log('warning', 'the cached model is damaged and is trained anew', { path });
  }
  const model = trainModel(library);
  try {
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter((file) => /^model-.*\.bin$/.test(file))) rmSync(join(folder, old));
    // A second process may read while this one writes: the file appears whole or not at all.
    writeFileSync(`${path}.${process.pid}`, serializeModel(model));
    renameSync(`${path}.${process.pid}`, path);
  } catch (error) {
    log('warning', 'the model cannot be cached', {
      folder,
      error: error instanceof Error ? error.message : String(error),
    });
  }
  return model;
}
