import type { Kysely } from 'kysely';

/** The tables; JSON columns hold text, so that SQLite and PostgreSQL take the same queries. */
export type Tables = {
  seen: { delivery: string; at: string };
  threads: { thread: string; context: string; at: string };
  replies: { reference: string; kind: string; entries: string; terms: string; reasons: string; at: string };
  verdicts: { reference: string; asker: string; helped: number; at: string };
  gaps: { terms: string; count: number; last: string };
};

/** Creates the tables that are missing. */
export async function createTables(database: Kysely<Tables>): Promise<void> {
  const { schema } = database;
  const text = 'text' as const;
  await schema
    .createTable('seen')
    .ifNotExists()
    .addColumn('delivery', text, (column) => column.primaryKey())
    .addColumn('at', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('threads')
    .ifNotExists()
    .addColumn('thread', text, (column) => column.primaryKey())
    .addColumn('context', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('replies')
    .ifNotExists()
    .addColumn('reference', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('entries', text, (column) => column.notNull())
    .addColumn('terms', text, (column) => column.notNull())
    .addColumn('reasons', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('verdicts')
    .ifNotExists()
    .addColumn('reference', text, (column) => column.notNull())
    .addColumn('asker', text, (column) => column.notNull())
    .addColumn('helped', 'integer', (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('one_verdict_each', ['reference', 'asker'])
    .execute();
  await schema
    .createTable('gaps')
    .ifNotExists()
    .addColumn('terms', text, (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last', text, (column) => column.notNull())
    .execute();
}
