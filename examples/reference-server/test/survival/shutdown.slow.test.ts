import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { eachDatabase, testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { ServerEnded, startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { received, withEndpoints } from './support.js';

eachDatabase((database) => {
  let receiver: Receiver;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    receiver = await startReceiver(() => sleep(1_000, 200));
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    servers = [];
  });
  afterAll(async () => {
    await receiver.close();
  });

  async function start(): Promise<ServerProcess> {
    const server = await startProcess(database.env, withEndpoints(receiver, ['/one']));
    servers.push(server);
    return server;
  }

  it('SIGTERM finishes attempts, closes stalled connections and exits with 0, and the next process continues immediately', async () => {
    const server = await start();
    const { json } = await client(server.url, TOKENS.writer).post(receipt());
    const { id } = json as { id: string };
    await receiver.until(1);
    const { closed } = await halfRequest(server.url);
    // Past its time limit for closing, the process would exit with 1.
    expect(await server.end('SIGTERM')).toBe(0);
    await closed;

    // The attempt in progress was recorded, so the next process makes only the new delivery.
    const next = await start();
    const later = await client(next.url, TOKENS.writer).post(receipt());
    expect(later.status).toBe(201);
    await receiver.until(2);
    expect(await next.end('SIGTERM')).toBe(0);
    expect(received(receiver, '/one').get(id)).toBe(1);
    const opened = await database.open();
    const attempts = await opened.query(
      `SELECT a.attempt, a.status, d.state FROM attempts a JOIN deliveries d USING (business_id, event_id, endpoint_id)`,
    );
    const delivered = { attempt: 1, status: 200, state: 'delivered' };
    expect(attempts).toEqual([delivered, delivered]);
  });
});

describe('an embedded database', () => {
  const database = testDatabase('embedded');
  let first: ServerProcess;
  beforeAll(async () => {
    await database.create();
    first = await startProcess(database.env);
  });
  afterAll(async () => {
    await first.end('SIGKILL');
    await database.dispose();
  });

  it('cannot be opened by a second process, which exits with an error that names the directory', async () => {
    const error = await startProcess(database.env).then(
      async (second) => second.end('SIGKILL'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ServerEnded);
    const { code, output } = error as ServerEnded;
    expect(code).toBeGreaterThan(0);
    expect(output).toContain(database.env.DATA_DIR);
    expect(await client(first.url, '').call('GET', '/readyz')).toMatchObject({ status: 200 });
  });
});

/** Sends a request with an incomplete body. `closed` resolves when the server closes the connection. */
async function halfRequest(url: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = ['POST /v1/transactions HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 9'];
  await new Promise((resolve) =>
    socket.write(`${[...head, `Authorization: Bearer ${TOKENS.writer}`].join('\r\n')}\r\n\r\n{`, resolve),
  );
  await sleep(100);
  return { closed };
}
