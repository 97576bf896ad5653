import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { startWorker } from '../../src/delivery/worker.js';
import { createMetrics } from '../../src/metrics.js';
import { onDatabases } from '../support/databases.js';
import { deliveriesOf, DELIVERED, emitOne, FAILED, openOutbox } from '../support/outbox.js';
import { seededRandom } from '../support/random.js';

/** The duration of the test: a few seconds in `npm test`, a minute in `npm run check:survival`. */
const SECONDS = Number(process.env.WORKERS_SECONDS ?? '3');
const ENDPOINTS = ['ep_a', 'ep_b', 'ep_c'];
/** Responds with 500 to the first attempt for each event, and therefore gets each event twice. */
const FAILS_FIRST = 'ep_c';

onDatabases(['postgres', 'citus'], (database) => {
  let databases: Database[];

  beforeAll(async () => {
    databases = [
      await openOutbox(
        database,
        ENDPOINTS.map((id) => ({ id, url: `http://127.0.0.1:9/${id}` })),
      ),
      await database.open(),
    ];
  });

  it(
    `two concurrent workers send each delivery under a lease once, without a deadlock, for ${SECONDS} s`,
    { timeout: (SECONDS + 60) * 1_000 },
    async () => {
      const random = seededRandom(20_261_122);
      const logged: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
      const sends = new Map<string, number>();
      const workers = databases.map((db) =>
        startWorker({
          database: db.delivery,
          metrics: createMetrics(db),
          log,
          delaysMs: [0, 50, 50, 50, 50, 50],
          endpointSlots: 128,
          sender: {
            close: () => undefined,
            send: async ({ url, body }) => {
              const key = `${url.slice(-4)} ${String(body)}`;
              const earlier = sends.get(key) ?? 0;
              sends.set(key, earlier + 1);
              await sleep(random() * 20);
              return url.endsWith(FAILS_FIRST) && earlier === 0 ? FAILED : DELIVERED;
            },
          },
        }),
      );
      const ids: string[] = [];
      const end = performance.now() + SECONDS * 1_000;
      const write = async (db: Database) => {
        while (performance.now() < end) ids.push(await emitOne(db));
      };
      await Promise.all([...databases, ...databases].map(write));
      const [db] = databases as [Database];
      const open = async () =>
        (await db.query<{ n: number }>(`SELECT count(*)::integer AS n FROM deliveries WHERE state <> 'delivered'`))[0]!
          .n;
      await expect.poll(open, { interval: 100 }).toBe(0);
      await Promise.all(workers.map((worker) => worker.stop()));

      expect(ids.length).toBeGreaterThan(10);
      const expected = new Map(ENDPOINTS.map((id) => [id, id === FAILS_FIRST ? 2 : 1]));
      const wrong = [...sends].filter(([key, count]) => count !== expected.get(key.slice(0, 4)));
      expect(wrong).toEqual([]);
      expect(sends.size).toBe(ids.length * ENDPOINTS.length);
      expect(await deliveriesOf(db, ids[0]!)).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 2 }]);
      expect(logged).toEqual([]);
      const [{ deadlocks }] = (await db.query(
        'SELECT deadlocks::integer AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
      )) as [{ deadlocks: number }];
      expect(deadlocks).toBe(0);
    },
  );
});
