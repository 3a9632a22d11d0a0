import type { Row, Vocabulary } from './library.ts';
import { parseSpans } from './markup.ts';
import type { DictionaryFile } from './schema.ts';

type Fault = { readonly at: readonly PropertyKey[]; readonly message: string };

/** Turns the dictionary's rows into what is looked up, and says what is wrong with them. */
export function toRows(
  file: DictionaryFile,
  vocabulary: Vocabulary,
): { readonly items: readonly Row[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const hosts = new Set(vocabulary.primary);
  const rows = Object.entries(file).map(([name, { means, terms, notes = {}, sources }]): Row => {
    for (const key of ['terms', 'notes'] as const) {
      for (const stack of Object.keys(key === 'terms' ? terms : notes)) {
        if (!(stack in vocabulary.stacks))
          faults.push({ at: [name, key, stack], message: `${name}: ${stack} is not declared in vocabulary.yaml` });
      }
    }
    if (Object.keys(terms).length + Object.keys(notes).length < 2)
      faults.push({
        at: [name],
        message: `${name} names one stack only — add the counterpart, or a note for a stack that has none`,
      });
    if (!sources.some(({ url }) => hosts.has(new URL(url).host)))
      faults.push({ at: [name, 'sources'], message: `${name}: sources has no primary one` });
    const spans = Object.entries(notes).map(([stack, text]) => {
      const parsed = parseSpans(text);
      for (const problem of parsed.problems)
        faults.push({ at: [name, 'notes', stack], message: `${name}: the note ${problem}` });
      return [stack, parsed.spans] as const;
    });
    return {
      id: `dictionary/${name}`,
      means,
      terms,
      notes: Object.fromEntries(spans),
      sources: sources.map((source) => ({ ...source, at: source.at })),
    };
  });
  return { items: rows, faults };
}
