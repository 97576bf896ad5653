import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import type { BenchDatabase } from './databases.js';
import { document, fixtures, TOKEN } from './documents.js';
import { SERVER, startPeer } from './load.js';

const WRITERS = 64;
const WARM_UP_MS = 3_000;
const MEASURED_MS = 10_000;

/** Deliveries to one endpoint that responds immediately, under constant load from writing clients. */
export interface UnderLoad {
  /** Documents per second. */
  readonly written: number;
  /** Deliveries per document written in the same time. */
  readonly share: number;
  /** Milliseconds from the event to its delivery: the 99th percentile. */
  readonly lag: number;
}

export async function benchUnderLoad(bench: BenchDatabase): Promise<UnderLoad> {
  const receiver = await startPeer('bench/server/receiver.mjs');
  const database = await bench.open();
  const endpoint = { id: 'ep_load', appId: 'app_demo', url: `${receiver.url}/load`, secret: 'whsec_load' };
  await loadFixtures(database, fixtures([{ ...endpoint, events: ['transaction.created'] }]), {
    offered: ['transaction.created'],
  });
  // Disables the endpoints used for other figures.
  await database.query(`UPDATE endpoints SET enabled = id = 'ep_load'`);
  await database.close();

  const server = await startPeer(SERVER, { ...bench.env, CREDENTIAL_UNDER_WAY: String(WRITERS) });
  const pool = new Pool(server.url, { connections: WRITERS });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  let stopped = false;
  let next = 0;
  let written = 0;
  const write = async () => {
    while (!stopped) {
      const body = document('load', next++);
      const answer = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 201) throw new Error(`a POST returned ${answer.statusCode}`);
      written += 1;
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  await sleep(WARM_UP_MS);
  await fetch(`${receiver.url}/reset`);
  const before = written;
  await sleep(MEASURED_MS);
  const lags = ((await (await fetch(receiver.url)).json()) as number[]).sort((a, b) => a - b);
  const count = written - before;
  stopped = true;
  await writers;
  await pool.close();
  await server.stop();
  await receiver.stop();
  return {
    written: count / (MEASURED_MS / 1000),
    share: lags.length / count,
    lag: lags[Math.floor(0.99 * (lags.length - 1))]!,
  };
}
