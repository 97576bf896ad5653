import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { fixtures, QUIET_TOKEN, quietDocument, quietTenant } from './documents.js';
import { SERVER, startPeer } from './load.js';

/**
 * The runs without noise and with each kind of noise take turns, so that a temporary slowdown of the machine affects
 * all of them.
 */
const ROUNDS = 3;
const WRITES = 100;
const WARM_UP_MS = 2_000;
const PAUSE_MS = 5;

const NOISES = ['alone', 'writers', 'unknown', 'refusals'] as const;

/**
 * Milliseconds per write by one tenant while another one is noisy: the 99th percentile of each round, and the median of
 * the rounds.
 */
export type NeighbourFigures = Readonly<Record<(typeof NOISES)[number], number>>;

export async function benchNeighbours(bench: BenchDatabase): Promise<NeighbourFigures> {
  const database = await bench.open();
  await loadFixtures(database, quietTenant(fixtures()), { offered: [] });
  await database.query('UPDATE endpoints SET enabled = false');
  await database.close();

  const server = await startPeer(SERVER, bench.env);
  const times: Record<(typeof NOISES)[number], number[]> = { alone: [], writers: [], unknown: [], refusals: [] };
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
  const [alone, writers, unknown, refusals] = NOISES.map((noise) => median(times[noise])) as [
    number,
    number,
    number,
    number,
  ];
  return { alone, writers, unknown, refusals };
}

/** The 99th percentile of consecutive writes, in milliseconds. */
async function quietWrites(url: string, run: string): Promise<number> {
  const pool = new Pool(url, { connections: 1 });
  const headers = { authorization: `Bearer ${QUIET_TOKEN}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let i = 0; i < WRITES; i += 1) {
    const body = quietDocument(run, i);
    const at = performance.now();
    const answer = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a POST returned ${answer.statusCode}`);
    times.push(performance.now() - at);
    await sleep(PAUSE_MS);
  }
  await pool.close();
  return times.sort((a, b) => a - b)[Math.floor(0.99 * (WRITES - 1))]!;
}
