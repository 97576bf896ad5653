import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { onDatabases, testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { startProcess, startUnderShell, type ServerProcess } from '../support/processes.js';

const WRITERS = 16;
/** The number of responses before the signal. */
const BEFORE = 100;

let server: ServerProcess | undefined;
afterEach(() => server?.end('SIGKILL'));

/** The number of requests by outcome: a status, or an error code. */
type Outcomes = Record<string, number>;

/**
 * Sends writes as fast as responses arrive, on persistent connections, until the server no longer accepts connections.
 */
async function write(pool: Pool, outcomes: Outcomes, onAnswer: () => void): Promise<void> {
  const headers = { authorization: `Bearer ${TOKENS.writer}`, 'content-type': 'application/json' };
  for (;;) {
    const request = { path: '/v1/transactions', method: 'POST', headers, body: JSON.stringify(receipt()) } as const;
    const outcome = await pool.request(request).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return `${statusCode}`;
      },
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );
    if (outcome === 'ECONNREFUSED') return;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    onAnswer();
  }
}

/** Starts the writers, sends SIGTERM, and then calls `during`. */
async function underSignal(running: ServerProcess, during: () => Promise<void>) {
  const pool = new Pool(running.url, { connections: WRITERS });
  const outcomes: Outcomes = {};
  let answers = 0;
  let ready: () => void;
  const begun = new Promise<void>((resolve) => (ready = resolve));
  const writers = Array.from({ length: WRITERS }, () => write(pool, outcomes, () => ++answers === BEFORE && ready()));
  await begun;
  const exited = running.end('SIGTERM');
  await during();
  await Promise.all(writers);
  await pool.destroy();
  return { outcomes, code: await exited };
}

onDatabases(['embedded', 'postgres'], (database) => {
  it('after SIGTERM, the server refuses no request, resets no connection, and exits with 0', async () => {
    server = await startProcess(database.env, fixtures());
    const { outcomes, code } = await underSignal(server, async () => undefined);
    expect([Object.keys(outcomes), code]).toEqual([['201'], 0]);
    expect(outcomes['201']).toBeGreaterThanOrEqual(BEFORE);
  });

  it('after SIGTERM, /readyz returns 503 immediately, but other requests are served for SHUTDOWN_DELAY_MS', async () => {
    server = await startProcess({ ...database.env, SHUTDOWN_DELAY_MS: '1500' }, fixtures());
    const api = client(server.url, TOKENS.writer);
    expect((await api.call('GET', '/readyz')).status).toBe(200);
    const statuses: number[] = [];
    const { outcomes, code } = await underSignal(server, async () => {
      await expect.poll(async () => (await api.call('GET', '/readyz')).status).toBe(503);
      // Uses separate connections, like other clients.
      statuses.push((await api.list('?limit=1')).status, (await api.call('GET', '/healthz')).status);
    });
    expect([Object.keys(outcomes), code, statuses]).toEqual([['201'], 0, [200, 200]]);
  });

  it('a second signal ends the process immediately', async () => {
    server = await startProcess({ ...database.env, SHUTDOWN_DELAY_MS: '60000' }, fixtures());
    const first = server.end('SIGTERM');
    await expect.poll(async () => (await client(server!.url, '').call('GET', '/readyz')).status).toBe(503);
    expect(await Promise.all([first, server.end('SIGTERM')])).toEqual([1, 1]);
  });
});

it('a signal through npm, which forwards the signal and then exits, counts as one signal', async () => {
  const database = testDatabase('embedded');
  await database.create();
  const env = { ...database.env, SHUTDOWN_DELAY_MS: '60000', npm_lifecycle_event: 'server' };
  const { url, end, exited, stop } = await startUnderShell(env, fixtures());
  try {
    const api = client(url, '');
    void end('SIGTERM');
    await expect.poll(async () => (await api.call('GET', '/readyz')).status).toBe(503);
    // Longer than the server takes to notice that its parent has exited.
    await sleep(1_000);
    expect((await api.call('GET', '/healthz')).status).toBe(200);
  } finally {
    stop();
    await exited;
    await database.dispose();
  }
});
