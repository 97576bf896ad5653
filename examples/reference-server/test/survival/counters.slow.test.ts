import { expect, it } from 'vitest';
import type { Row } from '../../src/database/database.js';
import { client } from '../support/client.js';
import { eachUnsharded } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver } from '../support/receiver.js';
import { withEndpoints } from './support.js';

const WRITES = 30;

eachUnsharded((place) => {
  async function write(server: ServerProcess, count: number): Promise<void> {
    const api = client(server.url, TOKENS.writer);
    for (let i = 0; i < count; i += 1) expect((await api.post(receipt())).status).toBe(201);
  }

  /**
   * The counters, and the number of logged attempts. Called while no server runs, because only one process can open the
   * embedded database.
   */
  async function stored() {
    const db = await place.open();
    try {
      const [row] = await db.query<Row & { created: number; attempts: number; logged: number }>(
        `SELECT coalesce(sum(n) FILTER (WHERE what = 'write.created'), 0)::integer AS created,
           coalesce(sum(n) FILTER (WHERE what LIKE 'attempt.%'), 0)::integer AS attempts,
           (SELECT count(*)::integer FROM attempts) AS logged
         FROM counters WHERE subject = 'all'`,
      );
      return row!;
    } finally {
      await db.close();
    }
  }

  it('counters are exact after a normal exit, and a kill loses only unwritten counts, and counts nothing twice', async () => {
    const receiver = await startReceiver();
    const fixtures = withEndpoints(receiver, ['/one', '/two']);
    const start = () => startProcess(place.env, fixtures);

    let server = await start();
    await write(server, WRITES);
    await receiver.until(2 * WRITES);
    await server.end('SIGTERM');
    const { created, attempts, logged } = await stored();
    expect([created, attempts]).toEqual([WRITES, logged]);

    server = await start();
    await write(server, WRITES);
    await server.end('SIGKILL');
    const killed = await stored();
    expect(killed.created).toBeGreaterThanOrEqual(WRITES);
    expect(killed.created).toBeLessThanOrEqual(2 * WRITES);
    expect(killed.attempts).toBeLessThanOrEqual(killed.logged);

    server = await start();
    await write(server, WRITES);
    await server.end('SIGTERM');
    const last = await stored();
    expect(last.created).toBe(killed.created + WRITES);
    expect(last.attempts - killed.attempts).toBe(last.logged - killed.logged);
    await receiver.close();
  });
});
