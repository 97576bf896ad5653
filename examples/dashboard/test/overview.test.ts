import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { dashboard } from '../src/dashboard.js';
import { createSignInTokens } from '../src/sign-in-tokens.js';
import { listOwners } from 'receipt-reference-server/read-model/businesses.js';
import { readCounts, readOldestDue } from 'receipt-reference-server/read-model/overview.js';
import { deliveryChart } from '../src/view/chart.js';
import { timesIn } from '../src/view/time.js';
import { DatabaseUnavailable, type Database } from 'receipt-reference-server/database/database.js';
import { unavailable } from 'receipt-reference-server/http/errors.js';
import { migrate } from 'receipt-reference-server/database/migrate.js';
import { offeredTypes, type EventType } from 'receipt-reference-server/events/event-types.js';
import { anyDatabase } from '../../reference-server/test/support/databases.js';
import { ADMIN_TOKEN, problemsOf, signedIn } from './support.js';

const TYPES: readonly EventType[] = [
  { type: 'transaction.created', summary: 'Always there.' },
  { type: 'receipt.printed', summary: 'New.', feature: 'printing' },
];

/**
 * Starts only the dashboard, with these features enabled. `down` makes its database unreachable; `closing` rejects
 * every request in an earlier hook.
 */
async function start(database: Database, features: readonly string[]) {
  const state = { down: false, closing: false };
  const offered = offeredTypes(features, TYPES);
  const app: FastifyInstance = Fastify();
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async () => {
    if (state.closing) throw unavailable('closing');
  });
  await app.register(dashboard, {
    prefix: '/dashboard',
    adminToken: { token: ADMIN_TOKEN },
    database: {
      ...database,
      query: (text, parameters) => {
        if (state.down) throw new DatabaseUnavailable('away');
        return database.query(text, parameters);
      },
    },
    registry: createRegistry(packs),
    rules: { allowLoopback: true, offered: offered.map(({ type }) => type) },
    offered,
    firstDelayMs: 0,
    timeZone: 'UTC',
    rejectedRequests: 'issues',
    autoPauseDays: 0,
    signInTokens: createSignInTokens(),
    wake: () => undefined,
  });
  return { app, state, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

anyDatabase((place) => {
  let database: Database;
  const HOUR = 3_600_000;
  const now = Date.UTC(2026, 10, 21, 12, 30);

  beforeAll(async () => {
    database = await place.open();
    await migrate(database);
    for (const statement of [
      "INSERT INTO apps (id, name, partner) VALUES ('app', 'App', true)",
      "INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz', 'own', 'Business', 'SE')",
      `INSERT INTO endpoints (id, owner_id, url, secret, events, enabled) VALUES
         ('ep', 'own', 'https://example.com', 's', '{}', true), ('paused', 'own', 'https://example.com', 's', '{}', false)`,
      // A worker has leased the queue of the slow endpoint.
      `INSERT INTO endpoint_queues (endpoint_id, slow, worker, look_at) VALUES
         ('ep', true, 'worker', now() + interval '15 seconds'), ('paused', false, NULL, now())`,
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz', 'evt_' || i, 'transaction.created', now(), '{}' FROM generate_series(1, 4) i`,
      `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at) VALUES
         ('biz', 'evt_1', 'ep', now() - interval '1 hour'),
         ('biz', 'evt_2', 'ep', now() - interval '2 hours'),
         ('biz', 'evt_3', 'paused', now() - interval '3 hours')`,
    ]) {
      await database.query(statement);
    }
  });

  describe('the overview', () => {
    it('counts businesses, apps and endpoints', async () => {
      expect(await readCounts(database)).toEqual({
        businesses: 1,
        apps: 1,
        started: false,
        endpoints: 2,
        failing: 0,
        paused: 1,
        unused: 1,
      });
    });

    it('finds the most overdue delivery among endpoints that are not paused', async () => {
      expect(await readOldestDue(database)).toMatchObject({ event_id: 'evt_2', endpoint_id: 'ep' });
      expect(await readOldestDue(database, new Date())).toMatchObject({ event_id: 'evt_2' });
      await database.query("UPDATE endpoints SET last_attempt_at = now() WHERE id = 'ep'");
      expect(await readOldestDue(database, new Date(Date.now() - HOUR))).toBeUndefined();
      await database.query("UPDATE endpoints SET last_attempt_at = NULL WHERE id = 'ep'");
    });
  });

  describe('a dashboard', () => {
    let on: Awaited<ReturnType<typeof start>>;
    let off: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      on = await start(database, ['printing']);
      off = await start(database, []);
    });
    afterAll(() => Promise.all([on.app.close(), off.app.close()]));

    it('offers an event type that needs a feature only if the feature is enabled', async () => {
      const fields = { owner: 'app:app', url: 'https://example.com/hooks', events: ['receipt.printed'] };
      const before = await signedIn(off.url);
      expect((await before.get('/endpoints/new')).html).not.toContain('receipt.printed');
      expect(problemsOf(await before.post('/endpoints/new', fields))).toEqual(['events']);
      const after = await signedIn(on.url);
      expect((await after.get('/endpoints/new')).html).toContain('value="receipt.printed"');
      expect((await after.post('/endpoints/new', fields)).status).toBe(303);
      const made = await database.query("DELETE FROM endpoints WHERE 'receipt.printed' = ANY (events) RETURNING id");
      expect(made).toHaveLength(1);
    });

    it('accepts sessions of another process with the same admin token', async () => {
      const user = await signedIn(on.url);
      const { status } = await fetch(`${off.url}/dashboard`, {
        headers: { cookie: `dashboard_session=${user.cookies.get('dashboard_session')!}` },
      });
      expect(status).toBe(200);
    });

    it.each(['down', 'closing'] as const)('responds with an error page in the state %s', async (why) => {
      const user = await signedIn(on.url);
      on.state[why] = true;
      const { status, headers } = await user.get('/endpoints').finally(() => (on.state[why] = false));
      expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  it('lists each owner once, up to a limit', async () => {
    const many = `INSERT INTO businesses (id, owner_id, name, country)
      SELECT 'many_' || i, 'own_' || i % 3, 'Many', 'SE' FROM generate_series(1, 300) i`;
    await database.query(many);
    expect(await listOwners(database, 10)).toEqual(['own', 'own_0', 'own_1', 'own_2']);
    expect(await listOwners(database, 2)).toEqual(['own', 'own_0']);
    await database.query("DELETE FROM businesses WHERE name = 'Many'");
  });

  it('the chart has two bars for every hour, and a table with the figures', () => {
    const hours = Array.from({ length: 24 }, (_, i) => ({
      start: new Date(now + i * HOUR),
      delivered: i,
      failed: 2 * i,
      p95Ms: 250,
      created: 0,
      rejected: 0,
    }));
    const activity = { delivered: 276, failed: 552, p95Ms: 250, givenUp: 0, created: 0, rejected: 0 };
    const { text } = deliveryChart(timesIn('UTC', now), { hours, ...activity });
    expect(text.match(/<rect\s+class="good"/g)).toHaveLength(24);
    const heights = [...text.matchAll(/class="(?:good|bad)"[^>]*height="([\d.]+)"/g)].map(([, height]) =>
      Number(height),
    );
    expect(Math.max(...heights)).toBe(48);
    expect(heights.slice(-2)).toEqual([24, 48]);
    expect(text.match(/scope="row"/g)).toHaveLength(24);
  });
});
