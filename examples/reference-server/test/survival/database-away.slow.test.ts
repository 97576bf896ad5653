import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/database/postgres.js';
import { client, type Answer } from '../support/client.js';
import { TOKENS } from '../support/fixtures.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import {
  halfStored,
  storedDocuments,
  received,
  until,
  withEndpoints,
  writeUntil,
  type Acknowledged,
} from './support.js';

const AWAY_MS = 10_000;

let postgres: PostgresServer;
let receiver: Receiver;
let server: ServerProcess;

beforeAll(async () => {
  postgres = await startPostgres();
  receiver = await startReceiver(() => sleep(20, 200));
  server = await startProcess({ DATABASE_URL: postgres.url }, withEndpoints(receiver, ['/one']));
});
afterAll(async () => {
  await server.end('SIGKILL');
  await receiver.close();
  await postgres.dispose();
});

it('while the database is down for 10 s, requests get 503; then everything continues, and nothing is lost', async () => {
  const acknowledged: Acknowledged = new Map();
  const answers: { at: number; status: number | undefined }[] = [];
  let stopped = false;
  const note = (answer: Answer | undefined) => {
    answers.push({ at: Date.now(), status: answer?.status });
    return sleep(50);
  };
  const writers = [true, false].map((retries) =>
    writeUntil(
      () => stopped,
      () => server.url,
      acknowledged,
      { retries, between: note },
    ),
  );
  await until(() => acknowledged.size >= 20);

  await postgres.kill();
  const goneAt = Date.now();
  const api = client(server.url, TOKENS.writer);
  const refusals = [await api.post({}), await api.list(), await api.call('GET', '/readyz')];
  for (const { status, headers, json } of refusals) {
    expect([status, json]).toMatchObject([503, { error: { code: 'unavailable' } }]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect(await api.call('GET', '/healthz')).toMatchObject({ status: 200 });
  await sleep(AWAY_MS - (Date.now() - goneAt));
  await postgres.start();
  const backAt = Date.now();
  const size = acknowledged.size;
  await until(() => acknowledged.size >= size + 20);
  stopped = true;
  await Promise.all(writers);
  expect(await api.call('GET', '/readyz')).toMatchObject({ status: 200 });

  const statuses = (from: number, to: number) =>
    new Set(answers.filter(({ at }) => at >= from && at < to).map(({ status }) => status));
  expect([...statuses(goneAt, backAt - 100)].filter((status) => status !== 503 && !(status! <= 201))).toEqual([]);
  expect([...statuses(0, Infinity)].filter((status) => ![200, 201, 503].includes(status!))).toEqual([]);
  const recovered = answers.find(({ at, status }) => at >= backAt && status === 201)!;
  console.log('database away: ms from its start to the first write:', recovered.at - backAt);

  const missing = () => [...acknowledged.keys()].filter((id) => !received(receiver, '/one').has(id)).length;
  // If the response to a lease was lost with the connection, its deliveries are taken again when the lease ends.
  await until(() => missing() === 0, missing);
  expect(await server.end('SIGTERM')).toBe(0);
  const database = openPostgres(postgres.url);
  try {
    const stored = await storedDocuments(database);
    expect([...acknowledged].filter(([id, text]) => stored.get(id) !== text)).toEqual([]);
    expect(await halfStored(database, 1)).toBe(0);
  } finally {
    await database.close();
  }
});
