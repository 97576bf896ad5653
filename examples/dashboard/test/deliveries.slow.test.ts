import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from 'receipt-reference-server/database/database.js';
import { listDeliveries, type DeliveryFilter } from 'receipt-reference-server/read-model/deliveries.js';
import { readDelivery, type AttemptRow } from 'receipt-reference-server/read-model/delivery.js';
import type { PageStep } from 'receipt-reference-server/read-model/steps.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import { client } from '../../reference-server/test/support/client.js';
import { anyDatabase, testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { pastDays } from '../../reference-server/test/support/partitions.js';
import {
  DELIVERED,
  emitOne,
  openOutbox,
  recordOne,
  storeDeliveries,
  takeAll,
} from '../../reference-server/test/support/outbox.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { curlLine } from '../src/view/curl.js';
import { folded } from '../src/view/attempts.js';
import { dashboardFor, problemsOf, register, signedIn, type Client } from './support.js';

const DELIVERY_DELAYS_MS = '0,10,10,10,10,10';

anyDatabase((database) => {
  describe('deliveries', () => {
    const server = dashboardFor(database, fixtures, { DELIVERY_DELAYS_MS });
    const broken = new Set<string>();
    let receiver: Receiver;
    let user: Client;
    beforeAll(async () => {
      receiver = await startReceiver(({ path }) => (broken.has(path) ? 500 : 200));
      user = await signedIn(server.url);
    });
    afterAll(() => receiver.close());

    /** Registers an endpoint at a path, and waits until its first delivery has failed six times. */
    async function failing(path: string): Promise<{ id: string; eventId: string; page: string }> {
      broken.add(path);
      const events = ['transaction.created'];
      const id = await register(user, { owner: 'app:app_1', url: receiver.url(path), events });
      expect((await client(server.url, TOKENS.writer).post(receipt())).status).toBe(201);
      const [first] = await receiver.until(6, { path });
      await state(id, 'failed');
      return { id, eventId: first!.eventId, page: `/endpoints/${id}/deliveries/biz_1/${first!.eventId}` };
    }

    /** Waits until all of an endpoint's deliveries are in the given state. */
    async function state(id: string, wanted: string): Promise<void> {
      const sql = 'SELECT 1 AS other FROM deliveries WHERE endpoint_id = $1 AND state <> $2';
      await expect.poll(async () => (await server.server.database.query(sql, [id, wanted])).length).toBe(0);
    }

    it('show every attempt with round, number, status, error class, address and response', async () => {
      const { page } = await failing('/shown');
      const { html } = await user.get(page);
      expect(html).toMatch(/Round 1, attempts 1 to 6\s/);
      expect(html.match(/500 Internal Server Error/g)).toHaveLength(2);
      expect(html.match(/127\.0\.0\.1</g)).toHaveLength(1);
      expect(html).toContain('Given up');
      expect(html).toContain('&quot;type&quot;: &quot;transaction.created&quot;');
    });

    it('link to their receipt, which links back, and can be saved and sent with a command that does not contain the body', async () => {
      const { page, eventId } = await failing('/linked');
      const { html } = await user.get(page);
      const receiptPage = /"\/dashboard(\/businesses\/biz_1\/transactions\/txn_[\w-]+)"/.exec(html)![1]!;
      expect((await user.get(receiptPage)).html).toContain(`/dashboard${page}"`);
      const found = await user.get(`/businesses/biz_1/search?q=${eventId}`);
      expect([found.html.includes(receiptPage), found.html.includes(`/dashboard${page}"`)]).toEqual([true, true]);
      const file = await user.get(`${page}/event.json`);
      expect(JSON.parse(file.html)).toMatchObject({ eventId });
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="event.json"');
      const line = /<pre tabindex="0" aria-label="Command">([^<]*)</.exec(html)![1]!;
      expect(line).toContain('--data-binary @event.json');
      expect(line).not.toMatch(/whsec|v1=|txn_|evt_/);
    });

    it('can be redelivered individually with the same body', async () => {
      const { id, page, eventId } = await failing('/one');
      broken.delete('/one');
      await user.act(page);
      const deliveries = await receiver.until(7, { path: '/one' });
      await state(id, 'delivered');
      expect(deliveries.at(-1)).toMatchObject({ eventId, body: deliveries[0]!.body });
      expect((await user.get(page)).html).toContain('Round 2, attempt 1<');
    });

    it('can be replayed if they failed since a given time', async () => {
      const { id } = await failing('/all');
      await client(server.url, TOKENS.writer).post(receipt());
      await receiver.until(12, { path: '/all' });
      await state(id, 'failed');
      broken.delete('/all');
      await user.act(`/endpoints/${id}/replay`, { since: '2999-01-01T00:00' });
      await state(id, 'failed');
      await user.act(`/endpoints/${id}/replay`, { since: '2026-01-01T00:00:00' });
      await state(id, 'delivered');
      expect(receiver.deliveries.filter(({ path }) => path === '/all')).toHaveLength(14);
    });

    it.each(['', 'yesterday', '2026-13-01T00:00', '2026-01-01T00:00+02:00'])(
      'cannot be replayed with %j as the start',
      async (since) => {
        const events = ['transaction.created'];
        const id = await register(user, { owner: 'app:app_3', url: receiver.url('/none'), events });
        const refused = await user.post(`/endpoints/${id}/replay`, { since });
        expect([refused.status, problemsOf(refused)]).toEqual([422, ['since']]);
      },
    );

    it('are listed by state', async () => {
      const { id, eventId } = await failing('/listed');
      const listed = async (filter: string) => {
        const { html } = await user.get(`/endpoints/${id}/deliveries?state=${filter}`);
        return html.includes(eventId);
      };
      expect([await listed('all'), await listed('failed'), await listed('odd')]).toEqual([true, true, true]);
      expect([await listed('pending'), await listed('delivered'), await listed('cancelled')]).toEqual([
        false,
        false,
        false,
      ]);
    });

    it('are shown as queued while their endpoint is paused, and cannot be redelivered', async () => {
      const { id, eventId, page } = await failing('/queued');
      await user.act(`/endpoints/${id}/state`, { state: 'queue' });
      const { database } = server.server;
      await database.query(
        `INSERT INTO outbox (business_id, event_id, endpoint_id, held, due_at)
         SELECT business_id, event_id, endpoint_id, true, now() FROM deliveries WHERE endpoint_id = $1`,
        [id],
      );
      await database.query('UPDATE delivery_log SET ended = NULL WHERE endpoint_id = $1', [id]);
      expect((await user.get(`/endpoints/${id}/deliveries?state=queued`)).html).toContain(eventId);
      const { html } = await user.get(page);
      expect([html.includes('Queued until resumed'), html.includes('Redeliver')]).toEqual([true, false]);
    });

    it('are listed from the start if the cursor is invalid', async () => {
      const { id, eventId } = await failing('/odd');
      for (const cursor of ['after=x~y', 'after=2026-99-99T00:00:00.000000Z~e', 'before=%27~%00']) {
        const { status, html } = await user.get(`/endpoints/${id}/deliveries?state=all&${cursor}`);
        expect(status === 404 || html.includes(eventId)).toBe(true);
      }
    });
  });
});

anyDatabase((place) => {
  describe('a long list of deliveries', () => {
    let database: Database;
    beforeAll(async () => {
      database = await place.open();
      await migrate(database);
      await fill(database);
    });

    it.each([
      ['all', 5000],
      ['pending', 20],
      ['queued', 10],
      ['failed', 40],
      ['delivered', 4880],
      ['cancelled', 50],
    ] as const)('in state %s can be paged through to the end, without duplicates', async (filter, count) => {
      const { rows, back, pages } = await walk(database, filter, 500);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows).toHaveLength(count);
      expect(back).toEqual(rows.slice(0, back.length));
      expect(rows.length - back.length).toBeLessThanOrEqual(500);
      expect(pages).toBeLessThan(30);
    });
  });
});

describe('a delivery with its attempts on PostgreSQL', () => {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('is read consistently while an attempt ends', async () => {
    const db = await openOutbox(database, [{ id: 'ep_a' }]);
    const eventId = await emitOne(db);
    const [claim] = await takeAll(db);
    const meanwhile: Database = {
      ...db,
      async query(text, parameters) {
        const rows = await db.query<never>(text, parameters);
        if (text.includes('FROM deliveries')) expect(await recordOne(db, claim!, DELIVERED)).toBe(true);
        return rows;
      },
    };
    const before = await readDelivery(meanwhile, 'ep_a', 'biz_1', eventId, 10);
    expect(before).toMatchObject({ delivery: { state: 'pending', attempts: 0 }, attempts: [] });
    const after = await readDelivery(db, 'ep_a', 'biz_1', eventId, 10);
    expect(after).toMatchObject({ delivery: { state: 'delivered', attempts: 1 }, attempts: [{ status: 200 }] });
    expect(await readDelivery(db, 'ep_a', 'biz_2', eventId, 10)).toBeUndefined();
  });
});

describe('attempts', () => {
  const attempt = (number: number, changes: Partial<AttemptRow> = {}): AttemptRow => ({
    round: 1,
    attempt: number,
    at: new Date(number),
    duration_ms: number,
    status: 500,
    address: '192.0.2.1',
    error_class: 'http_status',
    answer: 'no',
    ...changes,
  });

  it('are grouped if they are consecutive and have the same result', () => {
    const rows = [attempt(1, { round: 2 }), attempt(4), attempt(3, { answer: 'other' }), attempt(2), attempt(1)];
    expect(folded(rows).map((group) => group.map((row) => row.attempt))).toEqual([[1], [4], [3], [2, 1]]);
    expect(folded([])).toEqual([]);
  });

  it('can be repeated with a shell command that quotes the URL correctly', () => {
    const url = `https://example.com/it's?a=$(b)&c=\`d\``;
    const { stdout } = spawnSync('sh', ['-c', `set -- ${curlLine(url, 'a b').split('| curl')[1]!}; printf %s "$6"`], {
      encoding: 'utf8',
    });
    expect(stdout).toBe(url);
  });
});

/** Follows a list to the end, and from there back to the start. */
async function walk(database: Database, filter: DeliveryFilter, limit: number) {
  const rows: string[] = [];
  const back: string[] = [];
  let pages = 0;
  let step: PageStep;
  for (;;) {
    const page = await listDeliveries(database, 'ep', filter, step, limit);
    rows.push(...page.rows.map((row) => row.event_id));
    pages += 1;
    if (page.next === undefined) break;
    step = { to: 'next', from: page.next };
  }
  let last = await listDeliveries(database, 'ep', filter, step, limit);
  while (last.previous !== undefined) {
    last = await listDeliveries(database, 'ep', filter, { to: 'previous', from: last.previous }, limit);
    back.unshift(...last.rows.map((row) => row.event_id));
    pages += 1;
  }
  return { rows, back, pages };
}

/**
 * Stores 5,000 deliveries to one endpoint, in every state and ten per timestamp, and one delivery to another endpoint.
 */
async function fill(database: Database): Promise<void> {
  const statements = [
    "INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz', 'own', 'Business', 'SE')",
    `INSERT INTO endpoints (id, owner_id, url, secret, events)
     VALUES ('ep', 'own', 'https://example.com', 's', '{}'), ('other', 'own', 'https://example.com', 's', '{}')`,
    `INSERT INTO events (business_id, id, type, created_at, body)
     SELECT 'biz', 'evt_' || lpad(i::text, 6, '0'), 'transaction.created', now(), '{}' FROM generate_series(1, 5000) i`,
    ...storeDeliveries(`SELECT 'biz' AS business_id, 'evt_' || lpad(i::text, 6, '0') AS event_id, 'ep' AS endpoint_id, state,
       0 AS attempts, at AS due_at, at AS created_at, CASE WHEN state NOT IN ('pending', 'held') THEN at END AS finished_at
     FROM generate_series(1, 5000) i,
       LATERAL (SELECT now() - (i / 10) * interval '1 second' AS at, CASE WHEN i <= 20 THEN 'pending' WHEN i <= 30 THEN 'held'
         WHEN i > 4960 THEN 'failed' WHEN i % 100 = 50 THEN 'cancelled' ELSE 'delivered' END AS state) made`),
    `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at) VALUES ('biz', 'evt_000001', 'other', now())`,
  ];
  await pastDays(database, 'delivery_log', [0, 1]);
  for (const statement of statements) await database.query(statement);
}
