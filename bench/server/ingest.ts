import { Pool } from 'undici';
import { median } from '../measure.mjs';
import type { BenchDatabase } from './databases.js';
import { document, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

/** The two servers take turns, so that a temporary slowdown of the machine affects both. */
const ROUNDS = 4;
/**
 * A third of the documents warm up the server. With 600 documents, the engine was still compiling during the
 * measurement: the ratio was 0.67 instead of 0.71.
 */
const DOCUMENTS = 6000;
const CONCURRENCY = 32;
const PEER = 'bench/server/bare-server.ts';

/**
 * Documents per second over HTTP, for the server and for a bare Fastify with the same statements: medians of several
 * rounds.
 */
export async function benchIngest(bench: BenchDatabase): Promise<{ served: number; bare: number }> {
  const served: number[] = [];
  const bare: number[] = [];
  // Only one process at a time can open the embedded database.
  for (let round = 0; round < ROUNDS; round++) {
    const posts = (run: string): Posts => ({ count: DOCUMENTS, body: (i) => document(run, i), status: 201 });
    served.push(await postRate(SERVER, bench.env, posts(`ingest-served-${round}`)));
    const run = `ingest-bare-${round}`;
    const env = { ...bench.env, PEER_RUN: run, PEER_DOCUMENTS: String(DOCUMENTS) };
    bare.push(await postRate(PEER, env, { ...posts(run), path: (i) => `/${i}` }));
  }
  return { served: median(served), bare: median(bare) };
}

/** The requests to send, and the expected status. */
export interface Posts {
  readonly count: number;
  readonly body: (i: number) => string;
  readonly status: number;
  /** Default `/v1/transactions`. */
  readonly path?: (i: number) => string;
  /** Concurrent requests; default 32. */
  readonly connections?: number;
}

/** Starts a server, warms it up with a third of the posts, and measures the rest, in posts per second. */
export async function postRate(
  script: string,
  env: Readonly<Record<string, string>>,
  { count, body, status, path = () => '/v1/transactions', connections = CONCURRENCY }: Posts,
): Promise<number> {
  const server = await startPeer(script, env);
  const pool = new Pool(server.url, { connections });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const post = async (i: number) => {
    const answer = await pool.request({ path: path(i), method: 'POST', headers, body: body(i) });
    await answer.body.dump();
    if (answer.statusCode !== status) throw new Error(`a POST returned ${answer.statusCode}`);
  };
  const warm = Math.floor(count / 3);
  await timeAll(warm, connections, post);
  const seconds = await timeAll(count - warm, connections, (i) => post(warm + i));
  await pool.close();
  await server.stop();
  return (count - warm) / seconds;
}
