import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.js';
import { createLimit } from '../../src/http/limit.js';
import { createMetrics } from '../../src/metrics.js';
import { request, sendRaw } from '../support/raw.js';

describe('requests on one connection', () => {
  const LARGE = 'x'.repeat(16 * 1_048_576);
  let app: FastifyInstance;
  let url: string;
  let begun: string[];
  let most: number;
  let running: number;

  beforeEach(async () => {
    [begun, most, running] = [[], 0, 0];
    app = createApp({ log: pino({ level: 'silent' }), metrics: createMetrics({} as never) });
    app.get<{ Params: { name: string } }>('/:name', async ({ params }) => {
      begun.push(params.name);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return params.name === 'large' ? LARGE : params.name;
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  it('are served one after the other, in order', async () => {
    const keepAlive = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const answers = await sendRaw(url, [['/a', '/b', '/nothing/here', '/c'].map(keepAlive).join('')], { answers: 4 });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
    expect([begun, most]).toEqual([['a', 'b', 'c'], 1]);
  });

  it('wait until the previous response has been read, and are dropped when the connection ends', async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    const first = new Promise((resolve) => socket.once('data', () => resolve(socket.pause())));
    socket.write(['/large', '/a', '/b'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
    await first;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(begun).toEqual(['large']);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy();
    await closed;
    // A request on another connection is served, but not the two waiting requests.
    expect((await sendRaw(url, [request('GET /c')]))[0]?.body).toBe('c');
    expect(begun).toEqual(['large', 'c']);
  });

  it('end the connection if too many requests wait', async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(`GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(300));
    await closed;
    expect(begun.length).toBeLessThan(10);
  });
});

describe('a limit', () => {
  it('runs only so many tasks at once, in the order of their arrival, and continues after failures', async () => {
    const limit = createLimit(2);
    const order: number[] = [];
    let [running, most] = [0, 0];
    const work = async (i: number) => {
      order.push(i);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (i % 3 === 0) throw new Error(`${i}`);
      return i;
    };
    const ends = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => limit(() => work(i))));
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual(ends.map((_, i) => i % 3 !== 0));
    expect([order, most, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0]);
  });
});
