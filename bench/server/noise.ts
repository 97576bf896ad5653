/**
 * A tenant that loads the server as much as it can, in a separate process: `NOISE=writers`, `unknown` (writes to an
 * unknown path) or `refusals`, against the server at TARGET.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { FAULTY } from '../../examples/reference-server/test/support/hostile.js';
import { document, TOKEN } from './documents.js';

const { TARGET = '', NOISE = '' } = process.env;
const CONNECTIONS = 400;
const REFUSALS_IN_A_SECOND = 5;

const pool = new Pool(TARGET, { connections: CONNECTIONS });
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const run = `noise-${process.pid}`;
let next = 0;

async function post(body: string, path = '/v1/transactions'): Promise<void> {
  const answer = await pool.request({ path, method: 'POST', headers, body });
  await answer.body.dump();
}

process.on('SIGTERM', () => process.exit(0));
console.log(`${NOISE} on ${TARGET}`);
if (NOISE !== 'refusals') {
  const path = NOISE === 'unknown' ? '/v1/nothing' : undefined;
  for (let i = 0; i < CONNECTIONS; i += 1) {
    void (async () => {
      for (;;) await post(document(run, next++), path);
    })();
  }
} else {
  for (;;) {
    post(FAULTY).catch(() => undefined);
    await sleep(1_000 / REFUSALS_IN_A_SECOND);
  }
}
