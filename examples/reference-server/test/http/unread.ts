import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { testDatabase, type TestDatabase } from '../support/databases.js';
import { ID_START } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { request } from '../support/raw.js';

const MIB = 1_048_576;
const CONNECTIONS = 20;
const AUTHORIZATION = `Bearer ${TOKENS.writer}`;

/** Declares the tests with unread responses on one database, with a server that has little memory. */
export function declareUnread(name: TestDatabase['name']): void {
  const database = testDatabase(name);
  const sockets: Socket[] = [];
  let server: ServerProcess;

  beforeAll(async () => {
    await database.create();
    const open = await database.open();
    await migrate(open);
    // The ellipsis makes V8 store the text with two bytes per character, the most memory that a document can take.
    await open.query(
      `INSERT INTO transactions (business_id, id, instant_us, body)
       SELECT 'biz_1', $1 || i, i, '{"name":"…' || repeat(md5(i::text), ${MIB / 32}) || '"}'
       FROM generate_series(1, 60) AS i`,
      [ID_START],
    );
    await open.close();
    server = await startProcess({ ...database.env, NODE_OPTIONS: '--max-old-space-size=128' }, fixtures());
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.end('SIGKILL');
    await database.dispose();
  });

  it('the server needs at most 128 MB while each of 20 connections requests 200 pages of large documents and reads none', async () => {
    const { port, hostname } = new URL(server.url);
    const pages = request('GET /v1/transactions?limit=50', [`Authorization: ${AUTHORIZATION}`]).repeat(200);
    const begun: Promise<unknown>[] = [];
    for (let i = 0; i < CONNECTIONS; i += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      sockets.push(socket);
      // The first bytes show that the server has built the first page. The test does not read any further.
      begun.push(new Promise((resolve) => socket.once('data', () => resolve(socket.pause()))));
      socket.write(pages);
    }
    await Promise.all(begun);
    const health = () => fetch(`${server.url}/healthz`);
    expect((await health()).status).toBe(200);
    const page = await fetch(`${server.url}/v1/transactions?limit=1`, { headers: { Authorization: AUTHORIZATION } });
    expect([page.status, (await page.text()).length > MIB]).toEqual([200, true]);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual(sockets.map(() => false));
  });
}
