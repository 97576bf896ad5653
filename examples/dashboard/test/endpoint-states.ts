import type { Database, Parameter } from 'receipt-reference-server/database/database.js';
import { pastDays } from '../../reference-server/test/support/partitions.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The number of deliveries to `ep_error` that the server gave up on: 8 failed with one response, 4 with another. */
export const GIVEN_UP = 12;

/** Stores endpoints of app_1 in every state, with the counters and deliveries that lead to these states. */
export async function fillEndpoints(database: Database): Promise<void> {
  const now = Date.now();
  const run = (text: string, parameters: readonly Parameter[] = []) => database.query(text, parameters);
  const add = (id: string, host: string, changes: Readonly<Record<string, Parameter>> = {}) => {
    const row = {
      id,
      app_id: 'app_1',
      url: `https://${host}/hooks`,
      secret: 's',
      last_attempt_at: new Date(now - MINUTE),
      ...changes,
    };
    const names = Object.keys(row);
    const places = names.map((_, i) => `$${i + 1}`).join(', ');
    return run(
      `INSERT INTO endpoints (${names.join(', ')}, events) VALUES (${places}, ARRAY['transaction.created'])`,
      Object.values(row),
    );
  };
  const failing = (minutes: number, changes: Readonly<Record<string, Parameter>>) => ({
    failing_since: new Date(now - minutes * MINUTE),
    failing_attempts: 40,
    ...changes,
  });
  await add('ep_refused', 'refused.example.com', failing(47, { last_error_class: 'connect' }));
  await add('ep_silent', 'silent.example.com', failing(90, { last_error_class: 'timeout' }));
  await add('ep_error', 'error.example.com', failing(120, { last_error_class: 'http_status', last_status: 503 }));
  await add('ep_unknown', 'unknown.example.com', failing(3 * 24 * 60, { last_error_class: 'dns' }));
  await add('ep_flapping', 'flapping.example.com', {
    failing_since: new Date(now - MINUTE),
    failing_attempts: 2,
    last_error_class: 'http_status',
    last_status: 500,
  });
  await add('ep_well', 'well.example.com', { last_status: 200 });
  await add('ep_new', 'new.example.com', { last_attempt_at: null });
  await add('ep_paused', 'paused.example.com', { enabled: false, hold: true });

  const hour = new Date(Math.floor(now / HOUR) * HOUR);
  const count = (id: string, what: string, n: number) =>
    run('INSERT INTO counters (hour, subject, what, n) VALUES ($1, $2, $3, $4)', [hour, `endpoint:${id}`, what, n]);
  await count('ep_error', 'attempt.http_status', 40);
  await count('ep_flapping', 'attempt.delivered', 70);
  await count('ep_flapping', 'attempt.http_status', 30);
  await count('ep_well', 'attempt.delivered', 99_950);
  await count('ep_well', 'attempt.timeout', 50);
  await count('ep_well', 'delay.50', 94_000);
  await count('ep_well', 'delay.100', 5_950);

  const events = async (prefix: string, number: number) => {
    for (let i = 1; i <= number; i += 1) {
      const data = { receiptNumber: `R-${i}`, currency: 'SEK', totals: { total: 12_950 } };
      await run(
        `INSERT INTO events (business_id, id, type, created_at, body) VALUES ('biz_1', $1, 'transaction.created', now(), $2)`,
        [`evt_${prefix}_${i}`, JSON.stringify({ data })],
      );
    }
  };
  await events('error', GIVEN_UP);
  await pastDays(database, 'delivery_log', [0, 1]);
  await run(
    `INSERT INTO delivery_log (business_id, event_id, endpoint_id, round, attempt, at, duration_ms, status, error_class,
       answer, ended, created_at, finished_at)
     SELECT 'biz_1', 'evt_error_' || i, 'ep_error', 1, 6, now() - i * interval '1 minute', 20,
       CASE WHEN i <= 8 THEN 503 ELSE 500 END, 'http_status',
       CASE WHEN i <= 8 THEN 'database is down' ELSE 'out of memory' END || chr(10) || 'request ' || i,
       'failed', now() - interval '1 day', now() - i * interval '1 minute' FROM generate_series(1, ${GIVEN_UP}) i`,
  );
  const waiting = async (id: string, number: number, held = false) => {
    await events(id, number);
    await run(
      `INSERT INTO outbox (business_id, event_id, endpoint_id, held, due_at)
       SELECT 'biz_1', 'evt_' || $1 || '_' || i, $1, $2::boolean, '2999-01-01' FROM generate_series(1, $3::integer) i`,
      [id, held, number],
    );
  };
  await waiting('ep_unknown', 5);
  await waiting('ep_refused', 2);
  await waiting('ep_paused', 3, true);
}
