import { connect, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type AppContext } from '../../src/http/app.js';
import { createCallers, MAX_WRONG_PER_SECOND } from '../../src/http/callers.js';
import { unauthorized } from '../../src/http/errors.js';
import { createMetrics, type Metrics } from '../../src/metrics.js';
import { POSTGRES } from '../../src/sql/postgres.js';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { client, type Answer } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { request, sendRaw } from '../support/raw.js';
import { holdToOpenApi, refusalOf } from './support.js';

const PATH = '/v1/transactions';

interface HeldRoutes {
  /** The number of requests that have reached their handler. */
  begun: number;
  /** Lets all these requests finish. */
  readonly release: () => void;
}

/** Adds routes whose requests do not finish until `release` is called. */
function holdRoutes(app: FastifyInstance): HeldRoutes {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const routes: HeldRoutes = { begun: 0, release: () => release() };
  const handler = async () => {
    routes.begun += 1;
    await released;
    return {};
  };
  app.get(PATH, handler);
  app.post(PATH, handler);
  return routes;
}

describe('requests with one credential', () => {
  let metrics: Metrics;
  let app: FastifyInstance;
  let routes: HeldRoutes;

  beforeEach(() => {
    metrics = createMetrics({
      sql: POSTGRES,
      query: async () => [{ pending: 0, lag: 0, overdue: 0, count: 0, oldest: 0, multixacts: 0 }],
    } as never);
    app = createApp({ log: pino({ level: 'silent' }), metrics });
    routes = holdRoutes(app);
    app.get('/quick', async () => 'quick');
    app.get('/healthz', { config: { free: true } }, async () => 'healthy');
  });
  afterEach(async () => {
    routes.release();
    await app.close();
  });

  it('run and wait up to their limits; any more get 429, and other credentials are still served', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const of = (token: string) => client(url, token);
    const held = Array.from({ length: 24 + 232 }, async () => (await of('svc_a').list()).status);
    await expect.poll(() => routes.begun).toBe(24);
    // The next request is refused only when all of these requests have arrived.
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
    expect([
      routes.begun,
      (await other.call('GET', '/quick')).status,
      (await other.call('GET', '/healthz')).status,
    ]).toEqual([24, 200, 200]);
    routes.release();
    expect((await Promise.all(held)).filter((status) => status !== 200)).toEqual([]);
    const { text } = await metrics.render();
    const count = (result: string) =>
      Number(new RegExp(`admission_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1]);
    expect([count('waited'), count('limited') >= 4]).toEqual([232, true]);
  });

  it('leave the queue and are not processed if their client disconnects', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { hostname, port } = new URL(url);
    const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    const connected = async (count: number) => expect.poll(open).toBe(count);
    const held = Array.from({ length: 24 }, () => client(url, 'svc_a').list());
    await expect.poll(() => routes.begun).toBe(24);
    const waiting = Array.from({ length: 10 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(request(`GET ${PATH}`, ['Authorization: Bearer svc_a']));
      return socket;
    });
    await connected(34);
    for (const socket of waiting) socket.destroy();
    await connected(24);
    routes.release();
    await Promise.all(held);
    expect(routes.begun).toBe(24);
  });
});

describe('a refused request', () => {
  let app: FastifyInstance | undefined;
  let url: string;
  afterEach(() => app?.close());

  const start = async (limits: Pick<AppContext, 'waitMs' | 'refusalMs'> = { waitMs: 10, refusalMs: HUNG_MS }) => {
    app = createApp({ log: pino({ level: 'silent' }), metrics: createMetrics({} as never), underWay: 2, ...limits });
    app.get(PATH, async ({ headers }) => {
      if (headers.authorization === undefined || headers.authorization === 'Bearer svc_wrong') throw unauthorized();
      return {};
    });
    app.get('/page', async () => 'page');
    app.get('/gone', async ({ raw }, reply) => {
      while (!raw.socket.destroyed) await new Promise((resolve) => setImmediate(resolve));
      return reply.hijack();
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    return app;
  };
  const statusOf = async (method: string, path: string) => (await client(url, '').call(method, path)).status;
  const listed = async (token: string) => (await client(url, token).list()).status;

  it.each([
    ['GET', '/nothing', 404],
    ['DELETE', PATH, 405],
    ['GET', PATH, 401],
  ])(
    'counts for a while after its response, but not towards the limit of other requests from its address: %s %s, %i',
    async (method, path, status) => {
      await start();
      const statuses = [await statusOf(method, path), await statusOf(method, path), await statusOf(method, path)];
      expect(statuses).toEqual([status, status, 429]);
      expect([await statusOf('GET', '/page'), await listed('svc_a')]).toEqual([200, 200]);
    },
  );

  it('counts towards the limit of its credential if it has one', async () => {
    await start();
    expect([await listed('svc_wrong'), await listed('svc_wrong'), await listed('svc_wrong')]).toEqual([401, 401, 429]);
    expect(await listed('svc_a')).toBe(200);
  });

  it('no longer counts afterwards', async () => {
    await start({ waitMs: HUNG_MS, refusalMs: 1 });
    for (let i = 0; i < 6; i += 1) expect(await statusOf('GET', '/nothing')).toBe(404);
  });

  it('is the only kind that counts after its response', async () => {
    await start();
    expect([await listed('svc_a'), await listed('svc_a'), await listed('svc_a')]).toEqual([200, 200, 200]);
  });

  it('and one whose client resets the connection during its work do not count for ever', async () => {
    const { server } = await start();
    const { hostname, port } = new URL(url);
    let accepted = 0;
    server.on('request', () => (accepted += 1));
    for (let i = 1; i <= 2; i += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(request('GET /gone', ['Authorization: Bearer svc_a']));
      await expect.poll(() => accepted).toBe(i);
      socket.resetAndDestroy();
    }
    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    expect(await listed('svc_a')).toBe(200);
  });
});

describe('a request that waits for other requests', () => {
  const IDLE_MS = 100;
  const WAIT_MS = 3 * IDLE_MS;
  let app: FastifyInstance;
  let url: string;
  let routes: HeldRoutes;

  beforeEach(async () => {
    const log = pino({ level: 'silent' });
    // Each credential can run one request, and all credentials together two.
    const limits = { underWay: 1, waitMs: WAIT_MS, idleTimeoutMs: IDLE_MS };
    app = createApp({ log, metrics: createMetrics({} as never), ...limits });
    routes = holdRoutes(app);
    // The server reads the first body only when other requests have reached the limit.
    app.post('/slow', { preParsing: async ({ raw }) => keepBusy(raw.socket) }, async () => ({}));
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    routes.release();
    await app.close();
  });

  const statusOf = async (token: string) => (await client(url, token).list()).status;
  const hold = async (token: string) => {
    const before = routes.begun;
    const status = statusOf(token);
    await expect.poll(() => routes.begun).toBe(before + 1);
    return { status };
  };
  const keepBusy = async (socket: Socket) => {
    socket.setTimeout(0);
    await hold('svc_a');
    await hold('svc_b');
    socket.setTimeout(IDLE_MS);
  };
  const told = (answer: Answer) => [...refusalOf(answer), answer.headers.get('Retry-After')];

  it('gets 429 if its credential has no free slot in time, and 503 if the server has none', async () => {
    const first = await hold('svc_a');
    const limited = await client(url, 'svc_a').list();
    expect(told(holdToOpenApi('GET', PATH, limited))).toEqual([429, 'rate_limited', '1']);
    const second = await hold('svc_b');
    for (const [method, answer] of [
      ['GET', await client(url, 'svc_c').list()],
      ['POST', await client(url, 'svc_c').post({})],
    ] as const) {
      expect(told(holdToOpenApi(method, PATH, answer, [503]))).toEqual([503, 'unavailable', '2']);
    }
    routes.release();
    // The other requests have now taken longer than the idle timeout, too.
    expect([await first.status, await second.status, await statusOf('svc_c')]).toEqual([200, 200, 200]);
  });

  it('gets 503 if the server has no free slot in time after its body has arrived', async () => {
    const headers = ['Authorization: Bearer svc_c', 'Content-Length: 2'];
    const [answer] = await sendRaw(url, [request('POST /slow', headers, '{}')]);
    expect([answer?.status, answer?.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(answer!.body)).toMatchObject({ error: { code: 'unavailable' } });
  });
});

eachDatabase((database) => {
  const server = serverFor(database, fixtures);

  it('200 concurrent writes with one credential all succeed', async () => {
    const api = client(server.url, TOKENS.writer);
    const answers = await Promise.all(Array.from({ length: 200 }, () => api.post(receipt())));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });
});

describe('createCallers', () => {
  const from = (ip: string, ...authorization: (string | undefined)[]) =>
    ({
      ip,
      raw: { headersDistinct: { authorization: authorization.filter((one) => one !== undefined) } },
    }) as never as FastifyRequest;
  const made = (i: number) => from('10.0.0.1', `Bearer svc_made_up_${i}`);

  it('charges the account of the credential or, without one, of the address', () => {
    const callers = createCallers();
    const own = callers.of(from('10.0.0.1', 'Bearer svc_a'));
    expect(own).not.toContain('svc_a');
    expect(callers.of(from('10.0.0.2', 'bearer  svc_a'))).toBe(own);
    expect(callers.of(from('10.0.0.1', 'Bearer svck_a'))).not.toBe(own);
    for (const header of [undefined, '', 'Bearer', 'Bearer other', 'Basic svc_a']) {
      expect(callers.of(from('10.0.0.1', header))).toBe('10.0.0.1');
    }
  });

  it('charges an address that guesses credentials, unless the credential was accepted before', () => {
    const callers = createCallers();
    callers.accepted(made(0));
    const own = callers.of(made(0));
    for (let i = 1; i <= 20; i += 1) callers.rejected(made(i));
    expect(callers.of(made(21))).not.toBe('10.0.0.1');
    for (let i = 21; i <= 41; i += 1) callers.rejected(made(i));
    const guessing = callers.of(made(50));
    expect([guessing, callers.of(made(51))]).toEqual([guessing, guessing]);
    expect(guessing).not.toBe('10.0.0.1');
    expect(callers.of(made(0))).toBe(own);
    expect(callers.of(from('10.0.0.2', 'Bearer svc_made_up_50'))).not.toBe('10.0.0.2');
  });

  it('does not look up a wrong credential again for a minute, nor a new credential from an address that just sent too many wrong credentials', () => {
    let now = 0;
    const callers = createCallers(() => now);
    callers.accepted(made(0));
    expect(callers.refusalOf(made(1))).toBeUndefined();
    callers.rejected(made(1));
    // The server does not look up this credential again, so these requests do not count towards the limit per second.
    for (let i = 0; i < 100; i += 1) callers.rejected(made(1));
    expect([callers.refusalOf(made(1)), callers.refusalOf(made(2))]).toEqual(['wrong', undefined]);
    for (let i = 2; i <= MAX_WRONG_PER_SECOND; i += 1) callers.rejected(made(i));
    expect([callers.refusalOf(made(99)), callers.refusalOf(made(0))]).toEqual(['limited', undefined]);
    expect(callers.refusalOf(from('10.0.0.2', 'Bearer svc_made_up_99'))).toBeUndefined();
    expect(callers.refusalOf(from('10.0.0.1'))).toBeUndefined();
    now = 1_000;
    expect([callers.refusalOf(made(99)), callers.refusalOf(made(1))]).toEqual([undefined, 'wrong']);
    now = 59_999;
    expect(callers.refusalOf(made(1))).toBe('wrong');
    now = 60_000;
    expect(callers.refusalOf(made(1))).toBeUndefined();
    // The server forgets that it accepted a credential once the credential is rejected, for example after a revocation.
    callers.rejected(made(0));
    expect(callers.refusalOf(made(0))).toBe('wrong');
  });

  it('does not count a valid credential as wrong after a request with two credentials', () => {
    const callers = createCallers();
    callers.rejected(from('10.0.0.1', 'Bearer svc_a', 'Bearer svc_b'));
    expect(callers.refusalOf(from('10.0.0.1', 'Bearer svc_a'))).toBeUndefined();
  });
});

eachDatabase((database) => {
  const server = serverFor(database, fixtures);

  it('made-up credentials cause only a few look-ups per second, and do not affect valid credentials', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => client(server.url, `svc_made_up_${i}`).list()),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const limited = answers.find(({ status }) => status === 429)!;
    expect([refusalOf(limited), limited.headers.get('retry-after')]).toEqual([[429, 'rate_limited'], '1']);
    holdToOpenApi('GET', PATH, limited);
    await expect.poll(async () => (await client(server.url, TOKENS.reader).list()).status).toBe(200);
    const again = await Promise.all(Array.from({ length: 50 }, () => client(server.url, TOKENS.reader).list()));
    expect(again.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
