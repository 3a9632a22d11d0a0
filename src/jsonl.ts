import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { plainText } from '#contract';
import { carryOut, type Knowing, respond } from './answering/respond.ts';
import { reasonText } from './answering/why.ts';
import type { Context } from './routing/decision.ts';

/** Conversations kept at once; the oldest is dropped, so that a stream of any length needs the same memory. */
const THREADS = 10_000;

/**
 * Machine-readable asking: one JSON object a line in, one out, in the same order. Keeps nothing.
 * A line that is not `{"id", "text", "thread"?}` gets `{"id": null, "kind": "error", "line", "text"}` and the rest goes on.
 */
export async function answerLines(knowing: Knowing, day: string, input: Readable, output: Writable): Promise<void> {
  const threads = new Map<string, Context>();
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() === '') continue;
    const asked = readLine(text);
    const record =
      'problem' in asked
        ? { id: null, kind: 'error', line, text: asked.problem }
        : answered(knowing, day, asked, threads);
    if (!output.write(`${JSON.stringify(record)}\n`)) await once(output, 'drain');
  }
}

type Asked = { readonly id: string | number; readonly text: string; readonly thread: string | undefined };

function readLine(text: string): Asked | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'not an object — write {"id": "1", "text": "the question"}' };
  const { id, text: asked, thread } = value as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number')
    return { problem: 'id is missing — give each question a string or number' };
  if (typeof asked !== 'string') return { problem: 'text is missing — write the question as a string' };
  if (thread !== undefined && thread !== null && typeof thread !== 'string')
    return { problem: 'thread must be a string' };
  return { id, text: asked, thread: thread ?? undefined };
}

function answered(
  knowing: Knowing,
  day: string,
  { id, text, thread }: Asked,
  threads: Map<string, Context>,
): Record<string, unknown> {
  const before = thread === undefined ? undefined : threads.get(thread);
  const { answer, context } = respond(knowing, { text, day }, before);
  if (thread !== undefined && context !== undefined) remember(threads, thread, context);
  return {
    id,
    kind: answer.kind,
    entries: answer.origins,
    title: answer.title,
    text: plainText(answer),
    confidence:
      answer.kind === 'answer' || answer.kind === 'clarify' ? Math.round(answer.confidence * 10_000) / 10_000 : null,
    choices: answer.choices.map(({ label, action }) => {
      const next = carryOut(knowing, action, day, context);
      return {
        label,
        entry: action.do === 'show' ? action.entry : (next?.answer.origins[0]?.id ?? null),
        text: next === undefined ? '' : plainText(next.answer),
      };
    }),
    sources: answer.sources.map(({ url }) => url),
    why: answer.reasons.map(reasonText),
    ...(answer.kind === 'answer' && answer.values !== undefined ? { values: answer.values } : {}),
  };
}

function remember(threads: Map<string, Context>, thread: string, context: Context): void {
  threads.delete(thread);
  threads.set(thread, context);
  if (threads.size > THREADS) {
    const [oldest] = threads.keys();
    if (oldest !== undefined) threads.delete(oldest);
  }
}
