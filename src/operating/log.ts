import type { Writable } from 'node:stream';
import type { Log } from '#contract';

/** A log that writes one JSON object a line: time, level, event, fields; for a person at a terminal, the event in words. */
export function createLog(output: Writable & { readonly isTTY?: boolean }, now: () => Date = () => new Date()): Log {
  return (level, event, fields = {}) => {
    if (output.isTTY && level === 'info') {
      output.write(`${event}\n`);
      return;
    }
    const plain = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Error ? (value.stack ?? value.message) : value,
      ]),
    );
    output.write(`${JSON.stringify({ at: now().toISOString(), level, event, ...plain })}\n`);
  };
}
