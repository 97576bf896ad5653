import { Pool } from 'undici';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

/** The two take turns, so that a slower moment of the machine is slower for both. */
const ROUNDS = 6;
const DOCUMENTS = 600;
const CONCURRENCY = 32;
const PEER = 'bench/server/bare-server.ts';

/** Documents per second by HTTP, of the server and of a bare Fastify that runs the same statements: the medians of several rounds. */
export async function benchIngest(bench: BenchDatabase): Promise<{ served: number; bare: number }> {
  const served: number[] = [];
  const bare: number[] = [];
  // The embedded database has one process at a time.
  for (let round = 0; round < ROUNDS; round++) {
    served.push(await rate(SERVER, bench.env, `http-${round}`, () => '/v1/transactions'));
    const run = `bare-${round}`;
    const env = { ...bench.env, PEER_RUN: run, PEER_DOCUMENTS: String(DOCUMENTS) };
    bare.push(await rate(PEER, env, run, (i) => `/${i}`));
  }
  return { served: median(served), bare: median(bare) };
}

/** Starts a server, warms it up by a third of the documents, and measures the others. */
async function rate(
  script: string,
  env: Readonly<Record<string, string>>,
  run: string,
  path: (i: number) => string,
): Promise<number> {
  const server = await startPeer(script, env);
  const pool = new Pool(server.url, { connections: CONCURRENCY });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const post = async (i: number) => {
    const answer = await pool.request({ path: path(i), method: 'POST', headers, body: document(run, i) });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a POST was answered with ${answer.statusCode}`);
  };
  const warm = DOCUMENTS / 3;
  await timeAll(warm, CONCURRENCY, post);
  const seconds = await timeAll(DOCUMENTS - warm, CONCURRENCY, (i) => post(warm + i));
  await pool.close();
  await server.stop();
  return (DOCUMENTS - warm) / seconds;
}
