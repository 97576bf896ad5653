import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { check, verify } from '../../src/commands.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { ownVersion, parseMigration, readMigrations } from '../../src/database/migrations.js';
import { readSchemaInfo, ServerTooOld, requireSupported, watchSchema } from '../../src/database/schema-info.js';
import { client } from '../support/client.js';
import { eachDatabase, onDatabases, testDatabase } from '../support/databases.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { runProcess } from '../support/processes.js';
import { receipt } from '../support/documents.js';

const ALL = readMigrations();
const OWN = ownVersion(ALL);

describe('a migration', () => {
  it('is instant and allows any server by default', () => {
    const text = '-- A comment.\nCREATE TABLE a (\n  b text -- c;\n);\n\nDROP TABLE d;\n';
    expect(parseMigration(7, text)).toEqual({
      version: 7,
      kind: 'instant',
      table: undefined,
      minServer: 0,
      statements: ['-- A comment.\nCREATE TABLE a (\n  b text -- c;\n)', 'DROP TABLE d'],
    });
    expect(parseMigration(7, '-- min_server 6\n-- concurrent\nX;\n')).toMatchObject({
      kind: 'concurrent',
      minServer: 6,
    });
    expect(parseMigration(7, '-- backfill events\nX;\n')).toMatchObject({ kind: 'backfill', table: 'events' });
  });

  it('is split into individual statements', () => {
    for (const { version, statements } of ALL.filter(({ version }) => version > 10)) {
      const withoutComment = (line: string) => line.split('--')[0];
      const texts = statements.map((text) => text.split('$$')[0]!.split('\n').map(withoutComment).join('\n'));
      expect(
        texts.filter((text) => text.includes(';')),
        String(version),
      ).toEqual([]);
    }
  });

  it('has one of two forms if it runs in the background', () => {
    for (const { version, kind, statements } of ALL) {
      if (kind === 'concurrent') {
        for (const text of statements)
          expect(text, String(version)).toMatch(
            /^(?:--.*\n)*(?:(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY|DO \$\$)/,
          );
      }
      if (kind === 'backfill') expect(statements, String(version)).toHaveLength(2);
    }
  });
});

eachDatabase((place) => {
  let db: Database;
  beforeAll(async () => {
    db = await place.open();
    expect(await readSchemaInfo(db)).toBeUndefined();
    await migrate(db);
  });
  beforeEach(() => db.query('UPDATE schema_info SET version = $1, min_server = 11', [OWN]));

  it('is recorded as the last migration, with the oldest server that can use the database', async () => {
    expect(await readSchemaInfo(db)).toEqual({ version: OWN, minServer: 11 });
    const next = [parseMigration(9_001, 'SELECT 1;\n'), parseMigration(9_002, '-- min_server 9001\nSELECT 1;\n')];
    expect(await migrate(db, undefined, [...ALL, ...next])).toEqual([9_001, 9_002]);
    expect(await readSchemaInfo(db)).toEqual({ version: 9_002, minServer: 9_001 });
    await expect(migrate(db)).rejects.toBeInstanceOf(ServerTooOld);
    await requireSupported(db, 9_001);
    await expect(requireSupported(db, 9_000)).rejects.toBeInstanceOf(ServerTooOld);
  });

  it('tells a running server once that it is too old', async () => {
    let outdated = 0;
    let looks = 0;
    const delivery = {
      sql: db.sql,
      query: ((text, parameters) => {
        looks += 1;
        return db.query(text, parameters);
      }) as Database['query'],
    };
    const watch = watchSchema({
      database: { kind: 'postgres', delivery },
      log: { error: () => undefined },
      onOutdated: () => (outdated += 1),
      everyMs: 5,
    });
    await db.query('UPDATE schema_info SET version = 9001');
    await expect.poll(() => looks).toBeGreaterThan(6);
    expect(outdated).toBe(0);
    await db.query('UPDATE schema_info SET min_server = 9001');
    await expect.poll(() => outdated).toBe(1);
    await watch.stop();
    expect(outdated).toBe(1);
  });
});

describe('a server that is too old', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('does not start, and exits with 2', async () => {
    await migrate(await database.open());
    expect(await runProcess(['check'], database.env)).toBe(0);
    await (await database.open()).query('UPDATE schema_info SET min_server = 9001');
    for (const command of ['serve', 'check', 'verify']) expect(await runProcess([command], database.env)).toBe(2);
    const config = readConfig(database.env);
    await expect(check(config)).rejects.toBeInstanceOf(ServerTooOld);
    await expect(verify(config, () => undefined)).rejects.toBeInstanceOf(ServerTooOld);
  });
});

onDatabases(['postgres'], (database) => {
  const server = serverFor(database, fixtures);

  it('is no longer ready if already running, but still responds to requests, and delivers nothing', async () => {
    const ready = async () => (await client(server.url, '').call('GET', '/readyz')).status;
    expect(await ready()).toBe(200);
    await server.server.database.query('UPDATE schema_info SET min_server = 9001');
    await expect.poll(ready).toBe(503);
    expect((await client(server.url, TOKENS.writer).post(receipt())).status).toBe(201);
    const leased = () => server.server.database.query('SELECT 1 FROM endpoint_queues WHERE worker IS NOT NULL');
    await expect.poll(leased).toEqual([]);
  });
});

describe('on postgres', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('a migration whose table is locked lets other statements pass, and is retried', async () => {
    const db = await database.open();
    await migrate(db);
    const other = await database.open();
    let tries = 0;
    const lock = new EventEmitter();
    const isHeld = once(lock, 'held');
    const holding = other.transaction(async (tx) => {
      await tx.query('LOCK TABLE businesses IN ACCESS SHARE MODE');
      const released = once(lock, 'release');
      lock.emit('held');
      await released;
    });
    await isHeld;
    const counting: Database = {
      ...db,
      transaction: async (work) => {
        tries += 1;
        if (tries === 2) {
          // Between two attempts, other connections can read the table.
          expect(await other.query('SELECT 1 AS one FROM businesses')).toEqual([]);
          lock.emit('release');
          await holding;
        }
        return db.transaction(work);
      },
    };
    const next = parseMigration(9_001, 'ALTER TABLE businesses ADD COLUMN later text;\n');
    expect(await migrate(counting, undefined, [...ALL, next])).toEqual([9_001]);
    expect(tries).toBe(2);
  });
});
