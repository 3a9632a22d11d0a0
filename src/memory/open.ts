import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { createMemory, type Memory } from './memory.ts';
import { createTables, type Tables } from './tables.ts';

/**
 * Opens the memory in `<folder>/ridgepoint.sqlite`, creating both.
 * @throws Error that names the folder and the fix when it cannot be written or holds no usable database.
 */
export async function openMemory(folder: string, now: () => Date = () => new Date()): Promise<Memory> {
  const path = join(resolve(folder), 'ridgepoint.sqlite');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    const file = new SQLite(path, { timeout: 5_000 });
    file.pragma('journal_mode = WAL');
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await createTables(database);
    return createMemory(database, now);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR ${folder} cannot hold the memory (${reason}) — make the folder writable for this user, or set DATA_DIR to one that is`,
    );
  }
}
