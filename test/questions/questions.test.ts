import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { negatives, shippedLibrary } from '../bench/own.ts';

describe('what is measured on is never learnt from', () => {
  const learnt = new Set(shippedLibrary().offTopic.map(folded));

  it('holds at least 400 negatives, none of them in the library', () => {
    const measured = negatives().map(({ text }) => text);
    expect(measured.length).toBeGreaterThanOrEqual(400);
    expect(measured.filter((text) => learnt.has(folded(text)))).toEqual([]);
  });

  it('has held-out tests that are no phrasings', () => {
    const { entries } = shippedLibrary();
    const asks = new Set(entries.flatMap((entry) => entry.asks.map(folded)));
    expect(entries.flatMap(({ tests }) => tests).filter((text) => asks.has(folded(text)))).toEqual([]);
  });

  it('knows the entries that by reading cover the questions kept elsewhere', () => {
    const path = new URL('./covered.json', import.meta.url);
    const covered: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(path, 'utf8'));
    const { byId } = shippedLibrary();
    expect(
      Object.values(covered)
        .flat()
        .filter((id) => !byId.has(id)),
    ).toEqual([]);
  });
});

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
