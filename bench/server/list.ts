import { Pool } from 'undici';
import { createAuthenticate } from '../../examples/reference-server/src/credentials/authenticate.js';
import { firstId } from '../../examples/reference-server/src/database/partitions.js';
import { listTransactions } from '../../examples/reference-server/src/transactions/list.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll, timeOne } from './load.js';

const DEPTH = 100_000;
const PAGES = 1500;
const CONCURRENCY = 16;
const ROUNDS = 200;

/**
 * Pages per second, over HTTP and for the statements alone; median milliseconds for the first page and for a deep page.
 */
export interface ListFigures {
  readonly served: number;
  readonly straight: number;
  readonly first: number;
  readonly deep: number;
}

export async function benchList(bench: BenchDatabase): Promise<ListFigures> {
  const database = await bench.open();
  await database.query(
    `INSERT INTO transactions (business_id, id, instant_us, body)
     SELECT 'biz_demo_se', $2 || lpad(i::text, 22, '0'), 1700000000000000 + i * 1000000::bigint, $1
     FROM generate_series(1, ${DEPTH + 1000}) AS i`,
    [document('list', 0), firstId('txn', Date.now())],
  );
  await database.query('ANALYZE transactions');
  const authenticate = createAuthenticate(database);
  const straight = await timeAll(PAGES, CONCURRENCY, async () => {
    await authenticate(TOKEN);
    await listTransactions(database, 'biz_demo_se', { limit: 25 });
  });
  // The documents that were ingested earlier are the newest in the list, because they have later dates.
  const [deep] = await database.query<{ id: string }>(
    `SELECT id FROM transactions WHERE business_id = 'biz_demo_se'
     ORDER BY instant_us DESC, id DESC OFFSET ${DEPTH - 1} LIMIT 1`,
  );
  await database.close();

  const server = await startPeer(SERVER, bench.env);
  const pool = new Pool(server.url, { connections: CONCURRENCY });
  const get = async (query: string) => {
    const answer = await pool.request({
      path: `/v1/transactions${query}`,
      method: 'GET',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`a GET returned ${answer.statusCode}`);
  };
  const served = await timeAll(PAGES, CONCURRENCY, () => get(''));
  const atFirst: number[] = [];
  const atDepth: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    atFirst.push(await timeOne(() => get('')));
    atDepth.push(await timeOne(() => get(`?startAfter=${deep!.id}`)));
  }
  await pool.close();
  await server.stop();
  return { served: PAGES / served, straight: PAGES / straight, first: median(atFirst), deep: median(atDepth) };
}
