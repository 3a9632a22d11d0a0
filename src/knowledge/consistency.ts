import { RE2JS } from 're2js';
import { blockText, spansText } from '../contract/index.ts';
import { fingerprint } from './fingerprint.ts';
import type { Entry, EntryFile, Vocabulary } from './library.ts';

type Fault = { readonly at: readonly PropertyKey[]; readonly message: string };

/** Characters of an answer that a reader takes in (and that are scored); what is longer belongs in a second entry. */
const BODY_LIMIT = 1_760;

/** What is wrong within one entry beyond its shape. */
export function entryProblems(entry: Entry, file: EntryFile, vocabulary: Vocabulary): readonly Fault[] {
  return [
    ...stackFaults(entry, file, vocabulary),
    ...sourceFaults(entry, vocabulary),
    ...signatureFaults(entry),
    ...versionFaults(entry, vocabulary),
    ...lengthFaults(entry),
  ];
}

/** Something to say about an entry as a whole. */
export type Note = { readonly id: string; readonly message: string };

/** One phrasing or title in two entries: the router could never tell them apart. */
export function repetitions(entries: readonly Entry[]): readonly Note[] {
  const owners = new Map<string, string>();
  return entries.flatMap((entry) =>
    [
      ['title', entry.title],
      ...entry.asks.map((text) => ['asks', text]),
      ...entry.tests.map((text) => ['tests', text]),
    ].flatMap(([what = '', text = '']) => {
      const key = `${what === 'title' ? what : ''} ${folded(text)}`;
      const owner = owners.get(key);
      owners.set(key, owner ?? entry.id);
      if (owner === undefined) return [];
      const where = owner === entry.id ? 'this entry twice' : `${owner} too`;
      return [{ id: entry.id, message: `${what} "${text}" stands in ${where} — keep it where it belongs` }];
    }),
  );
}

/** The entries with only those ids that lead somewhere, and the loose ends: ids that no entry has and none was retired from. */
export function tied(
  entries: readonly Entry[],
  retired: ReadonlySet<string>,
): { readonly kept: readonly Entry[]; readonly loose: readonly Note[] } {
  const ids = new Set(entries.map((entry) => entry.id));
  const loose: Note[] = [];
  const kept = entries.map((entry) => {
    const leads = (key: string, id: string): boolean => {
      if (ids.has(id) && id !== entry.id) return true;
      if (id === entry.id) loose.push({ id: entry.id, message: `${key}: names the entry itself — name another` });
      else if (!retired.has(id))
        loose.push({ id: entry.id, message: `${key}: ${id} does not exist — correct the id or remove it` });
      return false;
    };
    return {
      ...entry,
      related: entry.related.filter((id) => leads('related', id)),
      not: entry.not.filter(({ goes }) => goes === 'unknown' || leads('not', goes)),
    };
  });
  return { kept, loose };
}

/** A verified entry whose text is no longer what was read: it is served, but as one that nobody has verified. */
export function editedSince({ id, verified }: Entry, file: EntryFile): readonly Note[] {
  if (file.verified === undefined || verified !== undefined) return [];
  const message = `verified: the text has changed since ${file.verified.on} — remove the key, or compare every claim with its source again and write { on: <the day>, text: '${fingerprint(file)}' }`;
  return [{ id, message }];
}

/** Case, punctuation and white space do not make a phrasing another one. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s"'`?!.,]+/g, ' ')
    .trim();
}

function stackFaults(entry: Entry, file: EntryFile, { stacks }: Vocabulary): Fault[] {
  const folder = entry.id.split('/')[0] ?? '';
  if (folder in stacks)
    return file.stacks === undefined
      ? []
      : [{ at: ['stacks'], message: `stacks is given by the folder ${folder} — remove it` }];
  if (file.stacks === undefined)
    return folder === 'any'
      ? []
      : [
          {
            at: [],
            message: `stacks is missing — name the stacks it speaks about, of ${Object.keys(stacks).join(', ')}`,
          },
        ];
  return file.stacks.flatMap((stack, index) =>
    stack in stacks
      ? []
      : [
          {
            at: ['stacks', index],
            message: `stacks: ${stack} is not declared in vocabulary.yaml — one of ${Object.keys(stacks).join(', ')}`,
          },
        ],
  );
}

function sourceFaults(entry: Entry, { primary }: Vocabulary): Fault[] {
  const hosts = new Set(primary);
  if (entry.sources.some((source) => hosts.has(new URL(source.url).host.toLowerCase()))) return [];
  return [
    {
      at: ['sources'],
      message: `sources has no primary one — cite the vendor's documentation or the project's repository (hosts: primary in vocabulary.yaml)`,
    },
  ];
}

function signatureFaults(entry: Entry): Fault[] {
  const faults: Fault[] = [];
  if (entry.kind === 'error' && entry.signatures.length === 0)
    faults.push({ at: [], message: 'signatures is missing — an error entry needs the pattern of its line in a log' });
  const captures = new Set<string>();
  for (const [index, { pattern }] of entry.signatures.entries()) {
    for (const [, name] of pattern.matchAll(/\(\?P?<([A-Za-z]\w*)>/g)) if (name) captures.add(name);
    try {
      RE2JS.compile(pattern);
    } catch (error) {
      faults.push({
        at: ['signatures', index, 'pattern'],
        message: `signatures: "${pattern}" is no RE2 pattern (${String(error instanceof Error ? error.message : error)}) — no look-around, no back-references`,
      });
    }
  }
  for (const [, name] of (entry.specifics ?? '').matchAll(/\{(\w+)\}/g)) {
    if (name && !captures.has(name))
      faults.push({
        at: ['specifics'],
        message: `specifics: {${name}} is captured by no signature — add (?<${name}>…) to a pattern`,
      });
  }
  return faults;
}

function versionFaults(entry: Entry, { stacks }: Vocabulary): Fault[] {
  return Object.entries(entry.versions).flatMap(([stack, range]) => {
    const at = ['applies', 'versions', stack];
    if (!(stack in stacks)) return [{ at, message: `applies: ${stack} is not a stack of vocabulary.yaml` }];
    return /^(?:(?:>=|<=|<|>|=)\s*\d+(?:\.\d+)*\s*)+$/.test(range)
      ? []
      : [{ at, message: `applies: "${range}" is no version range — write it like ">=3.5" or ">=8 <11"` }];
  });
}

function lengthFaults(entry: Entry): Fault[] {
  const length =
    spansText(entry.lead).length +
    entry.sections
      .flatMap((section) => section.blocks.map((block) => blockText(block).length + 2))
      .reduce((sum, part) => sum + part, 0);
  return length <= BODY_LIMIT
    ? []
    : [
        {
          at: [],
          message: `the answer has ${length} characters, at most ${BODY_LIMIT} are read — cut it or move a part to an entry of its own`,
        },
      ];
}
