import { fingerprint } from './fingerprint.ts';
import type { Entry, Vocabulary } from './library.ts';
import { parseMarkup, parseSpans } from './markup.ts';
import { type EntryFile, SECTIONS } from './schema.ts';

/** Something wrong with a value in a file. */
export type Fault = { readonly at: readonly PropertyKey[]; readonly message: string };

/** An entry out of its file, with the faults of its markup. */
export function toEntry(
  id: string,
  file: EntryFile,
  vocabulary: Vocabulary,
): { entry: Entry; faults: readonly Fault[] } {
  const [folder = '', topic = ''] = id.split('/');
  const lead = parseSpans(file.lead);
  const plain = file.plain === undefined ? undefined : parseSpans(file.plain);
  const faults: Fault[] = lead.problems.map((message) => ({ at: ['lead'], message: `lead ${message}` }));
  for (const problem of plain?.problems ?? []) faults.push({ at: ['plain'], message: `plain ${problem}` });
  const sections = SECTIONS.flatMap((name) => {
    const text = file[name];
    if (text === undefined) return [];
    const markup = parseMarkup(text);
    for (const problem of markup.problems) faults.push({ at: [name], message: `${name} ${problem}` });
    return [{ name, blocks: markup.blocks }];
  });
  const entry: Entry = {
    id,
    topic,
    stacks: folder in vocabulary.stacks ? [folder] : (file.stacks ?? []),
    kind: file.kind,
    title: file.title,
    asks: file.asks,
    tests: file.tests ?? [],
    not: file.not ?? [],
    signals: file.signals ?? [],
    signatures: (file.signatures ?? []).map(({ pattern, layer, generic }) => ({
      pattern,
      layer,
      generic: generic ?? false,
    })),
    specifics: file.specifics,
    lead: lead.spans,
    sections,
    plain: plain?.spans,
    versions: file.applies?.versions ?? {},
    hardware: file.applies?.hardware ?? [],
    verified: file.verified?.text === fingerprint(file) ? file.verified.on : undefined,
    ran: file.ran === false ? 'no' : file.ran,
    sources: file.sources.map((source) => ({ ...source, at: source.at })),
    related: file.related ?? [],
  };
  return { entry, faults };
}
