import { z } from 'zod';

/** The kinds of entry. */
export const KINDS = ['practice', 'error', 'concept', 'choice', 'tool', 'change'] as const;

/** The sections of an entry's body, in the order in which they are shown. */
export const SECTIONS = ['why', 'do', 'check', 'backfires', 'changed'] as const;

/** Layers of the stack in which an error can be born. */
export const LAYERS = ['driver', 'runtime', 'compiler', 'library', 'framework', 'kernel'] as const;

/** Autocomplete and button labels show titles whole: Discord's button label ends at 80 characters. */
const TITLE_LIMIT = 80;
/** An answer is read in a chat window; longer leads stop being one. */
const LEAD_LIMIT = 420;

const phrase = z
  .string()
  .trim()
  .min(2, 'is too short — write what a person would type')
  .max(400, 'is too long — keep the part that a person would type');
const markup = z.string().trim().min(1, 'is empty — write it or leave the key out');
const id = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'must look like triton/software-pipelining');
const day = z.iso.date('must be a day such as 2026-12-01');

const source = z.strictObject({
  title: z.string().min(1),
  url: z.url({ protocol: /^https$/, error: 'must be an https address' }),
  /** Where in the page the claim stands: a heading, an anchor, a function, a file and line. */
  at: z.string().min(1).optional(),
  covers: z.string().min(1, 'must name the version it covers, such as "Triton 3.9"'),
  checked: day,
});

const signature = z.strictObject({
  /** An RE2 pattern over one line of a log; named captures give the answer its specifics. */
  pattern: z.string().min(4),
  layer: z.enum(LAYERS),
  /** True for a line that is only a consequence: a more specific line of the same log wins over it. */
  generic: z.boolean().optional(),
});

/** One entry of the library as it stands in its YAML file. */
export const entrySchema = z.strictObject({
  title: z.string().min(8).max(TITLE_LIMIT),
  kind: z.enum(KINDS),
  stacks: z.array(z.string()).min(1).optional(),
  asks: z.array(phrase).min(3, 'needs at least three phrasings — write what people really type'),
  tests: z.array(phrase).optional(),
  not: z.array(z.strictObject({ question: phrase, goes: z.union([id, z.literal('unknown')]) })).optional(),
  signals: z.array(z.string().min(2)).optional(),
  signatures: z.array(signature).min(1).optional(),
  specifics: z.string().min(1).optional(),
  lead: z
    .string('is missing — write one or two sentences that answer the question')
    .trim()
    .min(20)
    .max(
      LEAD_LIMIT,
      `is over ${LEAD_LIMIT} characters — say the answer in one or two sentences and move the rest to why`,
    ),
  why: markup.optional(),
  do: markup.optional(),
  check: markup.optional(),
  backfires: markup.optional(),
  changed: markup.optional(),
  plain: z.string().trim().min(20).max(900).optional(),
  applies: z
    .strictObject({
      versions: z.record(z.string(), z.string()).optional(),
      hardware: z.array(z.string()).optional(),
    })
    .optional(),
  /** Set by a second reader who found every claim of the text in an opened source; `text` is the fingerprint of what was read. */
  verified: z
    .strictObject({ on: day, text: z.string().regex(/^[0-9a-f]{8}$/, 'must be the eight digits that check prints') })
    .optional(),
  /** Where its code was run or compiled, or "no". */
  ran: z.union([z.string(), z.literal(false)]).optional(),
  sources: z.array(source).min(1, 'needs at least one source — cite the page or file that you opened'),
  evidence: z.array(z.string()).optional(),
  related: z.array(id).optional(),
});

export type EntryFile = z.infer<typeof entrySchema>;

/** `vocabulary.yaml`: the only place where a stack's name is declared. */
export const vocabularySchema = z.strictObject({
  stacks: z.record(
    z.string().regex(/^[a-z][a-z0-9-]*$/),
    z.strictObject({
      name: z.string(),
      /** Words that name the stack in a question. */
      words: z.array(z.string()),
      /** Tokens that hint at the stack without naming it, such as API prefixes: `*` stands for any run, `[56]` for one of them. */
      hints: z.array(z.string()).optional(),
      /** Stacks that it stands on: a question that names one of those may well be about this one. */
      on: z.array(z.string()).optional(),
      newest: z.string(),
      /** Where its bugs are reported. */
      tracker: z.url(),
      /** How its whole programs are compiled by `npm run check -- --code`. */
      compile: z
        .strictObject({
          /** The language that their code fences name. */
          fence: z.string(),
          ending: z.string(),
          /** Put before a program that includes nothing. */
          prelude: z.string(),
          /** Finds the target in an entry's `ran`; the first group stands for `{target}`. */
          target: z.string(),
          otherwise: z.string(),
          /** The compiler and its arguments, with `{target}`, `{file}` and `{output}`. */
          command: z.array(z.string()).min(1),
        })
        .optional(),
    }),
  ),
  /** Hardware by its words (same form as hints) and the stacks that run on it. */
  hardware: z.array(z.strictObject({ words: z.array(z.string()), stacks: z.array(z.string()) })).optional(),
  topics: z.record(z.string(), z.string()),
  /** Groups of words that mean the same. */
  synonyms: z.array(z.array(z.string()).min(2)),
  /** Names that mean two things: asked back when nothing in the question tells which. */
  ambiguous: z
    .array(
      z.strictObject({
        word: z.string(),
        question: z.string(),
        /** Words that settle it. */
        meanings: z.array(z.strictObject({ label: z.string(), ask: z.string(), settles: z.array(z.string()) })).min(2),
      }),
    )
    .optional(),
  /** Hosts whose pages count as primary sources. */
  primary: z.array(z.string()),
});

export type VocabularyFile = z.infer<typeof vocabularySchema>;

/** `off-topic.yaml`: messages that are none of our business, from which the router learns to stay silent. */
export const offTopicSchema = z.array(z.string().min(1));

/** `dictionary.yaml`: what one stack's term is called on the others. */
export const dictionarySchema = z.record(
  z.string().regex(/^[a-z0-9-]+$/),
  z.strictObject({
    /** What the terms have in common, in a few words. */
    means: z.string().min(3),
    /** Names by stack, the usual one first; a stack without a counterpart is left out and explained under notes. */
    terms: z.record(z.string(), z.array(z.string().min(2)).min(1)),
    /** What is different when one comes to that stack, or what to do where it has none. */
    notes: z.record(z.string(), z.string()).optional(),
    sources: z.array(source).min(1, 'needs at least one source'),
  }),
);
export type DictionaryFile = z.infer<typeof dictionarySchema>;

/** `codes.yaml`: error codes by number and name. */
export const codesSchema = z.record(
  z.string().regex(/^[a-z0-9-]+$/),
  z.strictObject({
    /** What a code of this table is called, such as "CUDA runtime error". */
    name: z.string().min(3),
    stacks: z.array(z.string()).min(1),
    /** Words that stand before the number when people name such a code: "cuda error", "xid". */
    words: z.array(z.string().min(2)).min(1),
    source,
    codes: z.record(
      z.string().regex(/^-?\d+$/, 'must be the number of the code'),
      z.strictObject({
        name: z.string().min(2),
        means: z.string().min(5),
        do: z.string().min(5).optional(),
        /** The error entry that answers it in full. */
        entry: id.optional(),
      }),
    ),
  }),
);
export type CodesFile = z.infer<typeof codesSchema>;
