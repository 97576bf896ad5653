import { describe, expect, it } from 'vitest';
import { migrate } from '../src/database/migrate.js';
import { createMetrics } from '../src/metrics.js';
import { client } from './support/client.js';
import { eachDatabase, testDatabase } from './support/databases.js';
import { receipt } from './support/documents.js';
import { fixtures, TOKENS } from './support/fixtures.js';
import { serverFor } from './support/in-process.js';
import { startReceiver, type Receiver } from './support/receiver.js';

/** A sample of the exposition format; 0 if absent. `labels` in the order in which they are declared. */
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

eachDatabase((database) => {
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
    const read = () => metricsOf(server.url);

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
      }).toEqual({ created: 1, replayed: 1, refused: 2, lists: 1, writes: 1, delivered: 1, attempts: 2 });
      const classes = after.match(/^receipts_delivery_attempts_total\{class="[^"]+"\} 1$/gm);
      expect(classes).toHaveLength(2);
    });

    it('has gauges of the outbox', async () => {
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

    it('labels no more than the known routes', async () => {
      await client(server.url, '').call('GET', '/a-path-that-is-not-there');
      const text = await read();
      expect(text).toContain('route="none"');
      expect(text).not.toContain('a-path-that-is-not-there');
    });
  });
});

// A separate database and server, because other tests count deliveries.
eachDatabase((database) => {
  const server = serverFor(database, fixtures);

  it('GET /metrics counts rejected requests by the code of the error and of its first issue', async () => {
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
    const after = await metricsOf(server.url);
    const moved = (labels?: string) => sample(after, name, labels) - sample(before, name, labels);
    expect(REFUSED.map(([code, issue]) => moved(`code="${code}",issue="${issue}"`))).toEqual(REFUSED.map(() => 1));
    const total = (text: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);
    expect(total(after) - total(before)).toBe(REFUSED.length);
  });
});

it('labels no issue of a rejected request but the codes of the library', async () => {
  const metrics = createMetrics({ query: async () => [{ pending: 0, lag: 0, overdue: 0, count: 0 }] } as never);
  for (const issue of ['required', 'a_code_of_another_pack', 'toString']) {
    metrics.countRejectedRequest('validation_failed', issue);
  }
  const { text } = await metrics.render();
  const count = (issue: string) =>
    sample(text, 'receipts_ingest_refused_total', `code="validation_failed",issue="${issue}"`);
  expect(['required', 'other', 'a_code_of_another_pack', 'toString'].map(count)).toEqual([1, 2, 0, 0]);
});

describe.each(['embedded', 'postgres'] as const)('the gauges on %s', (name) => {
  it('show what waits', async () => {
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
      const { text } = await createMetrics(db).render();
      expect(sample(text, 'receipts_outbox_pending_deliveries')).toBe(4);
      expect(Math.round(sample(text, 'receipts_outbox_lag_seconds') / 30)).toBe(3);
      expect(Math.round(sample(text, 'receipts_delivery_oldest_due_seconds') / 30)).toBe(2);
    } finally {
      await database.dispose();
    }
  });
});
