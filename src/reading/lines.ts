import { stripVTControlCharacters } from 'node:util';

/** One line of a log as a person would quote it, and where it stood. */
export type Line = { readonly number: number; readonly text: string };

/** Characters of a log that are read; an issue tracker takes less, a chat platform far less. */
export const LOG_LIMIT = 1_000_000;

/** Longer lines are binary dumps or minified code: their head says what they are, and scanning stays linear and short. */
const LINE_LIMIT = 2_000;

/** The lines of a log without what its tools put around them: escape codes, times, ranks, progress that was overwritten. */
export function logLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let number = 0;
  // UTF-16 read as UTF-8 has a zero after every letter, line ends included.
  for (const raw of text
    .slice(0, LOG_LIMIT)
    .replaceAll('\0', '')
    .split(/\r\n|\n/)) {
    number += 1;
    const stripped = stripLine(lastDrawn(raw).slice(0, LINE_LIMIT));
    if (stripped !== '') lines.push({ number, text: stripped });
  }
  return lines;
}

/** A progress bar redraws its line: only what was drawn last counts. */
function lastDrawn(raw: string): string {
  let end = raw.length;
  while (raw.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  return raw.slice(raw.lastIndexOf('\r', end - 1) + 1, end);
}

const CARRIAGE_RETURN = 13;

/** A character that no line of plain text holds: what makes the slower cleaning necessary. */
const CONTROL = /[^\P{Cc}\t]/u;
const CONTROLS = /[^\P{Cc}\t]/gu;

/** How a line begins that may carry one of the prefixes. */
const PREFIXED = /^[\s[(>\d]|^[A-Z][a-z]{2}\s+\d/;

/** What stands before the message itself, each at most once and in any order. */
const PREFIXES: readonly RegExp[] = [
  /^\s+/,
  // 2026-12-02T03:04:05.678Z, 2026-12-02 03:04:05,678, [12/02/2026-03:04:05], 03:04:05.678
  /^\[?\d{4}[-/]\d{2}[-/]\d{2}[T _-]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?\]?:?\s*/,
  /^\[\d{2}\/\d{2}\/\d{4}-\d{2}:\d{2}:\d{2}(?:\.\d+)?\]\s*/,
  /^\[?\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\]?\s+/,
  // syslog: Dec  2 03:04:05 host kernel: [ 1234.567890]
  /^[A-Z][a-z]{2}\s+\d{1,2} \d{2}:\d{2}:\d{2} \S+ (?:[\w./-]+(?:\[\d+\])?: )?/,
  /^\[\s*\d+\.\d{6}\]\s*/,
  // ranks and replicas: [rank3]:, [default0]:, (VllmWorker rank=1 pid=77), (EngineCore_DP0 pid=1), 0:
  /^\[(?:rank|default|local_rank|worker)[ _:]?\d+\]:?\s*/i,
  /^\([A-Za-z_]\w*(?: rank=\d+)? pid=\d+\)\s*/,
  // quoting of a chat or a mail
  /^(?:>\s?)+/,
];

function stripLine(raw: string): string {
  const text = CONTROL.test(raw) ? stripVTControlCharacters(raw).replace(CONTROLS, '') : raw;
  return withoutPrefixes(text).trimEnd();
}

function withoutPrefixes(line: string): string {
  let text = line;
  for (let round = 0; round < 4 && PREFIXED.test(text); round += 1) {
    const before = text;
    for (const prefix of PREFIXES) text = text.replace(prefix, '');
    if (text === before) break;
  }
  return text;
}
