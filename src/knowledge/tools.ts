import { z } from 'zod';
import { parseFile, type Read } from './files.ts';
import type { Vocabulary } from './library.ts';
import type { Problem } from './problem.ts';

/** What may follow a tool's name, or that of one of its commands. */
export type Scope = {
  /** How many of the following words are the values of the flag of this spelling. */
  readonly flags: ReadonlyMap<string, number>;
  /** Beginnings of whole families: `-D`, `-gencode`. */
  readonly families: readonly string[];
  /** Where another command begins: behind this many words of the tool's own, or behind this very word. */
  readonly runs: number | string | undefined;
};

/** The documented flags of one tool. */
export type Tool = Scope & {
  readonly name: string;
  readonly version: string;
  readonly commands: ReadonlyMap<string, Scope>;
};

/** The tools whose flags are known by any of their names, and those that are none of our business. */
export type Tools = { readonly byName: ReadonlyMap<string, Tool>; readonly unchecked: ReadonlySet<string> };

/**
 * Spellings with blanks between them: `--fp16`; `--set=`, which takes a value behind `=` or as its next word;
 * `--mca==`, which takes two; `-D*`, all that begins so.
 */
const spellings = z.union([z.string(), z.array(z.string())]);
type Spellings = z.infer<typeof spellings>;

const scope = z.strictObject({
  flags: spellings.optional(),
  /** Flags that are gone, by the last release that had them: entries about those releases name them on purpose. */
  until: z.record(z.string(), spellings).optional(),
  /** Where the command that it runs begins; see `Scope`. */
  runs: z.union([z.int().min(0), z.string()]).optional(),
});

/** `tools.yaml`: the documented flags of command-line tools. */
const toolsSchema = z.strictObject({
  /** Tools of other trades, whose flags nobody checks. */
  unchecked: spellings.optional(),
  /** Tools of other trades that run a command of ours: their flags with values, so that it is found. */
  runners: z.record(z.string(), z.strictObject({ values: spellings.optional(), words: z.int().optional() })).optional(),
  tools: z
    .record(
      z.string(),
      scope.extend({
        /** Further names of the same program, with blanks between them. */
        names: spellings.optional(),
        version: z.string().min(3),
        sources: z
          .array(
            z.strictObject({ title: z.string().min(3), url: z.url({ protocol: /^https$/ }), checked: z.iso.date() }),
          )
          .min(1),
        /** Its commands by their words: `profile`, `surgeon sanitize`. They take the tool's own flags too. */
        commands: z.record(z.string(), scope).optional(),
      }),
    )
    .optional(),
});

/** Reads the lists of flags; a later folder's list of a tool replaces an earlier one's. Problems carry their place. */
export function loadTools(
  { files }: Read,
  { primary }: Vocabulary,
): { readonly tools: Tools; readonly problems: readonly Problem[] } {
  const byName = new Map<string, Tool>();
  const unchecked = new Set<string>();
  const problems: Problem[] = [];
  for (const file of files.filter(({ name }) => name === 'tools')) {
    const document = parseFile(file, toolsSchema, problems);
    if (document === undefined) continue;
    const { unchecked: others, runners = {}, tools = {} } = document.data;
    for (const name of split(others)) unchecked.add(name);
    for (const [name, { values, words = 0 }] of Object.entries(runners)) {
      const flags = ['-*', ...split(values).map((flag) => `${flag}=`)];
      byName.set(name, { name, version: '', ...toScope({ flags, runs: words }), commands: new Map() });
    }
    for (const [name, { names, version, sources, commands = {}, ...own }] of Object.entries(tools)) {
      const scopes = Object.entries(commands).map(([words, command]) => [words, toScope(command)] as const);
      const tool = { name, version, ...toScope(own), commands: new Map(scopes) };
      for (const each of [name, ...split(names)]) byName.set(each, tool);
      if (!sources.some(({ url }) => primary.includes(new URL(url).host)))
        problems.push({
          file: file.path,
          ...document.place(['tools', name, 'sources']),
          message: `${name}: none of its sources is primary — cite the maker's own help, page or code`,
        });
    }
  }
  return { tools: { byName, unchecked }, problems };
}

function split(words: Spellings | undefined): readonly string[] {
  return [words ?? []].flat().flatMap((text) => text.split(/\s+/).filter((word) => word !== ''));
}

function toScope({ flags, until = {}, runs }: z.infer<typeof scope>): Scope {
  const all = [...split(flags), ...Object.values(until).flatMap(split)];
  const single = all.filter((flag) => !flag.endsWith('*'));
  return {
    flags: new Map(
      single.map((flag) => {
        const spelling = flag.replace(/=+$/, '');
        return [spelling, flag.length - spelling.length];
      }),
    ),
    families: all.filter((flag) => flag.endsWith('*')).map((flag) => flag.slice(0, -1)),
    runs,
  };
}
