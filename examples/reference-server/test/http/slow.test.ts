import { connect } from 'node:net';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { createApp } from '../../src/http/app.js';
import { createMetrics } from '../../src/metrics.js';
import { request, sendRaw, type Part } from '../support/raw.js';

describe('an unread response', () => {
  it('is dropped with its connection after the idle timeout', async () => {
    const log = pino({ level: 'silent' });
    const app = createApp({ log, metrics: createMetrics({} as never), idleTimeoutMs: 300 });
    app.get('/', async () => 'x'.repeat(64 * 1_048_576));
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const cut = new Promise<void>((resolve) => {
      app.server.once('connection', (connection) => connection.once('close', () => resolve()));
    });
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    try {
      socket.pause().write(request('GET /'));
      await cut;
      const remaining = await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
      expect(remaining).toBe(0);
    } finally {
      socket.destroy();
      await app.close();
    }
  });
});

describe('a request that arrives too slowly gets 408', () => {
  const slowly = async (parts: Part[], requestTimeoutMs = 300) => {
    const log = pino({ level: 'silent' });
    const app = createApp({ log, metrics: createMetrics({} as never), requestTimeoutMs });
    app.post('/', async () => 'whole');
    try {
      return await sendRaw(await app.listen({ host: '127.0.0.1', port: 0 }), parts);
    } finally {
      await app.close();
    }
  };
  const drip = (text: string) => [...text].flatMap<Part>((character) => [character, 50]);

  it.each<[what: string, parts: Part[]]>([
    ['no body', [request('POST /', ['Content-Length: 5'])]],
    ['a part of the body', [request('POST /', ['Content-Length: 5']), '{']],
    ['the body byte by byte', [request('POST /', ['Content-Length: 50']), ...drip('x'.repeat(50))]],
    ['chunks byte by byte', [request('POST /', ['Transfer-Encoding: chunked']), ...drip('1\r\nx\r\n'.repeat(10))]],
    ['the headers byte by byte', ['POST / HTTP/1.1\r\n', ...drip(`Host: ${'x'.repeat(50)}`)]],
    ['half a line', ['POS']],
  ])('%s', async (_, parts) => {
    const [answer] = await slowly(parts);
    expect([answer?.status, answer?.headers.connection]).toEqual([408, 'close']);
    expect(JSON.parse(answer!.body)).toMatchObject({ error: { code: 'request_timeout' } });
  });

  it('a request that arrives quickly enough is served', async () => {
    const [answer] = await slowly([request('POST /', ['Content-Length: 2']), 50, 'x', 50, 'x'], HUNG_MS);
    expect([answer?.status, answer?.body]).toEqual([200, 'whole']);
  });
});
