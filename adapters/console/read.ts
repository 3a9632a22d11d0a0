import type { Question } from '#contract';

/** What a typed line asks for: a choice by its number, the why, an end, or a question. */
export type Typed =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'choice'; readonly number: number }
  | { readonly kind: 'why' }
  | { readonly kind: 'end' }
  | { readonly kind: 'nothing' };

/** Reads one line of the chat in the terminal. */
export function read(line: string, thread: string, day: string): Typed {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  if (/^\[?\d{1,2}\]?$/.test(text)) return { kind: 'choice', number: Number(text.replace(/\D/g, '')) };
  if (/^\/?why\??$/i.test(text)) return { kind: 'why' };
  if (/^(\/(quit|exit)|exit|quit)$/i.test(text)) return { kind: 'end' };
  return { kind: 'question', question: { text, thread, asker: 'console', day, deliveries: [] } };
}
