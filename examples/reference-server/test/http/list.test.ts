import { randomUUID } from 'node:crypto';
import type { Transaction } from 'receipt-rule-packs';
import { compareNewestFirst } from 'receipt-rule-packs/cursor';
import { describe, expect, it } from 'vitest';
import { grantAccess } from '../../src/businesses/access.js';
import { anyDatabase } from '../support/databases.js';
import { ID_START, receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { checkedClient, refusalOf } from './support.js';

type Stored = { id: string; timestamp: string };
type Page = { data: Stored[]; hasMore: boolean; nextCursor: string | null };

/** A value nested more deeply than stored values may be. The server drops it, or does not read it. */
const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

anyDatabase((database) => {
  const server = serverFor(database, fixtures);

  /** Adds a business of own_1 without documents, and a token that can write and list. */
  const emptyBusiness = async () => {
    const { database: db } = server.server;
    const id = `biz_${randomUUID()}`;
    await db.query("INSERT INTO businesses (id, owner_id, name, country) VALUES ($1, 'own_1', 'x', 'SE')", [id]);
    const scopes = ['transactions.write'];
    const { token } = await grantAccess(db, { businessId: id, appId: 'app_1', scopes }, 3_600_000);
    const api = checkedClient(server.url, token);
    const write = async (changes: Partial<Transaction> = {}) => {
      const answer = await api.post(receipt({ vendor: { id }, ...changes }));
      expect(answer.status).toBe(201);
      return answer.json as Stored;
    };
    const page = async (query = '') => {
      const answer = await api.list(query);
      expect(answer.status).toBe(200);
      return answer.json as Page;
    };
    /** All ids in the list after a cursor. `meanwhile` is called after each page. */
    const walk = async (limit: number, startAfter?: string, meanwhile?: () => Promise<unknown>) => {
      const ids: string[] = [];
      for (let cursor = startAfter; ;) {
        const { data, hasMore, nextCursor } = await page(`?limit=${limit}${cursor ? `&startAfter=${cursor}` : ''}`);
        ids.push(...data.map((document) => document.id));
        if (!hasMore) return ids;
        cursor = nextCursor!;
        await meanwhile?.();
      }
    };
    return { id, token, api, write, page, walk };
  };

  it('a page ends at 8 MiB of documents with hasMore, and the list omits no document', async () => {
    const { id, write, page, walk } = await emptyBusiness();
    const written = await write({ metadata: { filler: 'x'.repeat(1_000_000) } });
    const { database: db } = server.server;
    await db.query(
      `INSERT INTO transactions (business_id, id, instant_us, body)
       SELECT $1, $4 || i, i, replace($3, $2, $4 || i) FROM generate_series(101, 120) AS i`,
      [id, written.id, JSON.stringify(written), ID_START],
    );
    await db.query('DELETE FROM transactions WHERE business_id = $1 AND id = $2', [id, written.id]);
    const first = await page('?limit=50');
    expect([first.data.length, first.hasMore, first.nextCursor]).toEqual([8, true, `${ID_START}113`]);
    const last = await page(`?limit=50&startAfter=${ID_START}107`);
    expect([last.data.length, last.hasMore, last.nextCursor]).toEqual([6, false, null]);
    expect(await walk(50)).toEqual(Array.from({ length: 20 }, (_, i) => `${ID_START}${120 - i}`));
  });

  describe('| parameter |', () => {
    it('| limit | 1 to 50; default 25 | startAfter | nextCursor of the previous page |', async () => {
      const { write, page } = await emptyBusiness();
      const written: Stored[] = [];
      for (let i = 0; i < 27; i += 1) written.push(await write());
      const ids = written.sort(compareNewestFirst).map(({ id }) => id);
      const first = await page();
      expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 25));
      expect([first.hasMore, first.nextCursor]).toEqual([true, ids[24]]);
      const last = await page(`?startAfter=${first.nextCursor}`);
      expect(last.data.map(({ id }) => id)).toEqual(ids.slice(25));
      expect([last.hasMore, last.nextCursor]).toEqual([false, null]);
    });

    it('the last page has no nextCursor', async () => {
      const { write, page } = await emptyBusiness();
      const [a, b] = [await write(), await write()].sort(compareNewestFirst);
      expect(await page('?limit=2')).toMatchObject({ data: [a, b], hasMore: false, nextCursor: null });
      expect(await page(`?limit=1`)).toMatchObject({ data: [a], hasMore: true, nextCursor: a!.id });
      expect(await page(`?startAfter=${b!.id}`)).toEqual({ data: [], hasMore: false, nextCursor: null });
    });

    it('an empty list is returned as a page', async () => {
      const { api } = await emptyBusiness();
      expect((await api.list()).text).toBe('{"data":[],"hasMore":false,"nextCursor":null}');
    });

    it('| businessId | which business an owner-wide key lists |', async () => {
      const [one, other] = [await emptyBusiness(), await emptyBusiness()];
      const [a, b] = [await one.write(), await other.write()];
      const owner = checkedClient(server.url, TOKENS.ownerWide);
      expect((await owner.list(`?businessId=${one.id}`)).json).toMatchObject({ data: [{ id: a.id }] });
      expect((await owner.list(`?businessId=${other.id}`)).json).toMatchObject({ data: [{ id: b.id }] });
    });

    it.each([
      ['offset=10', ['offset: invalid_parameter']],
      ['Limit=10', ['Limit: invalid_parameter']],
      ['limit=1&limit=2', ['limit: invalid_parameter']],
      [
        'limit=0&startAfter=&x=1',
        ['limit: invalid_parameter', 'startAfter: invalid_parameter', 'x: invalid_parameter'],
      ],
      ['startAfter=a&startAfter=b', ['startAfter: invalid_parameter']],
      ['startAfter=%00', ['startAfter: invalid_parameter']],
      [`startAfter=${'x'.repeat(256)}`, ['startAfter: invalid_parameter']],
      ['businessId=', ['businessId: invalid_parameter']],
      ['businessId[]=biz_1', ['businessId[]: invalid_parameter']],
      ['__proto__=1', ['__proto__: invalid_parameter']],
      ['constructor=1', ['constructor: invalid_parameter']],
    ])('| ?%s | 400 invalid_parameter |', async (query, issues) => {
      const answer = await checkedClient(server.url, TOKENS.writer).list(`?${query}`);
      expect(refusalOf(answer)).toEqual([400, 'invalid_parameter', issues]);
    });
  });

  describe('startAfter that is not an id in the list', () => {
    it('| unknown, of another business, of another owner | 400 invalid_cursor, the same bytes |', async () => {
      const [mine, sibling] = [await emptyBusiness(), await emptyBusiness()];
      await mine.write();
      const { id } = await sibling.write();
      const foreign = await checkedClient(server.url, TOKENS.writer).post(receipt());
      const cursors = [
        id,
        (foreign.json as Stored).id,
        'txn_unknown',
        'x',
        '%F0%9F%98%80',
        'x'.repeat(255),
        '%25',
        "'",
      ];
      const answers = await Promise.all(cursors.map((cursor) => mine.api.list(`?startAfter=${cursor}`)));
      for (const answer of answers) expect(refusalOf(answer)).toEqual([400, 'invalid_cursor']);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('is also refused if the list is empty', async () => {
      const { api } = await emptyBusiness();
      expect(refusalOf(await api.list('?startAfter=txn_unknown'))).toEqual([400, 'invalid_cursor']);
    });
  });

  describe('the order of the list', () => {
    it.each<[what: string, newestFirst: string[]]>([
      [
        'is newest first by the instant of timestamp, not by its text',
        ['2026-11-21T10:00:00-05:00', '2026-11-21T10:00:00Z', '2026-11-21T10:30:00+01:00', '2026-11-21T23:00:00+14:00'],
      ],
      [
        'is exact to the microsecond',
        [
          '2026-11-21T10:00:00.1Z',
          '2026-11-21T10:00:00.000002Z',
          '2026-11-21T11:00:00.000001+01:00',
          '2026-11-21T10:00:00Z',
          '2026-11-21T09:59:59.999999Z',
        ],
      ],
      [
        'is correct for the whole calendar',
        [
          '9999-12-31T23:59:59-14:00',
          '2000-02-29T00:00:00Z',
          '1970-01-01T00:00:00Z',
          '1969-12-31T23:59:59Z',
          '0001-01-01T00:00:00+14:00',
        ],
      ],
    ])('%s', async (_, newestFirst) => {
      const { write, walk } = await emptyBusiness();
      const documents: Stored[] = [];
      for (const timestamp of [...newestFirst].sort()) documents.push(await write({ timestamp }));
      const expected = newestFirst.map(
        (timestamp) => documents.find((document) => document.timestamp === timestamp)!.id,
      );
      expect(await walk(50)).toEqual(expected);
      expect(await walk(1)).toEqual(expected);
    });

    it('is by id if the instants are equal to the microsecond, whatever their text', async () => {
      const { write, walk } = await emptyBusiness();
      const documents: Stored[] = [];
      for (const timestamp of [
        '2026-11-21T10:00:00Z',
        '2026-11-21T10:00:00.0000009Z',
        '2026-11-21T12:00:00+02:00',
        '2026-11-21T04:30:00.00-05:30',
      ]) {
        documents.push(await write({ timestamp }));
      }
      const byId = documents.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
      expect(await walk(50)).toEqual(byId);
      expect(await walk(1)).toEqual(byId);
    });
  });

  describe('paging through the list', () => {
    it('returns each of 500 documents with the same instant once', async () => {
      const { id: business, write, walk } = await emptyBusiness();
      const first = await write();
      // Writing the copies over HTTP would take seconds.
      const copies = await server.server.database.query<{ id: string }>(
        `INSERT INTO transactions (business_id, id, instant_us, body)
         SELECT $1, $4 || md5(i::text), instant_us, replace($3, $2, $4 || md5(i::text))
         FROM transactions, generate_series(2, 500) AS i WHERE business_id = $1 AND id = $2 RETURNING id`,
        [business, first.id, JSON.stringify(first), ID_START],
      );
      const written = [first.id, ...copies.map(({ id }) => id)];
      expect(written).toHaveLength(500);
      expect(await walk(50)).toEqual(written.sort((a, b) => (a < b ? 1 : -1)));
    });

    it('returns every document that existed at its start once, whatever is written in the meantime', async () => {
      const { write, walk } = await emptyBusiness();
      const minute = (i: number) => `2026-11-21T10:${String(i).padStart(2, '0')}:00+0${i % 5}:00`;
      const before = await Promise.all(Array.from({ length: 60 }, (_, i) => write({ timestamp: minute(i) })));
      const later: string[] = [];
      const ids = await walk(7, undefined, async () => {
        for (const timestamp of ['2027-01-01T00:00:00Z', minute(30), '2020-01-01T00:00:00Z']) {
          later.push((await write({ timestamp })).id);
        }
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !later.includes(id))).toEqual(before.sort(compareNewestFirst).map(({ id }) => id));
    });

    it('resumes at a stored cursor, which newer documents do not shift', async () => {
      const { write, walk, page } = await emptyBusiness();
      const [old] = [await write({ timestamp: '2026-11-01T10:00:00Z' }), await write()];
      const { nextCursor } = await page('?limit=1');
      for (let i = 0; i < 3; i += 1) await write({ timestamp: '2026-11-30T10:00:00Z' });
      expect(await walk(50, nextCursor!)).toEqual([old.id]);
    });
  });

  describe('isolation', () => {
    it("does not show a business another business's documents", async () => {
      const [a, b] = [await emptyBusiness(), await emptyBusiness()];
      const own = [await a.write(), await a.write()].map(({ id }) => id).sort();
      await b.write();
      expect((await a.walk(1)).sort()).toEqual(own);
    });

    it("returns the same response for a business that does not exist and for another owner's business", async () => {
      const list = (query: string) => checkedClient(server.url, TOKENS.otherOwner).list(query);
      const [foreign, none] = [await list('?businessId=biz_1'), await list('?businessId=biz_404')];
      expect(refusalOf(foreign)).toEqual([403, 'forbidden']);
      expect(foreign.text).toBe(none.text);
    });
  });

  describe('a document is listed byte for byte as returned by POST', () => {
    const metadata = (json: string) =>
      JSON.stringify(receipt({ metadata: {} })).replace('"metadata":{}', `"metadata":${json}`);

    it.each([
      [
        'numbers',
        '{"a":1.0,"b":1e2,"c":-0,"d":0.1,"e":1e308,"f":12345678901234567890,"g":5e-324}',
        '{"a":1.0,"b":1e2,"c":-0,"d":0.1,"e":1e308,"f":12345678901234567890,"g":5e-324}',
      ],
      ['nested numbers', '{"a":[0.1000,{"b":-0.0}],"c":"1.0","d":1.5}', '{"a":[0.1000,{"b":-0.0}],"c":"1.0","d":1.5}'],
      ['a tiny number', '{"a":0.0000001}', '{"a":0.0000001}'],
      [
        'a number of 16 digits',
        '{"a":[9007199254740993,1234567890123456]}',
        '{"a":[9007199254740993,1234567890123456]}',
      ],
      ['a number with an exponent', '{"a":-1E+2}', '{"a":-1E+2}'],
      ['a number with a trailing zero', '{"a": 1.10 }', '{"a":1.10}'],
      ['negative zero', '{"a":[-0]}', '{"a":[-0]}'],
      ['strings that look like numbers', '{"a":": 1.0","b":"[1e5,"}', '{"a":": 1.0","b":"[1e5,"}'],
      ['the order of keys', '{"z":1,"a":{"10":1,"9":2,"b":3},"":[]}', '{"z":1,"a":{"10":1,"9":2,"b":3},"":[]}'],
      [
        'the order of keys next to all other kinds of JSON values',
        '{ "b" : [ {"1":null,"0":true} , -0.0 , 1.50, "\\u00e5\\ud800\\u0000" ], "7":{} , "c" : [ "\\/" ,{"2":[],"1":-1e1}] }',
        '{"b":[{"1":null,"0":true},-0.0,1.50,"å\\ud800\\u0000"],"7":{},"c":["/",{"2":[],"1":-1e1}]}',
      ],
      ['marks', '{"~":"-0","~~":["~-0",-0],"0":"~"}', '{"~":"-0","~~":["~-0",-0],"0":"~"}'],
      ['Unicode', '{"a":"åäö 😀 \u2028 ﷽","\\u00e5":"e\u0301"}'],
      ['escapes', '{"a":"\\u0000 \\u001f \\" \\\\ \\/ \\b","b\\u0000":1}'],
      ['lone surrogates', '{"a":"\\ud800","b":"\\udc00\\ud800"}'],
      [
        '__proto__ and constructor',
        '{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":null,"hasOwnProperty":0}',
      ],
      ['200 levels', '{"a":'.repeat(199) + '{}' + '}'.repeat(199)],
    ])('%s', async (_, json, kept = JSON.stringify(JSON.parse(json))) => {
      const api = checkedClient(server.url, TOKENS.writerOfBiz2);
      const document = metadata(json).replace('"biz_1"', '"biz_2"');
      const { status, text, json: stored } = await api.post(document);
      expect(status).toBe(201);
      const { id } = stored as Stored;
      const { json: page, text: listed } = await api.list('?limit=50');
      expect((page as Page).data.map((one) => one.id)).toContain(id);
      expect(listed).toContain(text);
      expect(text).toContain(`"metadata":${kept},`);
    });

    it('with unchanged keys and numbers next to a deeply nested schemaVersion', async () => {
      const fields = `"schemaVersion":${DEEP},"metadata":{"b":1.0,"0":2}`;
      const document = JSON.stringify(receipt({ metadata: {} })).replace('"metadata":{}', fields);
      const { status, text } = await checkedClient(server.url, TOKENS.writer).post(document);
      expect(status).toBe(201);
      expect(text).toContain('"metadata":{"b":1.0,"0":2},');
    });

    it('with unchanged extensions too', async () => {
      const document = JSON.stringify(receipt()).replace('"sequenceNumber":1', '"sequenceNumber":1.0,"more":1e2');
      const { status, text } = await checkedClient(server.url, TOKENS.writer).post(document);
      expect(status).toBe(201);
      expect(text).toContain('"sequenceNumber":1.0,"more":1e2');
    });
  });

  describe('a repeated key is refused', () => {
    it.each([
      ['in metadata', '"metadata":{"a":1,"b":2,"a":3}', 'metadata.a'],
      ['metadata itself', `"metadata":${DEEP},"metadata":{"b":1}`, 'metadata'],
      ['next to a deeply nested value', `"metadata":{"a":${DEEP},"a":1}`, 'metadata.a'],
      ['in the document', '"currency":"SEK"', 'currency'],
    ])('%s', async (_, fields, field) => {
      const document = JSON.stringify(receipt({ metadata: {} })).replace('"metadata":{}', fields);
      const { status, json } = await checkedClient(server.url, TOKENS.writer).post(document);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { code: 'invalid_json' }, issues: [{ field, code: 'duplicate_key' }] });
      expect((json as { issues: unknown[] }).issues).toHaveLength(1);
    });
  });
});
