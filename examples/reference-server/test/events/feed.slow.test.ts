import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Queryable, Row } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { emit } from '../../src/events/emit.js';
import { v7 } from 'uuid';
import { envelope } from '../../src/events/envelope.js';
import { eventIdOf } from '../../src/sql/documents.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { findEvents } from '../../src/transactions/find.js';
import {
  FEED,
  FEED_START,
  latestCursor,
  raiseFeedEpoch,
  readCursor,
  readEvent,
  readFeed,
  writeCursor,
  type FeedCursor,
} from '../../src/events/feed.js';
import { eachUnsharded, onDatabases, type TestDatabase } from '../support/databases.js';
import { explain } from '../support/explain.js';
import { ID_START, testId, testIdentity } from '../support/documents.js';

const BUSINESS = 'biz';

async function store(tx: Queryable, data = '{}', type = 'transaction.created', endpoint?: string): Promise<string> {
  const event = envelope(type, BUSINESS, data, new Date());
  await emit(tx, event, 0, endpoint === undefined ? {} : { endpoints: [endpoint], test: true });
  return event.id;
}

const read = (db: Queryable, after: FeedCursor = FEED_START, limit = 50, authorizations = true) =>
  readFeed(db, { businessId: BUSINESS, after, limit, authorizations });
const idsOf = async (...parameters: Parameters<typeof read>) => (await read(...parameters)).events.map(({ id }) => id);

/** Waits until other tests on the same PostgreSQL server have no open transactions, which would hide newer events. */
async function settle(db: Queryable): Promise<void> {
  const hidden = async () =>
    db.query(
      `SELECT 1 FROM (SELECT feed_epoch, xid FROM events UNION ALL SELECT feed_epoch, xid FROM transactions) stored
       WHERE feed_epoch = (SELECT feed_epoch FROM schema_info) AND xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1`,
    );
  await expect.poll(hidden).toEqual([]);
}

/** Opens a database for a block's tests, and empties it before each test. */
function opened(place: TestDatabase): () => Database {
  let db: Database;
  beforeAll(async () => {
    db = await place.open();
    await migrate(db);
  });
  beforeEach(async () => {
    for (const table of ['events', 'transactions']) await db.query(`DELETE FROM ${table}`);
  });
  return () => db;
}

eachUnsharded((place) => {
  const database = opened(place);

  it('the feed returns events in the order in which they were stored, page by page', async () => {
    const db = database();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await store(db));
    // Events from one transaction are sorted by id.
    await db.transaction(async (tx) => {
      ids.push(await store(tx), await store(tx));
    });
    await settle(db);
    const pages = [await read(db, FEED_START, 3)];
    while (pages.at(-1)!.hasMore) pages.push(await read(db, pages.at(-1)!.next, 3));
    expect(pages.map(({ events }) => events.map(({ id }) => id))).toEqual([
      ids.slice(0, 3),
      ids.slice(3, 6),
      ids.slice(6),
    ]);
    const end = pages.at(-1)!.next;
    expect(await read(db, end)).toEqual({ events: [], hasMore: false, next: end });
    expect(await idsOf(db, readCursor(writeCursor(pages[0]!.next)))).toEqual(ids.slice(3));
    const [first] = pages[0]!.events;
    expect(JSON.parse(first!.body)).toMatchObject({ eventId: ids[0], businessId: BUSINESS });
  });

  it('the feed contains no test events, and no authorization events for apps', async () => {
    const db = database();
    await store(db, '{}', 'transaction.created', 'ep_test');
    const granted = await store(db, '{}', 'authorization.granted');
    const created = await store(db);
    const connected = await store(db, '{}', 'source.connected');
    await settle(db);
    expect(await idsOf(db)).toEqual([granted, created, connected]);
    expect(await idsOf(db, FEED_START, 50, false)).toEqual([created, connected]);
    expect(
      (await readFeed(db, { businessId: 'other', after: FEED_START, limit: 50, authorizations: true })).events,
    ).toEqual([]);
  });

  it('a page ends before 8 MiB, but contains at least one event', async () => {
    const db = database();
    const large = JSON.stringify({ text: 'x'.repeat(3_000_000) });
    for (let i = 0; i < 4; i += 1) await store(db, large);
    await settle(db);
    const page = await read(db);
    expect([page.events.length, page.hasMore]).toEqual([2, true]);
    const huge = await store(db, JSON.stringify({ text: 'x'.repeat(9_000_000) }));
    await settle(db);
    const { next } = await read(db, page.next);
    expect(await idsOf(db, next)).toEqual([huge]);
  });

  it('the latest cursor follows all current events', async () => {
    const db = database();
    await store(db);
    await settle(db);
    const latest = await latestCursor(db);
    expect(await idsOf(db, latest)).toEqual([]);
    const id = await store(db);
    await settle(db);
    expect(await idsOf(db, latest)).toEqual([id]);
  });

  it('the feed continues in a new epoch after a restore, whatever the new transaction ids are', async () => {
    const db = database();
    const before = [await store(db), await store(db)];
    // Simulates a restore into a database with lower transaction ids.
    await db.query(`UPDATE events SET xid = '18446744073709551000'`);
    expect(await idsOf(db)).toEqual([]);
    await raiseFeedEpoch(db);
    const first = await read(db, FEED_START, 1);
    expect(first.events.map(({ id }) => id)).toEqual([before[0]]);
    const after = await store(db);
    await settle(db);
    expect(await idsOf(db, first.next)).toEqual([before[1], after]);
    expect(await idsOf(db)).toEqual([...before, after]);
  });

  it('the feed sorts transaction ids as numbers, even when they gain a digit', async () => {
    const db = database();
    const xids = ['8', '9', '10', '11', '98', '99', '100', '101'];
    for (const [i, xid] of xids.entries()) {
      await db.query(
        `INSERT INTO events (business_id, id, type, created_at, body, xid) VALUES ($1, $2, 'x', now(), '{}', $3::xid8)`,
        [BUSINESS, `evt_${9 - i}`, xid],
      );
    }
    for (const limit of [3, 50]) {
      const seen: string[] = [];
      for (let page = await read(db, FEED_START, limit); ; page = await read(db, page.next, limit)) {
        seen.push(...page.events.map(({ id }) => id));
        if (!page.hasMore) break;
      }
      expect(seen).toEqual(xids.map((_, i) => `evt_${9 - i}`));
    }
  });

  it("reads a page's rows from the index, in order", async () => {
    const db = database();
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT $1, 'evt_' || lpad(i::text, 6, '0'), 'transaction.created', now(), '{}' FROM generate_series(1, 20000) i`,
      [BUSINESS],
    );
    await settle(db);
    await db.query('ANALYZE events');
    const { next } = await read(db, FEED_START, 50);
    const nodes = await explain(db, FEED, [BUSINESS, next.epoch, next.xid, 'evt_010000', true, 51]);
    expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toContain('events_feed');
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'events')).toEqual([]);
    const scans = nodes.filter((node) => node['Relation Name'] === 'events');
    const rows = scans.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    // The limit of 51 rows, plus the cursor's row.
    expect(Math.max(...rows)).toBeLessThanOrEqual(52);
  });

  it('the feed returns the events of packed and plain documents and all other events exactly once, in one order', async () => {
    const db = database();
    const { write } = createDocuments(db, { firstDelayMs: 0 });
    const document = () => {
      const id = `txn_${v7()}`;
      const body = JSON.stringify({ id, name: 'Kött ☕' });
      const stored = { businessId: BUSINESS, id, identity: testIdentity(), idempotencyKey: null, instantUs: '1', body };
      return {
        ...stored,
        authorizationId: null,
        receiptNumber: '1',
        externalId: id,
        createdAt: new Date().toISOString(),
      };
    };
    const before = document();
    const old = { ...envelope('transaction.created', BUSINESS, before.body, new Date()) };
    const head = old.body.slice(0, -before.body.length - 1);
    await db.query(
      `INSERT INTO transactions (business_id, id, instant_us, body, event_id) VALUES ($1, $2, 1, $3, $4)`,
      [BUSINESS, before.id, before.body, old.id],
    );
    await db.query(
      `INSERT INTO events (business_id, id, type, created_at, body, transaction_id) VALUES ($1, $2, $3, $4::timestamptz, $5, $6)`,
      [BUSINESS, old.id, old.type, old.createdAt, head, before.id],
    );
    const documents = Array.from({ length: 9 }, document);
    const [first, ...others] = documents;
    await write(first!);
    const between = await store(db, '{}', 'source.connected');
    await Promise.all(others.map((one) => write(one)));
    const last = await store(db, '{}', 'source.connected');
    await settle(db);
    const bodies = new Map<string, string>();
    for (let page = await read(db, FEED_START, 2); ; page = await read(db, page.next, 2)) {
      for (const { id, body } of page.events) bodies.set(id, body);
      if (!page.hasMore) break;
    }
    const together = others.map(({ id }) => eventIdOf(id)).sort();
    // The first document was stored by a separate statement.
    const ids = [old.id, eventIdOf(first!.id), between, ...together, last];
    expect([...bodies.keys()]).toEqual(ids);
    expect(bodies.get(old.id)).toBe(old.body);
    for (const { id, body } of documents) expect(bodies.get(eventIdOf(id))!.endsWith(`,"data":${body}}`)).toBe(true);
    for (const [id, body] of bodies) expect(await readEvent(db, BUSINESS, id)).toBe(body);
    const found = await findEvents(db, ['biz_2', BUSINESS], eventIdOf(first!.id));
    expect(found).toEqual([{ businessId: BUSINESS, id: eventIdOf(first!.id) }]);
  });

  it("reads a page's documents from their index", async () => {
    const db = database();
    await db.query(
      `INSERT INTO transactions (business_id, id, instant_us, coding, bytes, packed, created_at, xid)
       SELECT $1, $2 || lpad(i::text, 12, '0'), i, 1, 2, '\\x00', now(), (i / 50)::text::xid8
       FROM generate_series(1, 20000) i`,
      [BUSINESS, ID_START],
    );
    await db.query('ANALYZE transactions');
    const [{ epoch }] = (await db.query<Row & { epoch: number }>('SELECT feed_epoch AS epoch FROM schema_info')) as [
      { epoch: number },
    ];
    for (const from of [epoch, epoch - 1]) {
      const nodes = await explain(db, FEED, [BUSINESS, from, '200', eventIdOf(testId(10_010)), true, 51]);
      const scans = nodes.filter((node) => node['Relation Name'] === 'transactions' && node['Actual Rows'] > 0);
      expect(scans.map((node) => node['Index Name'])).toEqual(['transactions_business_id_feed_epoch_xid_idx']);
      // The scan reads whole transactions of 50 rows each, from the cursor's transaction to the last one on the page.
      const rows = scans.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...rows)).toBeLessThanOrEqual(3 * 50 + 1);
    }
  });
});

onDatabases(['postgres'], (place) => {
  const database = opened(place);

  it('the feed shows no event while an older transaction may still store one', async () => {
    const db = database();
    const commit: { slow?: () => void } = {};
    let slow = '';
    const stored = new Promise<void>((resolve) => {
      commit.slow = resolve;
    });
    let begun: () => void;
    const underWay = new Promise<void>((resolve) => (begun = resolve));
    const transaction = db.transaction(async (tx) => {
      slow = await store(tx);
      begun();
      await stored;
    });
    await underWay;
    const latest = await latestCursor(db);
    const quick = await store(db);
    expect(await idsOf(db)).toEqual([]);
    commit.slow!();
    await transaction;
    await settle(db);
    expect(await idsOf(db)).toEqual([slow, quick]);
    expect(await idsOf(db, latest)).toEqual([slow, quick]);
  });

  it('the feed shows every event from slow writers exactly once, whereas reading by id misses some events', async () => {
    const db = database();
    const written: string[] = [];
    let writing = true;
    const seen: string[] = [];
    const seenById: string[] = [];
    const follow = async () => {
      let after = FEED_START;
      let afterId = '';
      for (let last = false; ; last = !writing) {
        if (last) await settle(db.delivery);
        const page = await read(db.delivery, after);
        seen.push(...page.events.map(({ id }) => id));
        after = page.next;
        const byId = await db.delivery.query<Row & { id: string }>(
          'SELECT id FROM events WHERE business_id = $1 AND id > $2 COLLATE "C" ORDER BY id LIMIT 50',
          [BUSINESS, afterId],
        );
        seenById.push(...byId.map(({ id }) => id));
        afterId = byId.at(-1)?.id ?? afterId;
        if (last && !page.hasMore && byId.length < 50) return;
      }
    };
    const write = async (writer: number) => {
      for (let i = 0; i < 25; i += 1) {
        await db
          .transaction(async (tx) => {
            const id = await store(tx);
            await sleep((writer * 7 + i * 13) % 40);
            if ((writer + i) % 5 === 0) throw new Error('rolled back');
            return id;
          })
          .then((id) => written.push(id))
          .catch(() => undefined);
      }
    };
    const following = follow();
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    writing = false;
    await following;
    expect(written).toHaveLength(160);
    expect([...seen].sort()).toEqual([...written].sort());
    // Otherwise, the test would prove nothing.
    expect(seenById.length).toBeLessThan(written.length);
  });
});

describe('a cursor', () => {
  it.each([
    FEED_START,
    { epoch: 2_147_483_647, xid: '18446744073709551615', id: 'evt_0193f3a0-7c00-7000-8000-000000000001' },
  ])('is unchanged after writing and reading: %j', (cursor) => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  });

  it.each([
    '',
    'x',
    '0',
    '0-1',
    '-1-1-',
    '0-18446744073709551616-',
    '2147483648-1-',
    '0-1-a b',
    '0-1-\0',
    ' 0-1-',
    '0-1-å',
  ])('cannot be %j', (text) => {
    expect(readCursor(text)).toBeUndefined();
  });
});
