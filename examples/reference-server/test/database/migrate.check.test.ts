import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { TABLES } from '../../src/database/distribute.js';
import { MIGRATION_LOCK } from '../../src/database/migrate.js';
import { openMigrated, type Place } from '../../src/database/open.js';
import { eachDatabase, testDatabase, type TestDatabase } from '../support/databases.js';

/** Slightly longer than the usual limit of a statement. */
const LONGER_THAN_A_STATEMENT_MS = 10_500;

const placeOf = ({ env }: TestDatabase): Place => ({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR ?? '' });

async function versionsOf(database: Database): Promise<number[]> {
  const rows = await database.query<{ version: number }>('SELECT version FROM migrations ORDER BY version');
  return rows.map(({ version }) => version);
}

eachDatabase((database) => {
  it('is opened with its tables, the first time and again', async () => {
    for (const time of ['first', 'again']) {
      const opened = await openMigrated(placeOf(database));
      expect(await versionsOf(opened), time).toEqual([1, 2, 3, 4, 5, 6]);
      await opened.close();
    }
  });

  it('has no table of which database/distribute.ts does not say how Citus is to keep it', async () => {
    const opened = await openMigrated(placeOf(database));
    const rows = await opened.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    await opened.close();
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  });
});

describe('on postgres', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('waits for the process that migrates, longer than any other statement may take', async () => {
    const other = await database.open();
    let opening: Promise<Database> | undefined;
    await other.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})::text`);
      opening = openMigrated(placeOf(database));
      opening.catch(() => undefined); // Judged below.
      await sleep(LONGER_THAN_A_STATEMENT_MS);
    });
    const opened = await opening!;
    expect(await versionsOf(opened)).toEqual([1, 2, 3, 4, 5, 6]);
    await opened.close();
  });
});
