import type { Writable } from 'node:stream';
import type { Log } from '#contract';

/** A log that writes one JSON object a line: time, level, event, fields. */
export function createLog(output: Writable, now: () => Date = () => new Date()): Log {
  return (level, event, fields = {}) => {
    const plain = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Error ? (value.stack ?? value.message) : value,
      ]),
    );
    output.write(`${JSON.stringify({ at: now().toISOString(), level, event, ...plain })}\n`);
  };
}
