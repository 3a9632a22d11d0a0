import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Reason } from '../contract/index.ts';
import type { Context } from '../routing/decision.ts';
import type { Tables } from './tables.ts';

/** What is kept of a reply, so that its buttons work after a restart. No message text. */
export type Remembered = {
  readonly reference: string;
  readonly kind: string;
  readonly entries: readonly string[];
  readonly terms: readonly string[];
  readonly reasons: readonly Reason[];
};

/** Questions that nothing answered, folded by their normalized terms. */
export type Gap = { readonly terms: readonly string[]; readonly count: number; readonly last: string };

/** What the bot keeps between events and restarts. */
export type Memory = {
  /** True when none of the deliveries was seen before; afterwards all of them were. */
  claim(deliveries: readonly string[]): Promise<boolean>;
  recall(thread: string): Promise<Context | undefined>;
  remember(thread: string, context: Context): Promise<void>;
  record(reply: Remembered): Promise<void>;
  reply(reference: string): Promise<Remembered | undefined>;
  /** Counts a verdict once per reply and asker; false when this asker had already given one. */
  judge(reference: string, asker: string, helped: boolean): Promise<boolean>;
  note(terms: readonly string[]): Promise<void>;
  gaps(): Promise<readonly Gap[]>;
  /** Forgets what is older than the days it is kept for. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

/** A redelivery or an edit comes within days; buttons and threads are used for weeks. */
const KEPT_DAYS = 30;

/** The memory over an open database whose tables exist; `now` is the clock. */
export function createMemory(database: Kysely<Tables>, now: () => Date): Memory {
  const at = (): string => now().toISOString();
  return {
    async claim(deliveries) {
      if (deliveries.length === 0) return true;
      const rows = [...new Set(deliveries)].map((delivery) => ({ delivery, at: at() }));
      const inserted = await database
        .insertInto('seen')
        .values(rows)
        .onConflict((row) => row.doNothing())
        .returning('delivery')
        .execute();
      return inserted.length === rows.length;
    },
    async recall(thread) {
      const row = await database
        .selectFrom('threads')
        .select('context')
        .where('thread', '=', thread)
        .executeTakeFirst();
      return row === undefined ? undefined : JSON.parse(row.context);
    },
    async remember(thread, context) {
      const values = { context: JSON.stringify(context), at: at() };
      await database
        .insertInto('threads')
        .values({ thread, ...values })
        .onConflict((row) => row.column('thread').doUpdateSet(values))
        .execute();
    },
    async record({ reference, kind, entries, terms, reasons }) {
      const values = {
        reference,
        kind,
        entries: JSON.stringify(entries),
        terms: JSON.stringify(terms),
        reasons: JSON.stringify(reasons),
        at: at(),
      };
      await database.insertInto('replies').values(values).execute();
    },
    async reply(reference) {
      const row = await database
        .selectFrom('replies')
        .selectAll()
        .where('reference', '=', reference)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        reference,
        kind: row.kind,
        entries: JSON.parse(row.entries),
        terms: JSON.parse(row.terms),
        reasons: JSON.parse(row.reasons),
      };
    },
    async judge(reference, asker, helped) {
      const row = { reference, asker: digest(asker, reference), helped: helped ? 1 : 0, at: at() };
      const inserted = await database
        .insertInto('verdicts')
        .values(row)
        .onConflict((clash) => clash.doNothing())
        .returning('reference')
        .execute();
      return inserted.length === 1;
    },
    async note(terms) {
      if (terms.length === 0) return;
      const row = { terms: JSON.stringify([...new Set(terms)].sort()), count: 1, last: at() };
      await database
        .insertInto('gaps')
        .values(row)
        .onConflict((clash) =>
          clash.column('terms').doUpdateSet((set) => ({ count: set('gaps.count', '+', 1), last: row.last })),
        )
        .execute();
    },
    async gaps() {
      const rows = await database
        .selectFrom('gaps')
        .selectAll()
        .orderBy('count', 'desc')
        .orderBy('last', 'desc')
        .orderBy('terms')
        .execute();
      return rows.map(({ terms, count, last }) => ({ terms: JSON.parse(terms), count, last }));
    },
    async forget() {
      const oldest = new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
      await database.deleteFrom('seen').where('at', '<', oldest).execute();
      await database.deleteFrom('threads').where('at', '<', oldest).execute();
      await database.deleteFrom('replies').where('at', '<', oldest).execute();
    },
    async close() {
      await database.destroy();
    },
  };
}

/** An asker is told apart within one reply, and nowhere else. */
function digest(asker: string, reference: string): string {
  return createHash('sha256').update(`${reference}\n${asker}`).digest('hex').slice(0, 24);
}
