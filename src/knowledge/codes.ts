import type { Code, Vocabulary } from './library.ts';
import { parseSpans } from './markup.ts';
import type { CodesFile } from './schema.ts';

type Fault = { readonly at: readonly PropertyKey[]; readonly message: string };

/** Turns the code tables into single codes, and says what is wrong with them. */
export function toCodes(
  file: CodesFile,
  { stacks, primary }: Vocabulary,
): { readonly items: readonly Code[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const codes = Object.entries(file).flatMap(([table, { name: kind, stacks: named, words, source, codes: rows }]) => {
    for (const stack of named) {
      if (!(stack in stacks))
        faults.push({ at: [table, 'stacks'], message: `${table}: ${stack} is not declared in vocabulary.yaml` });
    }
    if (!primary.includes(new URL(source.url).host))
      faults.push({ at: [table, 'source'], message: `${table}: source is no primary one` });
    return Object.entries(rows).map(([number, row]): Code => {
      const spans = (text: string, at: string) => {
        const parsed = parseSpans(text);
        for (const problem of parsed.problems)
          faults.push({ at: [table, 'codes', number, at], message: `${table} ${number}: ${at} ${problem}` });
        return parsed.spans;
      };
      return {
        id: `codes/${table}-${number}`,
        kind,
        stacks: named,
        words,
        number: Number(number),
        name: row.name,
        means: spans(row.means, 'means'),
        advice: row.do === undefined ? undefined : spans(row.do, 'do'),
        entry: row.entry,
        source: { ...source, at: source.at },
      };
    });
  });
  return { items: codes, faults };
}
