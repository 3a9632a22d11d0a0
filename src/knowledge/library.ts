import type { Block, Source, Spans } from '../contract/index.ts';
import type { Hardware } from './hardware-schema.ts';
import type { EntryFile, KINDS, LAYERS, SECTIONS, VocabularyFile } from './schema.ts';

export type Kind = (typeof KINDS)[number];
export type Section = (typeof SECTIONS)[number];
export type Layer = (typeof LAYERS)[number];

/** A log pattern of an error entry; `pattern` is RE2 syntax over one line. */
export type Signature = { readonly pattern: string; readonly layer: Layer; readonly generic: boolean };

/** One entry of the library, its markup parsed once. */
export type Entry = {
  /** Path without ending, such as `triton/software-pipelining`. */
  readonly id: string;
  /** File name without ending: the same topic under two stacks has the same file name. */
  readonly topic: string;
  /** Stacks that the entry speaks about; empty: none in particular. */
  readonly stacks: readonly string[];
  readonly kind: Kind;
  readonly title: string;
  readonly asks: readonly string[];
  readonly tests: readonly string[];
  readonly not: readonly { readonly question: string; readonly goes: string }[];
  readonly signals: readonly string[];
  readonly signatures: readonly Signature[];
  /** Shown only when a log line filled every `{capture}` in it. */
  readonly specifics: string | undefined;
  readonly lead: Spans;
  readonly sections: readonly { readonly name: Section; readonly blocks: readonly Block[] }[];
  readonly plain: Spans | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly hardware: readonly string[];
  /** Day on which a second reader found every claim of its text in an opened source; undefined while nobody has, or when the text changed since. */
  readonly verified: string | undefined;
  readonly ran: string | undefined;
  readonly sources: readonly (Source & { readonly at: string | undefined })[];
  readonly related: readonly string[];
};

/** One row of the dictionary: the same thing under the names that the stacks give it. */
export type Row = {
  /** Such as `dictionary/warp-shuffle`. */
  readonly id: string;
  readonly means: string;
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly notes: Readonly<Record<string, Spans>>;
  readonly sources: Entry['sources'];
};

/** One error code of a table. */
export type Code = {
  /** Such as `codes/cuda-runtime-209`. */
  readonly id: string;
  /** What a code of its table is called, such as "CUDA runtime error". */
  readonly kind: string;
  readonly stacks: readonly string[];
  /** Words that stand before the number when people name such a code. */
  readonly words: readonly string[];
  readonly number: number;
  readonly name: string;
  readonly means: Spans;
  readonly advice: Spans | undefined;
  /** The entry that answers it in full. */
  readonly entry: string | undefined;
  readonly source: Entry['sources'][number];
};

export type Vocabulary = VocabularyFile;

/** Everything that answers are made from, checked; the same files give the same hash. */
export type Library = {
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  readonly vocabulary: Vocabulary;
  readonly dictionary: readonly Row[];
  readonly hardware: Hardware;
  readonly codes: readonly Code[];
  /** Messages that are none of our business: the router learns from them to stay silent. */
  readonly offTopic: readonly string[];
  /** Hex digest over the content: names the library in logs, caches and the why of an answer. */
  readonly hash: string;
};

export type { EntryFile };
