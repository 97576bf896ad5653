import type { Database } from '../../examples/reference-server/src/database/database.js';
import { readCandidates } from '../../examples/reference-server/src/delivery/candidates.js';
import { makeDueReady } from '../../examples/reference-server/src/delivery/make-ready.js';
import type { EndpointCapacity } from '../../examples/reference-server/src/delivery/slots.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { timeOne } from './load.js';

const POLLS = 200;
const BACKLOG = 200_000;
const WAITING = 5_000;

/** The median milliseconds of a poll for due deliveries that finds none. */
export interface PollFigures {
  /** With 5,000 deliveries, each of another endpoint, that wait for a retry. */
  readonly waiting: number;
  /** With 200,000 due of one endpoint that is full. */
  readonly full: number;
  /** With 200,000 held for an endpoint that is paused. */
  readonly held: number;
}

export async function benchPoll(bench: BenchDatabase): Promise<PollFigures> {
  const database = await bench.open();
  for (const table of ['attempts', 'deliveries', 'events']) await database.query(`DELETE FROM ${table}`);
  await database.query(
    `INSERT INTO endpoints (id, app_id, url, secret, events)
     SELECT 'poll_' || i, 'app_demo', 'https://example.com/', 's', '{}' FROM generate_series(1, ${WAITING}) i`,
  );
  for (let from = 1; from < BACKLOG; from += 20_000) {
    await database.query(
      `INSERT INTO events (business_id, id, type, created_at, body)
       SELECT 'biz_demo_se', 'poll_' || i, 'transaction.created', now(), '{}'
       FROM generate_series($1::integer, $1::integer + 19999) i`,
      [from],
    );
  }
  const store = async (count: number, endpoint: string, state: string, ready: boolean, due: string) => {
    await database.query('DELETE FROM deliveries');
    await database.query('VACUUM ANALYZE deliveries');
    for (let from = 1; from < count; from += 5_000) {
      await database.query(
        `INSERT INTO deliveries (business_id, event_id, endpoint_id, state, ready, due_at)
         SELECT 'biz_demo_se', 'poll_' || i, ${endpoint}, $2, $3::boolean, ${due}
         FROM generate_series($1::integer, $1::integer + 4999) i`,
        [from, state, ready],
      );
    }
  };
  await store(WAITING, `'poll_' || i`, 'pending', false, `now() + interval '1 hour'`);
  const waiting = await poll(database);
  await store(BACKLOG, `'poll_1'`, 'pending', true, 'now()');
  const full = await poll(database, [{ endpointId: 'poll_1', capacity: 0, underWay: 128, slow: false }]);
  await database.query(`UPDATE endpoints SET enabled = false, hold = true WHERE id = 'poll_1'`);
  await store(BACKLOG, `'poll_1'`, 'held', false, 'now()');
  const held = await poll(database);
  await database.close();
  return { waiting, full, held };
}

async function poll(database: Database, known: readonly EndpointCapacity[] = []): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < POLLS; i++) {
    times.push(
      await timeOne(async () => {
        await makeDueReady(database.delivery);
        const found = await readCandidates(database.delivery, { total: 512, unknown: 2, known });
        if (found.length > 0) throw new Error('a poll found what it should not');
      }),
    );
  }
  return median(times);
}
