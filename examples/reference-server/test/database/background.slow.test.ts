import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBackground, readRemaining, type BackgroundOptions } from '../../src/database/background.js';
import { DatabaseUnavailable, type Database, type Queryable, type Transactor } from '../../src/database/database.js';
import { migrate, missingMigrations } from '../../src/database/migrate.js';
import { parseMigration, readMigrations, type Migration } from '../../src/database/migrations.js';
import { readSchemaInfo } from '../../src/database/schema-info.js';
import { createMetrics } from '../../src/metrics.js';
import { CITUS } from '../../src/sql/citus.js';
import { verifyDocuments } from '../../src/transactions/verify.js';
import { eachDatabase } from '../support/databases.js';
import { ID_START, testId } from '../support/documents.js';

const DIGESTS = readMigrations().find(({ kind }) => kind === 'backfill')!;
const DOCUMENTS = 1_100;
const log: BackgroundOptions['log'] = { info: () => undefined, warn: () => undefined };

const indexOn = (version: number, name: string) =>
  parseMigration(version, `-- concurrent\nCREATE INDEX CONCURRENTLY ${name} ON events (business_id, type);\n`);

/** Passes each statement on to the database, unless `before` throws. */
function watched(database: Database, before: (text: string, parameters: readonly unknown[]) => void): Transactor {
  const query: Queryable['query'] = async (text, parameters = []) => {
    before(text, parameters);
    return database.query(text, parameters);
  };
  return { sql: database.sql, query, transaction: (work) => database.transaction(work) };
}

eachDatabase((place) => {
  let db: Database;
  beforeAll(async () => {
    db = await place.open();
    await migrate(db);
  });

  const start = (migrations: readonly Migration[], database: Transactor = db) =>
    startBackground({ database, alone: (work) => work(db), log, migrations, checkMs: 20 });
  const pending = async (migrations: readonly Migration[]) =>
    (await missingMigrations(db, migrations)).map(({ version }) => version);
  const jobs = () => db.query<{ state: string | null }>('SELECT state FROM jobs');
  const verified = async () => verifyDocuments(db, () => undefined);

  describe('a backfill', () => {
    beforeEach(async () => {
      await db.query('DELETE FROM transactions');
      await db.query('DELETE FROM jobs');
      await db.query('DELETE FROM migrations WHERE version = $1', [DIGESTS.version]);
      await db.query(
        `INSERT INTO transactions (business_id, id, instant_us, body)
         SELECT 'biz_' || (i % 3), $1 || lpad(i::text, 12, '0'), i, '{"name":"Kött 🧾 ' || i || '"}'
         FROM generate_series(1, ${DOCUMENTS}) AS i`,
        [ID_START],
      );
    });
    const batchOf = (text: string) => text.trimStart().startsWith('UPDATE transactions');

    it('processes every row, and is then complete', async () => {
      expect((await verified()).withoutDigest).toBe(DOCUMENTS);
      await db.query(`UPDATE transactions SET digest = decode('00', 'hex') WHERE id = $1`, [testId(7)]);
      const background = start([DIGESTS]);
      await expect.poll(() => pending([DIGESTS])).toEqual([]);
      await background.stop();
      // The backfill does not change existing digests.
      expect(await verified()).toEqual({ documents: DOCUMENTS, faults: 1, withoutDigest: 0 });
      expect(await jobs()).toEqual([]);
    });

    it('continues in another process where the first process stopped', async () => {
      const sizes: number[] = [];
      const first = start(
        [DIGESTS],
        watched(db, (text, parameters) => {
          if (!batchOf(text)) return;
          sizes.push((parameters[0] as string[]).length);
          void first.stop();
        }),
      );
      await expect.poll(() => sizes.length).toBe(1);
      await first.stop();
      expect(sizes[0]).toBeLessThanOrEqual(500);
      expect((await verified()).withoutDigest).toBe(DOCUMENTS - sizes[0]!);
      const { key, seen } = JSON.parse((await jobs())[0]!.state!) as { key: string[]; seen: number };
      expect(seen).toBe(sizes[0]);
      const begins: unknown[] = [];
      const second = start(
        [DIGESTS],
        watched(db, (text, parameters) => {
          if (text.includes('ORDER BY business_id, id')) begins.push(parameters.slice(0, 2));
        }),
      );
      await expect.poll(() => pending([DIGESTS])).toEqual([]);
      await second.stop();
      expect(begins[0]).toEqual(key);
      expect((await verified()).withoutDigest).toBe(0);
    });

    it('processes each row only once with several processes, and continues after a failure', async () => {
      let rows = 0;
      let failures = 0;
      const counting = watched(db, (text, parameters) => {
        if (!batchOf(text)) return;
        if (rows > 0 && failures === 0) {
          failures += 1;
          throw new DatabaseUnavailable('away');
        }
        rows += (parameters[0] as string[]).length;
      });
      const processes = [start([DIGESTS], counting), start([DIGESTS], counting)];
      await expect.poll(() => pending([DIGESTS])).toEqual([]);
      for (const one of processes) await one.stop();
      expect([rows, failures]).toEqual([DOCUMENTS, 1]);
    });

    it('reports the number of remaining rows in /metrics, and 0 on completion', async () => {
      const shown = async () => {
        const { text } = await createMetrics(db).render();
        return Object.fromEntries(
          ['receipts_schema_version', `receipts_backfill_remaining_rows{step="${DIGESTS.version}"}`].map((name) => [
            name,
            Number(
              text
                .split('\n')
                .find((line) => line.startsWith(`${name} `))
                ?.split(' ')
                .at(-1),
            ),
          ]),
        );
      };
      if (db.sql !== CITUS) await db.query('ANALYZE transactions');
      const before = await shown();
      const [left] = Object.values(before).slice(1);
      expect(left).toBeGreaterThanOrEqual(db.sql === CITUS ? 1 : DOCUMENTS);
      const { version } = (await readSchemaInfo(db))!;
      expect(before.receipts_schema_version).toBe(version);
      const background = start([DIGESTS]);
      await expect.poll(() => pending([DIGESTS])).toEqual([]);
      await background.stop();
      expect(Object.values(await shown())).toEqual([version, 0]);
      expect(await readRemaining(db, [DIGESTS])).toEqual([{ version: DIGESTS.version, rows: 0 }]);
    });
  });

  describe('an index', () => {
    const made = (name: string) =>
      db.query(`SELECT indisvalid AS valid, indexrelid::text AS id FROM pg_index WHERE indexrelid = to_regclass($1)`, [
        name,
      ]);

    it('is created by a worker, not when a server starts', async () => {
      const all = [...readMigrations(), indexOn(9_001, 'made_once')];
      expect(await migrate(db, undefined, all)).toEqual([]);
      expect(await made('made_once')).toEqual([]);
      const background = start(all);
      await expect.poll(() => pending(all)).toEqual([]);
      await background.stop();
      expect(await made('made_once')).toMatchObject([{ valid: true }]);
      // Simulates a worker that created the index, but died before it recorded the migration.
      const [first] = await made('made_once');
      await db.query('DELETE FROM migrations WHERE version = 9001');
      const again = start(all);
      await expect.poll(() => pending(all)).toEqual([]);
      await again.stop();
      expect(await made('made_once')).toEqual([first]);
    });

    it('is dropped and created again if an earlier attempt left it invalid', async () => {
      const all = [...readMigrations(), indexOn(9_002, 'made_anew')];
      await db.query('CREATE INDEX made_anew ON events (business_id, type)');
      await db.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('made_anew')`);
      const [invalid] = await made('made_anew');
      const background = start(all);
      await expect.poll(() => pending(all)).toEqual([]);
      await background.stop();
      const [valid] = await made('made_anew');
      expect([invalid!.valid, valid!.valid, valid!.id === invalid!.id]).toEqual([false, true, false]);
    });
  });
});

eachDatabase((place) => {
  it('a new database has no pending background migrations', async () => {
    const all = [...readMigrations(), indexOn(9_001, 'made_at_start')];
    const db = await place.open();
    expect(await migrate(db, undefined, all)).toEqual(all.map(({ version }) => version));
    expect(await db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('made_at_start')`)).toEqual([
      { indisvalid: true },
    ]);
  });
});
