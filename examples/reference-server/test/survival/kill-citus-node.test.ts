import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { openPostgres } from '../../src/database/postgres.js';
import { CITUS } from '../../src/sql/citus.js';
import { client } from '../support/client.js';
import { SHARDS } from '../support/citus.js';
import { startCluster, type CitusCluster } from '../support/citus-cluster.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { seededRandom } from '../support/random.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import {
  drained,
  halfStored,
  storedDocuments,
  missing,
  until,
  withEndpoints,
  writeUntil,
  type Acknowledged,
} from './support.js';

const SEED = 20_261_122;
/** The number of kills: one in `npm test`, ten in `npm run check:survival`. */
const ROUNDS = Number(process.env.NODE_KILLS ?? '1');
const CLIENTS = 8;
const PATHS = ['/one', '/two'];
const DELIVERY_DELAYS_MS = '0,1000,1000,1000,1000,1000';

const BUSINESSES = { biz_1: TOKENS.writer, biz_2: TOKENS.writerOfBiz2, biz_many: TOKENS.writerOfMany } as const;

/**
 * Writes documents of several businesses at once while a node is down. Returns the statuses for each node: `201` or
 * `503`.
 */
async function statusesByNode(url: string, nodeOf: (businessId: string) => Promise<number>): Promise<string[]> {
  const entries = Object.entries(BUSINESSES);
  const nodes = await Promise.all(entries.map(([id]) => nodeOf(id)));
  const all = Array.from({ length: 8 }).flatMap(() =>
    entries.map(async ([id, token], i) => {
      const vendor = id === 'biz_many' ? { id, locationName: 'Storgatan' } : { id };
      const { status } = await client(url, token).post(receipt({ vendor }));
      return { node: nodes[i]!, status };
    }),
  );
  const answers = await Promise.all(all);
  return [...new Set(nodes)].map((at) => {
    const statuses = answers.filter(({ node }) => node === at).map(({ status }) => status);
    return [...new Set(statuses)].join();
  });
}

describe.skipIf(!inject('citusCluster'))('kill -9 of a worker node on citus', () => {
  const random = seededRandom(SEED);
  let cluster: CitusCluster;
  let receiver: Receiver;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    cluster = await startCluster();
    receiver = await startReceiver(() => sleep(random() * 60, 200));
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await receiver.close();
    await cluster.dispose();
  });

  it(`loses nothing in ${ROUNDS} rounds (seed ${SEED})`, { timeout: ROUNDS * HUNG_MS }, async () => {
    const acknowledged: Acknowledged = new Map();
    const env = { DATABASE_URL: cluster.url, SHARDS: String(SHARDS), DELIVERY_DELAYS_MS };
    const { url, end } = (server = await startProcess(env, withEndpoints(receiver, PATHS)));
    const statuses = new Map<number | undefined, number>();
    /** The statuses that businesses on any node got while one node was down. */
    const seen = new Set<string>();
    const places = openPostgres(cluster.url);
    const nodeOf = CITUS.nodeOf(places);
    let stopped = false;
    const writers = Array.from({ length: CLIENTS }, (_, i) =>
      writeUntil(
        () => stopped,
        () => url,
        acknowledged,
        {
          retries: i % 2 === 0,
          between: (answer) => {
            statuses.set(answer?.status, (statuses.get(answer?.status) ?? 0) + 1);
            return sleep(random() * 20);
          },
        },
      ),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const enough = acknowledged.size + 20 + random() * 30;
      await until(() => acknowledged.size > enough);
      const node = `w${1 + (round % 2)}`;
      await cluster.kill(node);
      for (const status of await statusesByNode(url, nodeOf)) seen.add(status);
      await cluster.start(node);
    }
    const enough = acknowledged.size + 20;
    await until(() => acknowledged.size > enough);
    stopped = true;
    await Promise.all(writers);

    await drained(url);
    expect(missing(receiver, PATHS, acknowledged)).toBe(0);
    expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status!))).toEqual([]);
    // The server rejected documents on the unavailable node, but stored documents sent at the same time for other
    // nodes.
    expect([...seen].sort()).toEqual(['201', '503']);
    expect(await end('SIGTERM')).toBe(0);

    await places.close();
    const database = openPostgres(cluster.url, { sql: CITUS });
    try {
      const stored = await storedDocuments(database);
      expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
      expect(await halfStored(database, PATHS.length)).toBe(0);
      // The figures for docs/internals/proof.md.
      if (ROUNDS > 1)
        console.log(JSON.stringify({ acknowledged: acknowledged.size, stored: stored.size, statuses: [...statuses] }));
    } finally {
      await database.close();
    }
  });
});
