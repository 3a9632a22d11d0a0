import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { respond } from '../../src/answering/respond.ts';
import type { Context } from '../../src/routing/decision.ts';
import { shipped } from './shipped.ts';

type Turn = {
  readonly ask: string;
  readonly answer?: string;
  readonly answers?: readonly string[];
  /** The entry that must not come. */
  readonly never?: string;
  readonly notice?: string;
  readonly unknown?: true;
  /** Kinds of reply that would both do. */
  readonly either?: readonly string[];
};
type Conversation = { readonly name: string; readonly turns: readonly Turn[] };

const FOLDER = fileURLToPath(new URL('../questions/conversations', import.meta.url));
const FILES = readdirSync(FOLDER).sort();
const ALL = FILES.flatMap((file): Conversation[] => parse(readFileSync(join(FOLDER, file), 'utf8')));

/** Learning the library anew on a busy machine; a second run finds it stored. */
const LEARNING_MS = 240_000;

describe('conversations', () => {
  beforeAll(() => {
    shipped();
  }, LEARNING_MS);

  it('are at least forty', () => expect(ALL.length).toBeGreaterThanOrEqual(40));

  it.each(ALL.map(({ name, turns }) => [name, turns] as const))('%s', (_name, turns) => {
    const knowing = shipped();
    let context: Context | undefined;
    for (const turn of turns) {
      const { answer, context: next } = respond(knowing, { text: turn.ask, day: '2026-12-02' }, context);
      const wanted = turn.either ?? [kindOf(turn)];
      expect(wanted, turn.ask).toContain(answer.kind);
      if (turn.answer !== undefined) expect(answer.origins[0]?.id, turn.ask).toBe(turn.answer);
      if (turn.never !== undefined) expect(answer.origins[0]?.id, turn.ask).not.toBe(turn.never);
      if (turn.answers !== undefined) {
        const shown = answer.choices.flatMap(({ action }) => (action.do === 'show' ? [action.entry] : []));
        expect([answer.origins[0]?.id, ...shown], turn.ask).toEqual(expect.arrayContaining([...turn.answers]));
      }
      context = next;
    }
  });
});

function kindOf(turn: Turn): string {
  if (turn.notice !== undefined) return 'notice';
  return turn.unknown ? 'unknown' : 'answer';
}
