import { RE2JS } from 're2js';
import { blockText, spansText } from '../contract/index.ts';
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

/** What is wrong between entries: one phrasing in two of them, titles twice, ids that lead nowhere. */
export function libraryProblems(
  entries: readonly Entry[],
): readonly { readonly id: string; readonly message: string }[] {
  const ids = new Set(entries.map((entry) => entry.id));
  const owners = new Map<string, string>();
  const problems: { id: string; message: string }[] = [];
  const claim = (id: string, what: string, text: string): void => {
    const owner = owners.get(`${what === 'title' ? 'title ' : ''}${folded(text)}`);
    if (owner === undefined) owners.set(`${what === 'title' ? 'title ' : ''}${folded(text)}`, id);
    else
      problems.push({
        id,
        message: `${what} "${text}" stands in ${owner === id ? 'this entry twice' : `${owner} too`} — keep it where it belongs`,
      });
  };
  for (const entry of entries) {
    claim(entry.id, 'title', entry.title);
    for (const text of entry.asks) claim(entry.id, 'asks', text);
    for (const text of entry.tests) claim(entry.id, 'tests', text);
    for (const id of entry.related) {
      if (!ids.has(id))
        problems.push({ id: entry.id, message: `related ${id} does not exist — correct the id or remove it` });
    }
    for (const { goes } of entry.not) {
      if (goes !== 'unknown' && !ids.has(goes))
        problems.push({ id: entry.id, message: `not: ${goes} does not exist — correct the id or write unknown` });
      if (goes === entry.id)
        problems.push({ id: entry.id, message: 'not: names the entry itself — name the rightful owner' });
    }
  }
  return problems;
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
