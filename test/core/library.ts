import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCodes } from '../../src/answering/code.ts';
import { createLogReading } from '../../src/answering/log.ts';
import type { Knowing } from '../../src/answering/respond.ts';
import { createTranslation } from '../../src/answering/translation.ts';
import type { Library } from '../../src/knowledge/library.ts';
import { loadLibrary } from '../../src/knowledge/load.ts';
import { problemText } from '../../src/knowledge/problem.ts';
import { createFind } from '../../src/reading/find.ts';
import { createRouter } from '../../src/routing/route.ts';

/** A folder that is gone when the test is. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ridgepoint-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A real knowledge folder of two made-up stacks: tests of the core must not change with the shipped entries. */
export function smallFolder(files: Readonly<Record<string, string>> = {}): string {
  const root = folder();
  for (const [name, text] of Object.entries({ ...SMALL, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

export function loaded(root: string): Library {
  const result = loadLibrary([root]);
  if ('problems' in result) throw new Error(result.problems.map(problemText).join('\n'));
  return result.library;
}

/** Everything that answers are made from, over a folder. */
export function knowingOf(root: string): Knowing {
  const library = loaded(root);
  const find = createFind(library.entries);
  return {
    library,
    router: createRouter(library),
    find,
    specialists: [createLogReading(library, find), createCodes(library), createTranslation(library)],
  };
}

const source =
  'sources: [{ title: Manual, url: "https://docs.example.com/manual", covers: Version 2, checked: 2026-11-01 }]\n';

const SMALL: Readonly<Record<string, string>> = {
  'vocabulary.yaml': `stacks:
  anvil: { name: Anvil, words: [anvil], newest: Anvil 2, tracker: "https://example.com/anvil/issues" }
  forge: { name: Forge, words: [forge], newest: Forge 5, tracker: "https://example.com/forge/issues" }
topics: { tiling: tiling, spills: spills }
synonyms: [[oom, out of memory]]
primary: [docs.example.com]
`,
  'off-topic.yaml': `- which gaming laptop should I buy
- what is the weather tomorrow
- how do I bake sourdough bread
- is there an opening on your team
- my kitchen sink is leaking
- can you recommend a holiday in Portugal
- who won the football match
- how to center a div in css
- what is a monad
- translate this poem into French
`,
  'dictionary.yaml': `lane-swap:
  means: exchange of registers between lanes
  terms: { anvil: [anvil_swap, anvil_swap_lanes], forge: [forgeSwap] }
  notes: { forge: "Masks have 64 bits there." }
  ${source.trim()}
`,
  'codes.yaml': `anvil-runtime:
  name: Anvil runtime error
  stacks: [anvil]
  words: [anvil error, anvil code, status]
  ${source.trim().replace('sources: [', 'source: ').replace('}]', '}')}
  codes:
    12: { name: ANVIL_ERR_MEMORY, means: The pool has no room left., entry: errors/anvil-memory }
    13: { name: ANVIL_ERR_LAUNCH, means: The launch was refused., do: Ask for fewer threads. }
forge-runtime:
  name: Forge error
  stacks: [forge]
  words: [forge error, status]
  ${source.trim().replace('sources: [', 'source: ').replace('}]', '}')}
  codes:
    13: { name: FORGE_ERR_BUSY, means: Somebody else holds the device. }
`,
  'anvil/tiling.yaml': `title: Choose tile sizes on Anvil
kind: practice
asks: [which tile size should I pick on anvil, anvil tiles too small, how large should a tile be with anvil, tile shape for the anvil matrix unit, anvil block dimensions for matmul]
lead: Pick tiles of 64 by 64 and double them until occupancy falls.
do: |
  \`\`\`sh
  anvil tune --tile 64
  \`\`\`
plain: A tile is the piece of a matrix that one group of threads works on. Start small and grow it.
${source}`,
  'forge/tiling.yaml': `title: Choose tile sizes on Forge
kind: practice
asks: [which tile size should I pick on forge, forge tiles too small, how large should a tile be with forge, tile shape for the forge matrix unit, forge block dimensions for matmul]
lead: Forge picks tiles itself; set FORGE_TILE only to reproduce a run.
${source}`,
  'anvil/spills.yaml': `title: Stop register spills on Anvil
kind: practice
asks: [anvil kernel spills registers, how to avoid register spilling, local memory traffic from spills, too many registers per thread, reduce register pressure]
lead: Halve the tile's depth before you touch the register limit.
${source}`,
  'errors/anvil-memory.yaml': `title: Anvil is out of memory
kind: error
stacks: [anvil]
asks: [anvil says it is out of memory, anvil allocation failed, ANVIL_ERR_12 while allocating]
signatures:
  - { pattern: 'anvil: out of memory: wanted (?<wanted>\\d+) of (?<free>\\d+)', layer: runtime }
specifics: It wanted {wanted} bytes and {free} were free.
lead: The pool is full; free the cached blocks or lower the batch.
${source}`,
  'errors/anvil-wrapper.yaml': `title: Anvil failed somewhere before
kind: error
stacks: [anvil]
asks: [anvil run failed, anvil exited with a failure, what does anvil run failed mean]
signatures:
  - { pattern: 'anvil: run failed', layer: framework, generic: true }
lead: This line reports a failure that an earlier line explains.
${source}`,
};
