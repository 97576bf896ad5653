import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { TABLES } from '../../src/database/distribute.js';
import { MIGRATION_LOCK } from '../../src/database/migrate.js';
import { readMigrations } from '../../src/database/migrations.js';
import { openMigrated, type Place } from '../../src/database/open.js';
import { eachDatabase, testDatabase, type TestDatabase } from '../support/databases.js';

/** Slightly longer than the usual statement timeout. */
const LONGER_THAN_A_STATEMENT_MS = 10_500;

const ALL = readMigrations().map(({ version }) => version);

const placeOf = ({ env }: TestDatabase): Place => ({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR ?? '' });

async function versionsOf(database: Database): Promise<number[]> {
  const rows = await database.query<{ version: number }>('SELECT version FROM migrations ORDER BY version');
  return rows.map(({ version }) => version);
}

eachDatabase((database) => {
  it('creates the tables when a database is first opened, and keeps the tables when the database is opened again', async () => {
    for (const time of ['first', 'again']) {
      const opened = await openMigrated(placeOf(database));
      expect(await versionsOf(opened), time).toEqual(ALL);
      await opened.close();
    }
  });

  it('creates only tables that database/distribute.ts assigns to a kind of Citus table', async () => {
    const opened = await openMigrated(placeOf(database));
    const rows = await opened.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
    );
    await opened.close();
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  });
});

describe('on postgres', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('waits for a migration in another process, even longer than the statement timeout', async () => {
    const other = await database.open();
    let opening: Promise<Database> | undefined;
    await other.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})::text`);
      opening = openMigrated(placeOf(database));
      opening.catch(() => undefined); // The statements below wait for this promise.
      await sleep(LONGER_THAN_A_STATEMENT_MS);
    });
    const opened = await opening!;
    expect(await versionsOf(opened)).toEqual(ALL);
    await opened.close();
  });
});
