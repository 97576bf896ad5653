import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Transaction } from 'receipt-rule-packs';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, fixtures } from './documents.js';
import { SERVER, startPeer } from './load.js';

/** Alone and beside each noise take turns, so that a slow moment of the machine slows all of them. */
const ROUNDS = 3;
const WRITES = 100;
const WARM_UP_MS = 2_000;
const PAUSE_MS = 5;

const NOISES = ['alone', 'writers', 'refusals'] as const;
const QUIET_TOKEN = 'svc_bench_quiet';

/** Milliseconds of a write of one tenant while another one is noisy: the 99th percentile, the median of the rounds. */
export type NeighbourFigures = Readonly<Record<(typeof NOISES)[number], number>>;

export async function benchNeighbours(bench: BenchDatabase): Promise<NeighbourFigures> {
  const database = await bench.open();
  const { businesses = [], apps = [], authorizations = [] } = fixtures();
  await loadFixtures(
    database,
    {
      businesses: [...businesses, { id: 'biz_quiet', ownerId: 'own_quiet', name: 'Grannen', country: 'SE' }],
      apps: [...apps, { id: 'app_quiet', name: 'Quiet POS', partner: true }],
      authorizations: [
        ...authorizations,
        {
          id: 'auth_quiet',
          appId: 'app_quiet',
          businessId: 'biz_quiet',
          scopes: ['transactions.write'],
          token: QUIET_TOKEN,
        },
      ],
    },
    { offered: [] },
  );
  await database.query('UPDATE endpoints SET enabled = false');
  await database.close();

  const server = await startPeer(SERVER, bench.env);
  const times: Record<(typeof NOISES)[number], number[]> = { alone: [], writers: [], refusals: [] };
  await quietWrites(server.url, 'warm-up');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const noise of NOISES) {
      const noisy =
        noise === 'alone' ? undefined : await startPeer('bench/server/noise.ts', { TARGET: server.url, NOISE: noise });
      await sleep(WARM_UP_MS);
      times[noise].push(await quietWrites(server.url, `quiet-${noise}-${round}`));
      await noisy?.stop();
    }
  }
  await server.stop();
  return { alone: median(times.alone), writers: median(times.writers), refusals: median(times.refusals) };
}

/** The 99th percentile of writes that follow each other. */
async function quietWrites(url: string, run: string): Promise<number> {
  const pool = new Pool(url, { connections: 1 });
  const headers = { authorization: `Bearer ${QUIET_TOKEN}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let i = 0; i < WRITES; i += 1) {
    const receipt = JSON.parse(document(run, i)) as Transaction;
    const body = JSON.stringify({ ...receipt, vendor: { id: 'biz_quiet' } });
    const at = performance.now();
    const answer = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a POST was answered with ${answer.statusCode}`);
    times.push(performance.now() - at);
    await sleep(PAUSE_MS);
  }
  await pool.close();
  return times.sort((a, b) => a - b)[Math.floor(0.99 * (WRITES - 1))]!;
}
