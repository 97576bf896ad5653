import { Pool } from 'undici';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

/** The three take turns, so that a slower moment of the machine is slower for all. */
const ROUNDS = 6;
const DOCUMENTS = 3_000;
const CONCURRENCY = 32;

/** Refusals per second by HTTP where nothing, the issues, or the bodies too are kept: the medians of several rounds. */
export async function benchRefusals(bench: BenchDatabase): Promise<{ off: number; issues: number; full: number }> {
  const rates = { off: [] as number[], issues: [] as number[], full: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of ['off', 'issues', 'full'] as const) {
      rates[mode].push(await rate(SERVER, { ...bench.env, REFUSED_WRITES: mode }, `refused-${round}-${mode}`));
    }
  }
  return { off: median(rates.off), issues: median(rates.issues), full: median(rates.full) };
}

/** Starts a server, warms it up by a third of the documents, and measures the others. */
async function rate(script: string, env: Readonly<Record<string, string>>, run: string): Promise<number> {
  const server = await startPeer(script, env);
  const pool = new Pool(server.url, { connections: CONCURRENCY });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const post = async (i: number) => {
    const body = document(run, i).replace('"SEK"', '"EUR"');
    const answer = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 422) throw new Error(`a POST was answered with ${answer.statusCode}`);
  };
  const warm = DOCUMENTS / 3;
  await timeAll(warm, CONCURRENCY, post);
  const seconds = await timeAll(DOCUMENTS - warm, CONCURRENCY, (i) => post(warm + i));
  await pool.close();
  await server.stop();
  return (DOCUMENTS - warm) / seconds;
}
