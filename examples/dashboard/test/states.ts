import type { Database, Parameter } from 'receipt-reference-server/database/database.js';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { receipt } from '../../reference-server/test/support/documents.js';
import { pastDays } from '../../reference-server/test/support/partitions.js';

/** A service's health, and the number of rows on its page. */
export type State = 'healthy' | 'broken';
export type Rows = 0 | 1 | 500;

/**
 * The time at which screenshots are taken. The time is in the past, so that everything due at that time is also due
 * now.
 */
export const NOW = Date.UTC(2025, 10, 21, 11, 30);

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

/**
 * Replaces all stored data with the data for a state, and returns the path of its page. With 0 rows, the state is a new
 * service, or a service with one failing endpoint; with 1 row, a stored or a rejected receipt; with 500 rows, endpoints
 * that are all healthy or partly failing.
 */
export async function fill(database: Database, state: State, rows: Rows): Promise<string> {
  const run = (text: string, parameters: readonly Parameter[] = []) => database.query(text, parameters);
  const broken = state === 'broken';
  await run(
    `TRUNCATE businesses, apps, endpoints, transactions, events, outbox, delivery_log, refused_writes, counters CASCADE`,
  );
  for (const table of ['delivery_log', 'refused_writes'] as const) await pastDays(database, table, [0, 1]);
  if (rows === 0 && !broken) return '/dashboard';
  await run(`INSERT INTO businesses (id, owner_id, name, country) VALUES ('biz_demo_se', 'own_1', 'Kaffebaren', 'SE')`);
  await run(`INSERT INTO apps (id, name, partner) VALUES ('app_1', 'POS one', true)`);
  if (rows === 1) return oneReceipt(run, broken);
  const count = Math.max(1, rows);
  await run(
    `INSERT INTO endpoints (id, app_id, url, secret, events, created_at, last_attempt_at, last_status)
     SELECT 'ep_' || lpad(i::text, 3, '0'), 'app_1', 'https://shop-' || i || '.example.com/hooks', 's',
       ARRAY['transaction.created'], $1, $2, 200 FROM generate_series(1, ${count}) i`,
    [ago(9_000), ago(2)],
  );
  if (rows === 0) {
    await run(
      `UPDATE endpoints SET failing_since = $1, failing_attempts = 4, last_error_class = 'connect', last_status = NULL`,
      [ago(47)],
    );
    return '/dashboard';
  }
  await run(
    `INSERT INTO events (business_id, id, type, created_at, body)
     SELECT 'biz_demo_se', 'evt_' || lpad(i::text, 4, '0'), 'transaction.created', $1, '{}' FROM generate_series(1, 960) i`,
    [ago(300)],
  );
  // In the broken state, every fourth attempt failed, and after every eighth attempt the server gave up on the event.
  await run(
    `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, error_class,
       ended, created_at, finished_at)
     SELECT 'biz_demo_se', 'evt_' || lpad(i::text, 4, '0'), 'ep_' || lpad((1 + i % 12)::text, 3, '0'), 1, 1,
       $3::timestamptz - (i * 1.4) * interval '1 minute', 20, CASE WHEN $2 AND i % 4 = 0 THEN 503 ELSE 200 END,
       CASE WHEN $2 AND i % 4 = 0 THEN 'http_status' END,
       CASE WHEN $2 AND i % 8 = 0 THEN 'failed' WHEN $2 AND i % 4 = 0 THEN NULL ELSE 'delivered' END, $1, $1
     FROM generate_series(1, 960) i`,
    [ago(5), broken, ago(1)],
  );
  for (const subject of [`'all'`, `'endpoint:' || endpoint_id`]) {
    await run(
      `INSERT INTO counters (hour, subject, what, n)
       SELECT date_trunc('hour', at), ${subject}, what, count(*)
       FROM delivery_log CROSS JOIN LATERAL unnest(ARRAY['latency.25', 'attempt.' || coalesce(error_class, 'delivered'),
         CASE WHEN ended = 'failed' THEN 'given_up' END]) AS w (what)
       WHERE what IS NOT NULL GROUP BY 1, 2, 3`,
    );
  }
  await run(
    `INSERT INTO outbox (business_id, event_id, endpoint_id, attempts, due_at, created_at)
     SELECT business_id, event_id, endpoint_id, 1, '2999-01-01', $1 FROM delivery_log WHERE ended IS NULL`,
    [ago(5)],
  );
  if (broken) {
    await run(
      `UPDATE endpoints SET failing_since = $1::timestamptz - i * interval '13 minutes', failing_attempts = 6,
         last_error_class = (ARRAY['http_status', 'connect', 'timeout'])[1 + i % 3],
         last_status = CASE WHEN i % 3 = 0 THEN 503 END
       FROM generate_series(1, 12) i WHERE id = 'ep_' || lpad(i::text, 3, '0')`,
      [ago(8)],
    );
  }
  return '/dashboard';
}

async function oneReceipt(
  run: (text: string, parameters?: readonly Parameter[]) => Promise<unknown>,
  broken: boolean,
): Promise<string> {
  const document = receipt({
    receiptNumber: '1001',
    externalId: 'pos-1001',
    timestamp: '2025-11-21T12:10:00+01:00',
    vendor: { id: 'biz_demo_se' },
    ...(broken && { totals: { subtotal: 3000, discount: 0, tax: 321, total: 2900 } }),
  });
  if (broken) {
    const judged = createRegistry(packs).validate(document, { country: 'SE', multiLocation: false });
    await run(
      `INSERT INTO refused_writes (business_id, id, at, app_id, code, issues, issue_count, receipt_number, external_id, body)
       VALUES ('biz_demo_se', 'ref_1', $1, 'app_1', 'validation_failed', $2, 1, '1001', 'pos-1001', $3)`,
      [
        ago(20),
        JSON.stringify(judged.issues.map(({ field, code, rule }) => ({ field, code, rule }))),
        JSON.stringify(document),
      ],
    );
    return '/dashboard/businesses/biz_demo_se/rejected-requests/ref_1';
  }
  const stored = { ...document, id: 'txn_1', createdAt: ago(20), profileId: 'se-receipt-1', documentTier: 'receipt' };
  await run(
    `INSERT INTO transactions (business_id, id, identity, instant_us, body) VALUES ('biz_demo_se', 'txn_1', 'i', 0, $1)`,
    [JSON.stringify(stored)],
  );
  return '/dashboard/businesses/biz_demo_se/transactions/txn_1';
}
