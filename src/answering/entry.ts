import type { Answer, Block, Choice, Reason, Spans } from '../contract/index.ts';
import type { Entry, Library, Section } from '../knowledge/library.ts';

/** What is known about the asking that the entry's answer depends on. */
export type Asking = {
  /** The day of the question, YYYY-MM-DD. */
  readonly day: string;
  readonly confidence: number;
  readonly reasons: readonly Reason[];
  /** Values that the signature captured in the asker's log. */
  readonly captures?: Readonly<Record<string, string>>;
  /** The deciding line of the asker's log, quoted. */
  readonly line?: string;
  /** Further choices, before the neighbours: the other half of a two-part question. */
  readonly choices?: readonly Choice[];
  /** Blocks after the entry's own: other known lines found in the log. */
  readonly blocks?: readonly Block[];
};

const LABELS: Readonly<Record<Section, string>> = {
  why: 'Why',
  do: 'Do this',
  check: 'Check it worked',
  backfires: 'When it backfires',
  changed: 'What changed',
};

/** Months after which a checked source is called old: two or three releases of every stack have passed by then. */
const STALE_MONTHS = 12;

/** The answer that an entry gives. */
export function composeEntry(entry: Entry, library: Library, asking: Asking): Answer {
  const own = entry.sections.flatMap(({ name, blocks }) => labelled(LABELS[name], blocks));
  return {
    kind: 'answer',
    title: entry.title,
    lead: entry.lead,
    blocks: [...found(entry, asking), ...own, ...(asking.blocks ?? []), ...age(entry, asking.day)],
    sources: entry.sources.map(({ title, url, covers, checked }) => ({ title, url, covers, checked })),
    choices: [...(asking.choices ?? []), ...neighbours(entry, library)],
    reasons: asking.reasons,
    origins: [{ id: entry.id, stacks: entry.stacks }],
    confidence: asking.confidence,
    verified: entry.verified ?? false,
  };
}

/** The entry in plain words for someone new to GPUs. */
export function composeSimpler(entry: Entry, library: Library, asking: Asking): Answer {
  if (entry.plain === undefined) return composeEntry(entry, library, asking);
  const answer = composeEntry(entry, library, asking);
  return { ...answer, title: `${entry.title}, in plain words`, lead: entry.plain, blocks: age(entry, asking.day) };
}

/** The same topic under the other stacks, as choices labelled with the stack's name. */
export function neighbours(entry: Entry, library: Library): readonly Choice[] {
  const [folder] = entry.id.split('/');
  if (folder === undefined || !(folder in library.vocabulary.stacks)) return [];
  return Object.entries(library.vocabulary.stacks).flatMap(([stack, { name }]) => {
    const id = `${stack}/${entry.topic}`;
    return stack !== folder && library.byId.has(id)
      ? [{ label: `On ${name}`, action: { do: 'show', entry: id } as const }]
      : [];
  });
}

function labelled(label: string, blocks: readonly Block[]): readonly Block[] {
  const [first, ...rest] = blocks;
  const strong = { kind: 'strong', text: `${label}.` } as const;
  if (first?.kind === 'paragraph')
    return [{ kind: 'paragraph', spans: [strong, { kind: 'text', text: ' ' }, ...first.spans] }, ...rest];
  return [{ kind: 'paragraph', spans: [strong] }, ...blocks];
}

/** What the asker's own log says: the deciding line and its figures. */
function found(entry: Entry, { captures, line }: Asking): readonly Block[] {
  const specifics = entry.specifics === undefined ? undefined : filled(entry.specifics, captures ?? {});
  return [
    ...(line === undefined
      ? []
      : [
          paragraph([
            { kind: 'strong', text: 'Deciding line.' },
            { kind: 'text', text: ' ' },
            { kind: 'code', text: line },
          ]),
        ]),
    ...(specifics === undefined ? [] : [paragraph([{ kind: 'text', text: specifics }])]),
  ];
}

/** The template with its `{captures}` filled; undefined unless all of them are known. */
function filled(template: string, captures: Readonly<Record<string, string>>): string | undefined {
  let complete = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = captures[name];
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? text : undefined;
}

function age(entry: Entry, day: string): readonly Block[] {
  const oldest = entry.sources.map((source) => source.checked).sort()[0];
  if (oldest === undefined || monthsBetween(oldest, day) < STALE_MONTHS) return [];
  return [
    {
      kind: 'caution',
      spans: [
        {
          kind: 'text',
          text: `Its sources were last checked on ${oldest}, over twelve months ago: newer releases may differ.`,
        },
      ],
    },
  ];
}

function monthsBetween(early: string, late: string): number {
  const [earlyYear = 0, earlyMonth = 0, earlyDay = 0] = early.split('-').map(Number);
  const [lateYear = 0, lateMonth = 0, lateDay = 0] = late.split('-').map(Number);
  return (lateYear - earlyYear) * 12 + (lateMonth - earlyMonth) - (lateDay < earlyDay ? 1 : 0);
}

function paragraph(spans: Spans): Block {
  return { kind: 'paragraph', spans };
}
