import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countWaiting } from '../src/counters/waiting.js';
import { migrate } from '../src/database/migrate.js';
import { createMetrics } from '../src/metrics.js';
import { POSTGRES } from '../src/sql/postgres.js';
import { client } from './support/client.js';
import { anyDatabase, testDatabase } from './support/databases.js';
import { receipt } from './support/documents.js';
import { explainAll } from './support/explain.js';
import { fixtures, TOKENS } from './support/fixtures.js';
import { serverFor } from './support/in-process.js';
import { startReceiver, type Receiver } from './support/receiver.js';

/** A sample's value in the exposition format; 0 if absent. `labels` must be in the order of declaration. */
function sample(text: string, name: string, labels = ''): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels && `{${labels}}`} `));
  return line === undefined ? 0 : Number(line.split(' ').at(-1));
}

async function metricsOf(url: string): Promise<string> {
  const { text, status, headers } = await client(url, '').call('GET', '/metrics');
  expect([status, headers.get('Content-Type')]).toEqual([200, expect.stringContaining('text/plain')]);
  return text;
}

const SECRET = 'whsec_of_the_endpoint';

const UNUSED_DATABASE = {
  sql: POSTGRES,
  query: async () => [{ state: null, count: 0, oldest: 0, multixacts: 0 }],
} as never;

/** Longer than the time for which the server reuses rendered metrics. */
const SCRAPE_MS = 1_050;

it('metrics are rendered at most once a second, however often Prometheus scrapes', async () => {
  const metrics = createMetrics(UNUSED_DATABASE);
  const scrape = async () => sample((await metrics.render()).text, 'receipts_delivery_late_results_total');
  expect(await Promise.all([scrape(), scrape()])).toEqual([0, 0]);
  metrics.countLateResult();
  expect(await scrape()).toBe(0);
  await sleep(SCRAPE_MS);
  expect(await scrape()).toBe(1);
});

anyDatabase((database) => {
  let receiver: Receiver | undefined;
  const endpoints = async () => {
    receiver = await startReceiver((_, earlier) => (earlier === 0 ? 500 : 200));
    return fixtures([
      { id: 'ep_1', appId: 'app_1', url: receiver.url(), secret: SECRET, events: ['transaction.created'] },
      { id: 'ep_2', ownerId: 'own_2', url: receiver.url('/later'), secret: SECRET, events: ['transaction.created'] },
    ]);
  };

  describe('GET /metrics', () => {
    const server = serverFor(database, endpoints, { DELIVERY_DELAYS_MS: '0,10,10,10,10,10' });
    const read = async () => {
      await sleep(SCRAPE_MS);
      return metricsOf(server.url);
    };

    it('counts requests, ingests by status, and delivery attempts by class', async () => {
      const before = await read();
      const api = client(server.url, TOKENS.writer);
      const document = receipt();
      for (const sent of [document, document, { ...document, x: 1 }, '{']) await api.post(sent, { key: 'k' });
      await api.list();
      await receiver!.until(2);
      const attempts = 'receipts_delivery_attempt_duration_seconds_count';
      await expect.poll(async () => sample(await read(), attempts) - sample(before, attempts)).toBe(2);
      await expect.poll(async () => sample(await read(), 'receipts_outbox_pending_deliveries')).toBe(0);
      const after = await read();
      const moved = (name: string, labels?: string) => sample(after, name, labels) - sample(before, name, labels);
      const duration = 'receipts_http_request_duration_seconds_count';
      expect({
        created: moved('receipts_ingest_requests_total', 'status="201"'),
        replayed: moved('receipts_ingest_requests_total', 'status="200"'),
        refused: moved('receipts_ingest_requests_total', 'status="400"'),
        lists: moved(duration, 'method="GET",route="/v1/transactions",status="200"'),
        writes: moved(duration, 'method="POST",route="/v1/transactions",status="201"'),
        delivered: moved('receipts_delivery_attempts_total', 'class="delivered"'),
        attempts: moved(attempts),
        inTwoAttempts: moved('receipts_event_to_delivered_seconds_count', 'attempt="2"'),
        inOne: moved('receipts_event_to_delivered_seconds_count', 'attempt="1"'),
      }).toEqual({
        created: 1,
        replayed: 1,
        refused: 2,
        lists: 1,
        writes: 1,
        delivered: 1,
        attempts: 2,
        inTwoAttempts: 1,
        inOne: 0,
      });
      const classes = after.match(/^receipts_delivery_attempts_total\{class="[^"]+"\} 1$/gm);
      expect(classes).toHaveLength(2);
    });

    it("returns the process's memory budget, version and connection pools", async () => {
      const text = await read();
      expect(text).toMatch(/^receipts_build_info\{version="\d+\.\d+\.\d+",node="v\d.*"\} 1$/m);
      for (const kind of ['bodies', 'answers'])
        expect(text).toContain(`receipts_memory_budget_bytes{kind="${kind}"} 0\n`);
      expect(sample(text, 'receipts_database_multixact_ratio')).toBeLessThan(0.1);
      expect(text).toMatch(/^receipts_database_oldest_transaction_seconds [0-9.]+$/m);
      const used = (pool: string) => sample(text, 'receipts_pool_connections', `pool="${pool}",state="used"`);
      const waits = (pool: string) => sample(text, 'receipts_pool_wait_seconds_count', `pool="${pool}"`);
      const isServer = server.server.database.kind === 'postgres';
      for (const pool of ['requests', 'delivery']) expect([used(pool) >= 0, waits(pool) > 0]).toEqual([true, isServer]);
    });

    it('returns gauges for the outbox', async () => {
      const text = await read();
      for (const name of [
        'receipts_outbox_pending_deliveries',
        'receipts_outbox_lag_seconds',
        'receipts_delivery_oldest_due_seconds',
        'receipts_delivery_late_results_total',
      ]) {
        expect(text).toMatch(new RegExp(`^# HELP ${name} `, 'm'));
        expect(text).toMatch(new RegExp(`^${name} [0-9.]+$`, 'm'));
      }
    });

    it('has labels only for known routes', async () => {
      await client(server.url, '').call('GET', '/a-path-that-is-not-there');
      const text = await read();
      expect(text).toContain('route="none"');
      expect(text).not.toContain('a-path-that-is-not-there');
    });
  });
});

// A separate database and server, because the tests above count deliveries.
anyDatabase((database) => {
  const server = serverFor(database, fixtures);

  it("GET /metrics counts rejected requests by error code and by the first issue's code", async () => {
    const name = 'receipts_ingest_refused_total';
    const before = await metricsOf(server.url);
    const api = client(server.url, TOKENS.writer);
    const document = receipt();
    await api.post(document);
    const REFUSED = [
      ['invalid_json', 'none', () => api.post('{')],
      ['invalid_json', 'unknown_field', () => api.post({ ...document, x: 1 })],
      ['invalid_idempotency_key', 'none', () => api.post(document, { key: '' })],
      ['unauthorized', 'none', () => api.post(document, { token: 'svc_unknown' })],
      ['forbidden', 'none', () => api.post({ ...document, vendor: { id: 'biz_2' } })],
      ['duplicate_transaction', 'none', () => api.post(document)],
      ['payload_too_large', 'none', () => api.post(' '.repeat(1_048_577))],
      ['unsupported_media_type', 'none', () => api.post(document, { headers: { 'Content-Type': 'text/plain' } })],
      ['profile_mismatch', 'profile_mismatch', () => api.post({ ...receipt(), profileId: 'no-receipt-1' })],
      ['validation_failed', 'currency_not_allowed', () => api.post({ ...receipt(), currency: 'EUR' })],
    ] as const;
    for (const [, , send] of REFUSED) await send();
    await api.post(receipt());
    await api.list('?limit=0');
    await sleep(SCRAPE_MS);
    const after = await metricsOf(server.url);
    const moved = (labels?: string) => sample(after, name, labels) - sample(before, name, labels);
    expect(REFUSED.map(([code, issue]) => moved(`code="${code}",issue="${issue}"`))).toEqual(REFUSED.map(() => 1));
    const total = (text: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);
    expect(total(after) - total(before)).toBe(REFUSED.length);
  });
});

it("metrics for rejected requests have only the library's issue codes as labels", async () => {
  const metrics = createMetrics(UNUSED_DATABASE);
  for (const issue of ['required', 'a_code_of_another_pack', 'toString']) {
    metrics.countRejectedRequest('validation_failed', issue);
  }
  const { text } = await metrics.render();
  const count = (issue: string) =>
    sample(text, 'receipts_ingest_refused_total', `code="validation_failed",issue="${issue}"`);
  expect(['required', 'other', 'a_code_of_another_pack', 'toString'].map(count)).toEqual([1, 2, 0, 0]);
});

describe.each(['embedded', 'postgres'] as const)('the gauges on %s', (name) => {
  it('a scrape reads no deliveries; until the deliveries have been counted, the gauges are NaN', async () => {
    const database = testDatabase(name);
    await database.create();
    try {
      const db = await database.open();
      await migrate(db);
      const nodes = await explainAll(db, async (on) => {
        const { text } = await createMetrics({ ...on, delivery: on }).render();
        expect(sample(text, 'receipts_outbox_pending_deliveries')).toBeNaN();
      });
      const read = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []));
      expect([...read].filter((table) => ['outbox', 'delivery_log', 'events', 'transactions'].includes(table))).toEqual(
        [],
      );
      expect(read).toContain('jobs');
    } finally {
      await database.dispose();
    }
  });

  it('show the waiting deliveries', async () => {
    const database = testDatabase(name);
    await database.create();
    try {
      const db = await database.open();
      await migrate(db);
      await db.query("INSERT INTO endpoints (id, owner_id, url, secret, events) VALUES ('e', 'o', 'u', 's', '{}')");
      await db.query("INSERT INTO endpoints (id, owner_id, url, secret, events) VALUES ('f', 'o', 'u', 's', '{}')");
      await db.query(
        "INSERT INTO endpoints (id, owner_id, url, secret, events, enabled) VALUES ('paused', 'o', 'u', 's', '{}', false)",
      );
      await db.query("INSERT INTO events VALUES ('b', 'v', 't', now(), '{}'), ('b', 'w', 't', now(), '{}')");
      await db.query(
        `INSERT INTO outbox (business_id, event_id, endpoint_id, due_at, created_at, attempts) VALUES
           ('b', 'v', 'e', now() - interval '60 s', now() - interval '1 hour', 1),
           ('b', 'w', 'e', now() + interval '60 s', now() - interval '90 s', 0),
           ('b', 'v', 'f', now() - interval '30 s', now() - interval '90 s', 0),
           ('b', 'v', 'paused', now() - interval '1 day', now() - interval '1 day', 0)`,
      );
      await countWaiting(db);
      const { text } = await createMetrics(db).render();
      expect(sample(text, 'receipts_outbox_pending_deliveries')).toBe(4);
      expect(Math.round(sample(text, 'receipts_outbox_lag_seconds') / 30)).toBe(3);
      expect(Math.round(sample(text, 'receipts_delivery_oldest_due_seconds') / 30)).toBe(2);
    } finally {
      await database.dispose();
    }
  });
});
