import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { toCodes } from './codes.ts';
import { editedSince, entryProblems, type Note, repetitions, tied } from './consistency.ts';
import { toRows } from './dictionary.ts';
import { type Fault, toEntry } from './entry.ts';
import { type File, parseFile, type Read, readKnowledge } from './files.ts';
import { hardwareFaults } from './hardware.ts';
import { type Hardware, hardwareSchema } from './hardware-schema.ts';
import type { Entry, Library, Vocabulary } from './library.ts';
import type { Problem } from './problem.ts';
import { codesSchema, dictionarySchema, entrySchema, offTopicSchema, vocabularySchema } from './schema.ts';

/** A library, with the loose ends that it works without; or the problems that make it none. */
export type Loaded =
  | { readonly library: Library; readonly loose: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Reads the library from its folders; see `buildLibrary`. */
export function loadLibrary(folders: readonly string[]): Loaded {
  return buildLibrary(readKnowledge(folders));
}

/**
 * Builds the library from its files, later ones laid over earlier ones: a file of the same name replaces the
 * entry, `retired: true` takes it away, a new name adds one; a vocabulary adds to the one before it.
 * Never throws for what stands in the files: it returns every problem at once, each with file, line and column.
 */
export function buildLibrary(read: Read): Loaded {
  const problems: Problem[] = [...read.problems];
  const files = new Map<string, File>();
  const vocabularies: Vocabulary[] = [];
  const dictionaries: File[] = [];
  const tables: File[] = [];
  const codeFiles: File[] = [];
  const offTopic: string[] = [];
  for (const file of read.files) {
    if (file.name === 'vocabulary') vocabularies.push(...parsed(file, vocabularySchema, problems));
    else if (file.name === 'dictionary') dictionaries.push(file);
    else if (file.name === 'hardware') tables.push(file);
    else if (file.name === 'codes') codeFiles.push(file);
    else if (file.name === 'off-topic') offTopic.push(...parsed(file, offTopicSchema, problems).flat());
    else if (file.name.includes('/')) files.set(file.name, file);
  }
  const vocabulary = merged(vocabularies);
  const dictionary = buildTable(dictionaries, dictionarySchema, (data) => toRows(data, vocabulary), problems);
  const codes = buildTable(codeFiles, codesSchema, (data) => toCodes(data, vocabulary), problems);
  const hardware = buildHardware(tables, vocabulary, problems);
  const entries: Entry[] = [];
  const edited: Note[] = [];
  const retired = new Set<string>();
  for (const [name, file] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (/^retired:\s*true\s*$/m.test(file.text) && !/^title:/m.test(file.text)) {
      retired.add(name);
      continue;
    }
    const document = parseFile(file, entrySchema, problems);
    if (document === undefined) continue;
    const { entry, faults } = toEntry(name, document.data, vocabulary);
    entries.push(entry);
    edited.push(...editedSince(entry, document.data));
    for (const fault of [...faults, ...entryProblems(entry, document.data, vocabulary)]) {
      problems.push({ file: file.path, ...document.place(fault.at), message: fault.message });
    }
  }
  if (entries.length === 0 && problems.length === 0) {
    problems.push({
      file: 'knowledge',
      line: 1,
      column: 1,
      message: 'holds no entry — point KNOWLEDGE_DIR at a folder with <stack>/<topic>.yaml files',
    });
  }
  const place = ({ id, message }: { id: string; message: string }): Problem => ({
    file: files.get(id)?.path ?? id,
    line: 1,
    column: 1,
    message,
  });
  problems.push(...repetitions(entries).map(place));
  const { kept, loose } = tied(entries, retired);
  const ids = new Set(kept.map(({ id }) => id));
  const astray = codes.flatMap(({ id, entry }) =>
    entry === undefined || ids.has(entry) || retired.has(entry)
      ? []
      : [{ id, message: `entry: ${entry} does not exist — correct the id or remove it` }],
  );
  if (problems.length > 0) return { problems };
  const hash = createHash('sha256')
    .update(JSON.stringify([kept, vocabulary, dictionary, hardware, codes, offTopic]))
    .digest('hex')
    .slice(0, 12);
  return {
    library: {
      entries: kept,
      byId: new Map(kept.map((entry) => [entry.id, entry])),
      vocabulary,
      dictionary,
      hardware,
      codes,
      offTopic,
      hash,
    },
    loose: [...loose, ...astray, ...edited].map(place),
  };
}

function parsed<S extends z.ZodType>(file: File, schema: S, problems: Problem[]): z.infer<S>[] {
  const document = parseFile(file, schema, problems);
  return document === undefined ? [] : [document.data];
}

/** The items of a table's files, by id; a later file's item replaces an earlier one's. */
function buildTable<S extends z.ZodType, T extends { readonly id: string }>(
  files: readonly File[],
  schema: S,
  build: (data: z.infer<S>) => { readonly items: readonly T[]; readonly faults: readonly Fault[] },
  problems: Problem[],
): readonly T[] {
  const items = new Map<string, T>();
  for (const file of files) {
    const document = parseFile(file, schema, problems);
    if (document === undefined) continue;
    const built = build(document.data);
    for (const item of built.items) items.set(item.id, item);
    for (const fault of built.faults)
      problems.push({ file: file.path, ...document.place(fault.at), message: fault.message });
  }
  return [...items.values()];
}

/** The hardware table, a team's own GPUs laid over ours. */
function buildHardware(files: readonly File[], vocabulary: Vocabulary, problems: Problem[]): Hardware {
  const whole: Hardware = { sources: {}, architectures: {}, gpus: {}, models: {} };
  for (const file of files) {
    const document = parseFile(file, hardwareSchema, problems);
    if (document === undefined) continue;
    for (const key of ['sources', 'architectures', 'gpus', 'models'] as const)
      Object.assign(whole[key], document.data[key]);
    for (const fault of hardwareFaults(whole, vocabulary))
      problems.push({ file: file.path, ...document.place(fault.at), message: fault.message });
  }
  return whole;
}

function merged(vocabularies: readonly Vocabulary[]): Vocabulary {
  const all = <T>(part: (vocabulary: Vocabulary) => Readonly<Record<string, T>>): Record<string, T> =>
    Object.assign({}, ...vocabularies.map(part));
  return {
    stacks: all((vocabulary) => vocabulary.stacks),
    hardware: vocabularies.flatMap((vocabulary) => vocabulary.hardware ?? []),
    topics: all((vocabulary) => vocabulary.topics),
    synonyms: vocabularies.flatMap((vocabulary) => vocabulary.synonyms),
    ambiguous: vocabularies.flatMap((vocabulary) => vocabulary.ambiguous ?? []),
    primary: vocabularies.flatMap((vocabulary) => vocabulary.primary),
  };
}
