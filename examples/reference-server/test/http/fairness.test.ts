import { connect } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.js';
import { createCallers } from '../../src/http/callers.js';
import { createMetrics, type Metrics } from '../../src/metrics.js';
import { client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request } from '../support/raw.js';
import { holdToOpenApi, refusalOf } from './support.js';

const PATH = '/v1/transactions';

describe('requests of one credential', () => {
  let metrics: Metrics;
  let app: FastifyInstance;
  let begun: number;
  let release: () => void;

  beforeEach(() => {
    metrics = createMetrics({ query: async () => [{ pending: 0, lag: 0, overdue: 0, count: 0 }] } as never);
    app = createApp({ log: pino({ level: 'silent' }), metrics });
    begun = 0;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = async () => {
      begun += 1;
      await released;
      return {};
    };
    app.get(PATH, held);
    app.post(PATH, held);
    app.get('/quick', async () => 'quick');
    app.get('/healthz', { config: { free: true } }, async () => 'healthy');
  });
  afterEach(async () => {
    release();
    await app.close();
  });

  it('are worked on and wait as many as may be; further ones get 429, and others are served meanwhile', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const of = (token: string) => client(url, token);
    const held = Array.from({ length: 24 + 232 }, async () => (await of('svc_a').list()).status);
    await expect.poll(() => begun).toBe(24);
    // All of them have arrived: only then is the next one too many.
    await expect.poll(async () => (await of('svc_a').list()).status).toBe(429);
    for (const [method, answer] of [
      ['GET', await of('svc_a').list()],
      ['POST', await of('svc_a').post({})],
      ['HEAD', await of('svc_a').call('HEAD', PATH, { headers: { Authorization: 'Bearer svc_a' } })],
    ] as const) {
      expect(holdToOpenApi(method, PATH, answer).status).toBe(429);
      if (method !== 'HEAD') expect(refusalOf(answer)).toEqual([429, 'rate_limited']);
      expect(answer.headers.get('Retry-After')).toBe('1');
    }
    const other = of('svc_b');
    expect([begun, (await other.call('GET', '/quick')).status, (await other.call('GET', '/healthz')).status]).toEqual([
      24, 200, 200,
    ]);
    release();
    expect((await Promise.all(held)).filter((status) => status !== 200)).toEqual([]);
    const { text } = await metrics.render();
    const count = (result: string) =>
      Number(new RegExp(`admission_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1]);
    expect([count('waited'), count('limited') >= 4]).toEqual([232, true]);
  });

  it('leave the queue with their client, and are not worked on', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { hostname, port } = new URL(url);
    const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    const connected = async (count: number) => expect.poll(open).toBe(count);
    const held = Array.from({ length: 24 }, () => client(url, 'svc_a').list());
    await expect.poll(() => begun).toBe(24);
    const waiting = Array.from({ length: 10 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(request(`GET ${PATH}`, ['Authorization: Bearer svc_a']));
      return socket;
    });
    await connected(34);
    for (const socket of waiting) socket.destroy();
    await connected(24);
    release();
    await Promise.all(held);
    expect(begun).toBe(24);
  });
});

eachDatabase((database) => {
  const server = serverFor(database, fixtures);

  it('200 writes of one credential at once are all answered', async () => {
    const api = client(server.url, TOKENS.writer);
    const answers = await Promise.all(Array.from({ length: 200 }, () => api.post(receipt())));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });
});

describe('who is charged', () => {
  const from = (ip: string, authorization?: string) => ({ ip, headers: { authorization } }) as FastifyRequest;
  const made = (i: number) => from('10.0.0.1', `Bearer svc_made_up_${i}`);

  it('is the credential, else the address', () => {
    const callers = createCallers();
    const own = callers.of(from('10.0.0.1', 'Bearer svc_a'));
    expect(own).not.toContain('svc_a');
    expect(callers.of(from('10.0.0.2', 'bearer  svc_a'))).toBe(own);
    expect(callers.of(from('10.0.0.1', 'Bearer svck_a'))).not.toBe(own);
    for (const header of [undefined, '', 'Bearer', 'Bearer other', 'Basic svc_a']) {
      expect(callers.of(from('10.0.0.1', header))).toBe('10.0.0.1');
    }
  });

  it('is an address that guesses, for whatever has not been accepted before', () => {
    const callers = createCallers();
    callers.accepted(made(0));
    const own = callers.of(made(0));
    for (let i = 1; i <= 20; i += 1) callers.rejected(made(i));
    expect(callers.of(made(21))).not.toBe('10.0.0.1');
    for (let i = 21; i <= 41; i += 1) callers.rejected(made(i));
    expect(callers.of(made(50))).toBe('10.0.0.1');
    expect(callers.of(made(0))).toBe(own);
    expect(callers.of(from('10.0.0.2', 'Bearer svc_made_up_50'))).not.toBe('10.0.0.2');
  });
});
