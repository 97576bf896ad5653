import { beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import type { Database } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';

const names = async (db: Pick<Database, 'query'>) =>
  (await db.query<{ name: string }>('SELECT name FROM things ORDER BY name')).map(({ name }) => name);

eachDatabase((database) => {
  let db: Database;

  beforeAll(async () => {
    db = await database.open();
    await db.query('CREATE TABLE things (name text PRIMARY KEY)');
  });

  describe('a driver', () => {
    it('returns values as JavaScript types', async () => {
      const rows = await db.query(
        `SELECT 'å'::text AS text, 42::int4 AS number, true AS yes, NULL::text AS nothing,
                '2026-11-21T10:00:00.123+01:00'::timestamptz AS at, ARRAY['a', 'b,"c', '']::text[] AS list, ARRAY[]::text[] AS empty`,
      );
      const at = new Date('2026-11-21T09:00:00.123Z');
      expect(rows).toEqual([
        { text: 'å', number: 42, yes: true, nothing: null, at, list: ['a', 'b,"c', ''], empty: [] },
      ]);
    });

    it('accepts values of every type as parameters', async () => {
      const at = new Date('2026-11-21T09:00:00.123Z');
      const rows = await db.query(
        `SELECT $1::text AS text, $2::int4 AS number, $3::boolean AS no, $4::text AS nothing, $5::timestamptz AS at,
                $6::timestamptz AS same, $7::int8::text AS big, $8::text[] AS list, $9::text[] AS empty`,
        [
          '"å" \\ {}',
          -7,
          false,
          null,
          at,
          '2026-11-21T10:00:00.123+01:00',
          '9007199254740993',
          ['a,b', '"', '\\', '{}', 'NULL', ''],
          [],
        ],
      );
      expect(rows).toEqual([
        {
          text: '"å" \\ {}',
          number: -7,
          no: false,
          nothing: null,
          at,
          same: at,
          big: '9007199254740993',
          list: ['a,b', '"', '\\', '{}', 'NULL', ''],
          empty: [],
        },
      ]);
    });

    it('returns a one-megabyte string unchanged', async () => {
      const text = '{"a":"\\u0000 ’ 😀"}'.repeat(50_000);
      expect(await db.query('SELECT $1::text AS text', [text])).toEqual([{ text }]);
    });

    it('returns times in UTC when cast to text', async () => {
      const rows = await db.query(`SELECT '2026-11-21T10:00:00+01:00'::timestamptz::text AS at`);
      expect(rows).toEqual([{ at: '2026-11-21 09:00:00+00' }]);
    });
  });

  describe('a statement', () => {
    it('with a RETURNING clause, returns the changed rows', async () => {
      expect(await db.query(`INSERT INTO things VALUES ('returned') RETURNING name`)).toEqual([{ name: 'returned' }]);
      expect(await db.query(`DELETE FROM things WHERE name = 'returned'`)).toEqual([]);
    });

    it('rejects with the SQLSTATE, not with DatabaseUnavailable, on failure', async () => {
      await db.query(`INSERT INTO things VALUES ('twice')`);
      const error = await db.query(`INSERT INTO things VALUES ($1)`, ['twice']).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: '23505' });
      expect(error).not.toBeInstanceOf(DatabaseUnavailable);
      await expect(db.query('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
      await db.query(`DELETE FROM things WHERE name = 'twice'`);
    });

    it('works after its table has changed, with at most one retry', async () => {
      await db.query('CREATE TABLE changing (a integer)');
      await db.query('INSERT INTO changing VALUES (1)');
      const read = async () => db.query('SELECT * FROM changing');
      expect(await read()).toEqual([{ a: 1 }]);
      await db.query('ALTER TABLE changing ADD COLUMN b integer');
      const after = await read().catch(async (error: unknown) => {
        expect(error).toBeInstanceOf(DatabaseUnavailable);
        return read();
      });
      expect(after).toEqual([{ a: 1, b: null }]);
    });
  });

  describe('a transaction', () => {
    it('commits when its work resolves, and returns the result of the work', async () => {
      const result = await db.transaction(async (tx) => {
        await tx.query(`INSERT INTO things VALUES ('kept')`);
        return names(tx);
      });
      expect(result).toEqual(['kept']);
      expect(await names(db)).toEqual(['kept']);
      await db.query(`DELETE FROM things`);
    });

    it('rolls back when its work rejects, and rejects with the same error', async () => {
      const reason = new Error('of the work');
      const work = db.transaction(async (tx) => {
        await tx.query(`INSERT INTO things VALUES ('dropped')`);
        throw reason;
      });
      await expect(work).rejects.toBe(reason);
      expect(await names(db)).toEqual([]);
    });

    it('rejects if the work ignores a failed statement', async () => {
      const work = db.transaction(async (tx) => {
        await tx.query(`INSERT INTO things VALUES ('half')`);
        await tx.query('SELECT 1 / 0').catch(() => undefined);
      });
      await expect(work).rejects.toThrow();
      expect(await names(db)).toEqual([]);
    });

    it('accepts no statements after its end', async () => {
      let late: Pick<Database, 'query'> | undefined;
      await db.transaction(async (tx) => {
        late = tx;
      });
      await expect(late!.query(`INSERT INTO things VALUES ('late')`)).rejects.toThrow();
      expect(await names(db)).toEqual([]);
    });

    it('runs concurrently with a hundred others', async () => {
      const insert = (i: number) =>
        db.transaction(async (tx) => {
          await tx.query('INSERT INTO things VALUES ($1)', [`thing ${i}`]);
          if (i % 2) throw new Error('odd');
        });
      const results = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => insert(i)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
      expect(await names(db)).toHaveLength(50);
      await db.query('DELETE FROM things');
    });
  });

  it('the database closes once, after the running statements, and then accepts no more statements', async () => {
    await db.query(`INSERT INTO things VALUES ('before')`);
    const running = db.query('SELECT name FROM things');
    const closing = [db.close(), db.close()];
    expect(await running).toEqual([{ name: 'before' }]);
    await Promise.all(closing);
    await expect(db.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(db.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    db = await database.open();
    expect(await names(db)).toEqual(['before']);
    await db.query('DELETE FROM things');
  });
});
