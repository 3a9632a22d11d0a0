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
  for (const raw of text.slice(0, LOG_LIMIT).split(/\r\n|\n/)) {
    number += 1;
    const stripped = stripLine(raw.slice(0, LINE_LIMIT));
    if (stripped !== '') lines.push({ number, text: stripped });
  }
  return lines;
}

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
  /^\([A-Za-z_]+\w*(?: rank=\d+)? pid=\d+\)\s*/,
  // quoting of a chat or a mail
  /^(?:>\s?)+/,
];

function stripLine(raw: string): string {
  let text = stripVTControlCharacters(raw);
  // A progress bar redraws its line: only what was drawn last counts.
  const redrawn = text.lastIndexOf('\r');
  if (redrawn >= 0)
    text =
      text.slice(redrawn + 1).trim() === ''
        ? (text.slice(0, redrawn).split('\r').at(-1) ?? '')
        : text.slice(redrawn + 1);
  text = text.replace(/[^\P{Cc}\t]/gu, '');
  for (let round = 0; round < 4; round += 1) {
    const before = text;
    for (const prefix of PREFIXES) text = text.replace(prefix, '');
    if (text === before) break;
  }
  return text.trimEnd();
}
