import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { HOSTILE, openHostile, type HostileConnections } from '../support/hostile.js';
import { startProcess, type ServerProcess } from '../support/processes.js';

const CONNECTIONS = 1_000;
const HEAP_MB = 256;
/** Longer than the time limit for a request, which ends slow senders. */
const SECONDS = 18;

let server: ServerProcess | undefined;
let hostile: HostileConnections | undefined;
afterEach(async () => {
  hostile?.end();
  await server?.end('SIGKILL');
});

/** Sends a request that must get the given status. Returns its duration in milliseconds. */
async function timed(status: number, send: () => Promise<{ readonly status: number }>): Promise<number> {
  const at = performance.now();
  expect((await send()).status).toBe(status);
  return Math.round(performance.now() - at);
}

onDatabases(['embedded', 'postgres'], (database) => {
  it(`a process with a ${HEAP_MB} MB heap keeps responding and writing despite ${CONNECTIONS} hostile connections`, async () => {
    server = await startProcess({ ...database.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }, fixtures());
    const { url, output } = server;
    // Half of the connections of each kind use a valid credential; the others each use a different made-up credential.
    const token = (i: number) => (Math.floor(i / HOSTILE.length) % 2 === 0 ? TOKENS.writer : `svc_made_up_${i}`);
    const quiet = client(url, TOKENS.writerOfBiz2);
    const write = () => quiet.post({ ...receipt(), vendor: { id: 'biz_2' } });
    // Because half of them guess credentials from this address, only credentials accepted before get their own share.
    await timed(201, write);
    hostile = await openHostile(url, CONNECTIONS, token);
    const health: number[] = [];
    const writes: number[] = [];
    for (let i = 0; i < SECONDS; i += 1) {
      health.push(await timed(200, () => quiet.call('GET', '/healthz')));
      writes.push(await timed(201, write));
      await sleep(1_000);
    }
    const figures = { health: Math.max(...health), write: Math.max(...writes), open: hostile.open() };
    console.log(database.name, 'the slowest responses in ms, and the remaining connections:', JSON.stringify(figures));
    // The server has responded to slow and silent clients, and closed their connections.
    const opened = hostile;
    await expect.poll(() => opened.open()).toMatchObject({ slowHeaders: 0, slowBodies: 0, silent: 0 });
    expect(opened.open().unread).toBeLessThanOrEqual(CONNECTIONS / HOSTILE.length);
    expect(output()).not.toContain('internal_error');
  });
});
