import type { Database } from '../../examples/reference-server/src/database/database.js';
import { lease, release } from '../../examples/reference-server/src/delivery/queues.js';
import { take } from '../../examples/reference-server/src/delivery/take.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { timeOne } from './load.js';

const POLLS = 200;
const BACKLOG = 200_000;
const WAITING = 5_000;

/** The median milliseconds of a poll for due deliveries that finds none. */
export interface PollFigures {
  /** With 5,000 deliveries waiting for a retry, each to a different endpoint. */
  readonly waiting: number;
  /** With 200,000 deliveries due to one saturated endpoint. */
  readonly full: number;
  /** With 200,000 deliveries held for a paused endpoint. */
  readonly held: number;
}

export async function benchPoll(bench: BenchDatabase): Promise<PollFigures> {
  const database = await bench.open();
  for (const table of ['delivery_log', 'outbox', 'events']) await database.query(`DELETE FROM ${table}`);
  await database.query(
    `INSERT INTO endpoints (id, app_id, url, secret, events)
     SELECT 'poll_' || i, 'app_demo', 'https://example.com/', 's', '{}' FROM generate_series(1, ${WAITING}) i`,
  );
  await database.query(
    `INSERT INTO endpoint_queues (endpoint_id) SELECT 'poll_' || i FROM generate_series(1, ${WAITING}) i`,
  );
  for (let from = 1; from < BACKLOG; from += 20_000) {
    await database.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_demo_se', 'poll_' || i, 'transaction.created', now(), '{}'
       FROM generate_series($1::integer, $1::integer + 19999) i`,
      [from],
    );
  }
  const store = async (count: number, endpoint: string, state: string, due: string) => {
    await database.query('DELETE FROM outbox');
    await database.query('VACUUM ANALYZE outbox');
    for (let from = 1; from < count; from += 5_000) {
      await database.query(
        `INSERT INTO outbox (business_id, event_id, endpoint_id, held, due_at)
         SELECT 'biz_demo_se', 'poll_' || i, ${endpoint}, $2::boolean, ${due}
         FROM generate_series($1::integer, $1::integer + 4999) i`,
        [from, state === 'held'],
      );
    }
  };
  await store(WAITING, `'poll_' || i`, 'pending', `now() + interval '1 hour'`);
  const waiting = await poll(database);
  await store(BACKLOG, `'poll_1'`, 'pending', 'now()');
  const full = await poll(database, 'poll_1');
  await database.query(`UPDATE endpoints SET enabled = false, hold = true WHERE id = 'poll_1'`);
  await store(BACKLOG, `'poll_1'`, 'held', 'now()');
  const held = await poll(database);
  await database.close();
  return { waiting, full, held };
}

/** @param busy an endpoint with a leased queue and no free slot */
async function poll(database: Database, busy?: string): Promise<number> {
  const { delivery } = database;
  await database.query(
    `UPDATE endpoint_queues SET parked_at = now() - interval '1 minute', worker = NULL, slow = false,
       look_at = coalesce((SELECT min(due_at) FROM outbox d WHERE d.endpoint_id = endpoint_queues.endpoint_id
         AND NOT d.held), 'infinity')`,
  );
  const leased = busy === undefined ? [] : await lease(delivery, 'bench', 64, false);
  const wanted = leased.map((one) => ({ ...one, capacity: 0, underWay: [] }));
  const times: number[] = [];
  for (let i = 0; i < POLLS; i++) {
    times.push(
      await timeOne(async () => {
        const more = [...(await lease(delivery, 'bench', 64, true)), ...(await lease(delivery, 'bench', 64, false))];
        const found = await take(delivery, wanted, 512);
        if (more.length + found.length > 0)
          throw new Error(`a poll found ${more.length + found.length} queues and deliveries, expected none`);
      }),
    );
  }
  await release(delivery, leased);
  return median(times);
}
