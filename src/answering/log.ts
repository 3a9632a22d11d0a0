import type { Answer, Block, Span } from '../contract/index.ts';
import type { Library } from '../knowledge/library.ts';
import { firstCause } from '../reading/cause.ts';
import type { Find, Finding } from '../reading/find.ts';
import { type Line, LOG_LIMIT, logLines } from '../reading/lines.ts';
import { redact } from '../reading/redact.ts';
import { looksLikeLog, suspects } from '../reading/shape.ts';
import { surroundings } from '../reading/surroundings.ts';
import { createLexicon } from '../routing/lexicon.ts';
import { readSlots, type Slots } from '../routing/slots.ts';
import { words } from '../routing/words.ts';
import { composeEntry } from './entry.ts';
import type { Specialist } from './respond.ts';
import { composeUnknown } from './unknown.ts';

/** A signature is written for its line: what it misses is the cause behind, rarely the line itself. */
const CERTAIN = 0.95;
/** A consequence or a warning tells less. */
const LIKELY = 0.8;

/** Characters of a quoted line: what decides stands at its start. */
const QUOTED = 200;

/** A quoted error line decides when it makes up a fifth of what was written; in a longer story it is one detail. */
const SHARE = 5;

/** Characters in which a log says what it runs on. */
const HEAD = 20_000;

/** Other lines named in one answer; a log can hold hundreds, and the first is the one to mend. */
const OTHERS = 4;

/**
 * Reads a pasted log: the first real cause, quoted, with the log's own figures; what else it holds that is known, and what
 * looks like a failure and is not. A log in which nothing is known gets no advice. A message that is no log is left to the
 * router, unless a known line makes up a good part of it.
 */
export function createLogReading(library: Library, find: Find): Specialist {
  const lexicon = createLexicon(library.vocabulary);
  return ({ text, day }) => {
    if (text.length > LOG_LIMIT) return undefined;
    const lines = logLines(text);
    const findings = find(lines);
    const log = looksLikeLog(lines, findings);
    if (!log && !findings.some((finding) => decides(finding, text))) return undefined;
    const slots = readSlots(words(text.slice(0, HEAD)), lexicon);
    const verdict = firstCause(agreeing(findings, spokenFor(slots), library));
    if (verdict === undefined) return log ? unread(lines, text, slots.named, library) : undefined;
    if (!log) return decides(verdict.cause, text) ? answer(verdict.cause, verdict.others, [], library, day) : undefined;
    // A warning in an otherwise healthy log is no failure.
    if (verdict.cause.warning && suspects(lines, [verdict.cause]).length === 0)
      return healthy(verdict.cause, library, day);
    return answer(verdict.cause, verdict.others, lines, library, day);
  };
}

/** True when a message that is no log is about this line: its tool failed there, and the line is a fair part of the message. */
function decides({ signature, warning, length }: Finding, text: string): boolean {
  return !signature.generic && !warning && length * SHARE >= text.length;
}

/** Stacks that the text names, that run on its hardware or that its identifiers hint at: ROCm prints CUDA's names beside its own. */
function spokenFor({ named, possible, hinted }: Slots): readonly string[] {
  return named.length + possible.length === 0 ? [] : [...named, ...possible, ...hinted];
}

/**
 * Findings but those of stacks that run on none of the hardware of the stacks that the text names: a log of one vendor is
 * never answered from the other's entry.
 */
function agreeing(findings: readonly Finding[], stacks: readonly string[], library: Library): readonly Finding[] {
  if (stacks.length === 0) return findings;
  const together = (one: string, other: string): boolean =>
    one === other ||
    (library.vocabulary.hardware ?? []).some((group) => group.stacks.includes(one) && group.stacks.includes(other));
  return findings.filter(
    ({ entry }) =>
      entry.stacks.length === 0 || entry.stacks.some((stack) => stacks.some((named) => together(stack, named))),
  );
}

function answer(
  cause: Finding,
  others: readonly Finding[],
  lines: readonly Line[],
  library: Library,
  day: string,
): Answer {
  const unknown = suspects(lines, [cause, ...others]).slice(0, OTHERS);
  const blocks: Block[] = [];
  if (others.length > 0)
    blocks.push(
      paragraph(
        `Also in this log: ${others
          .slice(0, OTHERS)
          .map(({ entry, line }) => `${entry.title} (line ${line.number})`)
          .join('; ')}.`,
      ),
    );
  if (unknown.length > 0)
    blocks.push(
      paragraph(
        `Not known to the library, though it looks like a failure: line ${unknown.map(({ number }) => number).join(', ')}.`,
      ),
    );
  return composeEntry(cause.entry, library, {
    day,
    confidence: cause.signature.generic || cause.warning ? LIKELY : CERTAIN,
    captures: kept(cause.captures),
    ...(lines.length > 0 ? { line: quote(cause.line) } : {}),
    blocks,
    choices: others.slice(0, 3).map(({ entry }) => ({ label: entry.title, action: { do: 'show', entry: entry.id } })),
    reasons: [
      { text: `line ${cause.line.number} fits the signature ${cause.signature.pattern}`, weight: 1 },
      {
        text: `layer: ${cause.signature.layer}${cause.signature.generic ? ', a consequence' : ''}${cause.warning ? ', a warning' : ''}`,
      },
      { text: `known lines: ${others.length + 1}, chosen as the first real cause` },
    ],
  });
}

/** Nothing known in it: no advice; what a good report upstream holds, filled in from the log. */
function unread(lines: readonly Line[], text: string, stacks: readonly string[], library: Library): Answer {
  const failing = suspects(lines, []).slice(0, 3);
  const base = composeUnknown(
    { kind: 'unknown', nearest: [], stacks, reasons: [{ text: 'a log without a line that the library knows' }] },
    library,
  );
  const found = surroundings(text);
  const items = [
    ...failing.map((line): readonly Span[] => [
      { kind: 'text', text: `line ${line.number}: ` },
      { kind: 'code', text: quote(line) },
    ]),
    ...found.map(({ what, value }): readonly Span[] => [
      { kind: 'text', text: `${what}: ` },
      { kind: 'code', text: value },
    ]),
  ];
  return {
    ...base,
    title: failing.length > 0 ? 'No line of this log is known to me' : 'I see no failure in this log',
    blocks: [
      ...base.blocks,
      ...(items.length === 0
        ? []
        : [paragraph('For a report, from this log:'), { kind: 'list', ordered: false, items } as const]),
    ],
  };
}

function healthy(warning: Finding, library: Library, day: string): Answer {
  const shown = composeEntry(warning.entry, library, {
    day,
    confidence: LIKELY,
    captures: kept(warning.captures),
    line: quote(warning.line),
    reasons: [],
  });
  return {
    ...shown,
    blocks: [paragraph('This log holds no failure, only warnings; the first that is known:'), ...shown.blocks],
    reasons: [{ text: `line ${warning.line.number} is a warning` }],
  };
}

/** The head of a line without secrets: an answer is shown to more people, and for longer, than the paste. */
function quote({ text }: Line): string {
  return redact(text).slice(0, QUOTED).toWellFormed();
}

function kept(captures: Finding['captures']): Finding['captures'] {
  return Object.fromEntries(Object.entries(captures).map(([name, value]) => [name, redact(value)]));
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ kind: 'text', text }] };
}
