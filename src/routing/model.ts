import { blockText, spansText } from '../contract/index.ts';
import type { Entry, Library } from '../knowledge/library.ts';
import { type Adjust, type Engine, type Lesson, learn } from './engine.ts';
import { COMMON_WORDS, SCRAPS } from './english.ts';
import type { Terms } from './features.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import { createMender, type Mender } from './mend.ts';
import { normalize, plainTerms, type Query } from './normalize.ts';
import { createWeigher, NOTHING, type Weighing } from './weigh.ts';
import { words } from './words.ts';

/** What the router learnt from one library. */
export type Model = { readonly hash: string; readonly engine: Engine };

/**
 * Learns from a library's phrasings, titles, near misses and off-topic messages, and how sure to be from its held-out
 * tests. The same library gives the same model.
 */
export function trainModel(library: Library): Model {
  const lexicon = createLexicon(library.vocabulary);
  const weigh = createWeigher(library);
  const { lessons, held } = lessonsOf(library, lexicon);
  const engine = learn(
    lessons,
    library.entries.length,
    ({ read }) => adjustment(read === undefined ? NOTHING : weigh(read)),
    library.entries.map((entry) => bodyOf(entry, lexicon)),
    held,
  );
  return { hash: library.hash, engine };
}

/** A weighing as the engine takes it. */
export function adjustment({ bonus, same, labels, strength }: Weighing): Adjust {
  return {
    same,
    bonus: (label) => bonus(label).reduce((sum, { weight = 0 }) => sum + weight, 0),
    labels,
    strength,
  };
}

function lessonsOf(library: Library, lexicon: Lexicon): Record<'lessons' | 'held', Lesson<Query>[]> {
  const labels = new Map(library.entries.map(({ id }, label) => [id, label]));
  const kin = kinOf(library, labels);
  const lesson = (text: string, label: number): Lesson<Query> => {
    const read = normalize(text, lexicon);
    const neighbours = kin[label];
    return {
      terms: read.terms,
      label,
      read,
      also: read.slots.named.length + read.slots.hinted.length > 0 ? neighbours?.related : neighbours?.all,
    };
  };
  const held = library.entries.flatMap(({ tests }, label) => tests.map((text) => lesson(text, label)));
  const lessons = [
    ...library.entries.flatMap(({ asks, title, not }, label) => [
      ...asks.map((text) => lesson(text, label)),
      { ...lesson(title, label), probe: false },
      ...not.map(({ question, goes }) => lesson(question, labels.get(goes) ?? -1)),
    ]),
    ...library.offTopic.map((text) => lesson(text, -1)),
  ];
  return { lessons, held };
}

/** Entries whose answer would do as well: those named as related and, while no stack is named, the same topic elsewhere. */
function kinOf({ entries }: Library, labels: ReadonlyMap<string, number>) {
  const topics = new Map<string, number[]>();
  for (const [label, { topic }] of entries.entries()) topics.set(topic, [...(topics.get(topic) ?? []), label]);
  const related = entries.map((entry) => new Set(entry.related.flatMap((id) => labels.get(id) ?? [])));
  for (const [label, others] of related.entries()) for (const other of [...others]) related[other]?.add(label);
  return entries.map(({ topic }, label) => {
    const own = [...(related[label] ?? [])];
    return { related: own, all: [...own, ...(topics.get(topic) ?? [])] };
  });
}

/** What an entry says and how it is asked for, code and all, as terms. */
function bodyOf(entry: Entry, lexicon: Lexicon): Terms {
  const blocks = entry.sections.flatMap((section) => section.blocks).map(blockText);
  const plain = entry.plain === undefined ? '' : spansText(entry.plain);
  const head = [...entry.asks, entry.title, entry.title, spansText(entry.lead)];
  const text = [...head, ...blocks, plain, ...entry.signals].join('\n');
  return plainTerms(text, lexicon);
}

/** Mends slips towards the words learnt from; words of the library's prose and common English are right as they are. */
export function menderOf(library: Library, { space }: Engine): Mender {
  const known = new Map<string, number>();
  for (const [name, position] of space.words) {
    if (!name.includes(' ')) known.set(name, space.documents[position] as number);
  }
  const right = new Set([...COMMON_WORDS, ...SCRAPS]);
  for (const entry of library.entries) for (const { text } of words(proseOf(entry))) right.add(text);
  return createMender(known, right);
}

function proseOf(entry: Entry): string {
  const blocks = entry.sections.flatMap((section) => section.blocks).filter((block) => block.kind !== 'code');
  return [
    spansText(entry.lead),
    ...blocks.map(blockText),
    entry.plain === undefined ? '' : spansText(entry.plain),
  ].join('\n');
}
