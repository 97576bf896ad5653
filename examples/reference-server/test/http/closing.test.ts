import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { createApp } from '../../src/http/app.js';
import { createMetrics } from '../../src/metrics.js';
import { request, sendRaw } from '../support/raw.js';

function application(): FastifyInstance {
  return createApp({ log: pino({ level: 'silent' }), metrics: createMetrics({} as Database) });
}

it('a request under way when closing begins is answered, and its connection closed', async () => {
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
  // It keeps its end of the connection open as long as it may.
  const answers = sendRaw(url, [request('GET /held')], { answers: 2 });
  await arrived;
  const closed = app.close();
  await sleep(50);
  release();
  const [answer] = await answers;
  expect([answer?.status, answer?.body, answer?.headers.connection]).toEqual([200, 'done', 'close']);
  await closed;
});

it('a request that comes in whole after closing began is answered with 503', async () => {
  const app = application();
  app.get('/', async () => 'served');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answers = sendRaw(url, ['GET / HTTP/1.1\r\nHost: x\r\n', 300, '\r\n']);
  await sleep(100);
  const closed = app.close();
  const [answer] = await answers;
  expect([answer?.status, answer?.headers.connection, answer?.headers['retry-after']]).toEqual([503, 'close', '2']);
  expect(JSON.parse(answer!.body)).toMatchObject({ error: { code: 'unavailable' } });
  await closed;
});
