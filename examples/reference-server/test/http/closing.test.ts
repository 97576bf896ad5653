import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { createApp, type AppContext } from '../../src/http/app.js';
import { createMetrics } from '../../src/metrics.js';
import { request, sendRaw, type RawAnswer } from '../support/raw.js';

function application(changes: Partial<AppContext> = {}): FastifyInstance {
  return createApp({ log: pino({ level: 'silent' }), metrics: createMetrics({} as Database), ...changes });
}

it('responds to a request that is in progress when closing starts, and closes its connection', async () => {
  const app = application();
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((arrive) => {
    app.get('/held', async () => {
      arrive();
      await new Promise<void>((resolve) => (release = resolve));
      return 'done';
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  // The client keeps its end of the connection open as long as possible.
  const answers = sendRaw(url, [request('GET /held')], { answers: 2 });
  await arrived;
  const closed = app.close();
  await sleep(50);
  release();
  const [answer] = await answers;
  expect([answer?.status, answer?.body, answer?.headers.connection]).toEqual([200, 'done', 'close']);
  await closed;
});

it('serves one more request on an open connection after the port has closed, and then closes the connection', async () => {
  const app = application({ lingerMs: 1_000 });
  app.get('/', async () => 'served');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const idle = sendRaw(url, [keepAlive('/'), 300, keepAlive('/')], { answers: 3 });
  const half = sendRaw(url, ['GET / HTTP/1.1\r\nHost: x\r\n', 300, '\r\n']);
  await sleep(150);
  const closed = app.close();
  await expect.poll(() => refuses(url)).toBe(true);
  const answered = (answers: RawAnswer[]) => answers.map(({ body, headers }) => [body, headers.connection]);
  expect(answered(await idle)).toEqual([
    ['served', 'keep-alive'],
    ['served', 'close'],
  ]);
  expect(answered(await half)).toEqual([['served', 'close']]);
  await closed;
});

it('closes a connection on which no further request arrives', async () => {
  const app = application();
  app.get('/', async () => 'served');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answers = sendRaw(url, [keepAlive('/')], { answers: 2 });
  await sleep(100);
  await app.close();
  expect(await answers).toHaveLength(1);
});

const keepAlive = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function refuses(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}
