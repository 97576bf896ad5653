/** Tests `webhookHandler` and `webhookListener` behind real servers, mounted as in the guide. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import {
  createWebhookSigner,
  memoryNonceStore,
  memorySeenStore,
  webhookHandler,
  webhookListener,
  WebhookVerificationError,
  type SeenStore,
  type WebhookHandlerOptions,
} from 'receipt-rule-packs/webhook';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gate } from '../support/gate.js';

const SECRET = 'whsec_now';
const LIMIT = 1_048_576;
const bodyOf = (eventId: string, data: object = {}) =>
  JSON.stringify({
    eventId,
    schemaVersion: '2.1',
    type: 'source.connected',
    businessId: 'biz_1',
    createdAt: '2026-11-21T09:00:00Z',
    data,
  });

type Start = (options: WebhookHandlerOptions) => Promise<string>;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.restoreAllMocks();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const plainNode: Start = (options) => {
  const listener = webhookListener(options);
  return listening(createServer((request, response) => void listener(request, response)));
};

/** A plain `Request → Response` function, as in Next.js route handlers and Workers. */
const plainFetch: Start = (options) => {
  const POST: (request: Request) => Promise<Response> = webhookHandler(options);
  return listening(
    createServer((incoming, outgoing) => {
      const { method = '', headers } = incoming;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const init = {
        method,
        headers: headers as Record<string, string>,
        ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
      };
      void POST(new Request('http://127.0.0.1/hook', init as RequestInit)).then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(await response.text());
      });
    }),
  );
};

const expressApp = (mount: (app: express.Express, options: WebhookHandlerOptions) => void): Start => {
  return (options) => {
    const app = express();
    app.set('env', 'test');
    mount(app, options);
    return listening(createServer(app));
  };
};

const SERVERS: [string, Start][] = [
  ['node:http', plainNode],
  ['Request → Response', plainFetch],
  [
    'Express, before the parser',
    expressApp((app, options) => {
      app.all('/hook', webhookListener(options));
      app.use(express.json());
    }),
  ],
  [
    'Express, behind express.raw',
    expressApp((app, options) => {
      app.all('/hook', express.raw({ type: 'application/json', limit: '8mb' }), webhookListener(options));
    }),
  ],
  [
    'Express, after a parser that keeps the bytes',
    expressApp((app, options) => {
      app.use(
        express.json({ limit: '8mb', verify: (req, _, bytes) => void Object.assign(req, { rawBody: bytes }) }),
        // A body that the parser cannot parse as JSON also goes to the listener.
        ((error, _request, _response, next) =>
          next(
            (error as { type?: string }).type === 'entity.parse.failed' ? undefined : error,
          )) satisfies express.ErrorRequestHandler,
      );
      app.all('/hook', webhookListener(options));
    }),
  ],
  [
    'Express, after a parser that keeps the text',
    expressApp((app, options) => {
      const keepText: express.RequestHandler = (request, _, next) => {
        Object.assign(request, { rawBody: request.body as unknown });
        next();
      };
      app.all('/hook', express.text({ type: '*/*', limit: '8mb' }), keepText, webhookListener(options));
    }),
  ],
  [
    'Fastify',
    async (options) => {
      const app = fastify({ bodyLimit: 8 * LIMIT });
      const listener = webhookListener(options);
      await app.register((scope, _, done) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
        scope.all('/hook', async (request, reply) => {
          const handled = listener(request.raw, reply.raw);
          reply.hijack();
          await handled;
        });
        done();
      });
      ends.push(() => app.close());
      return `${await app.listen({ port: 0, host: '127.0.0.1' })}/hook`;
    },
  ],
  [
    'Hono',
    async (options) => {
      const app = new Hono();
      const handler = webhookHandler(options);
      app.all('/hook', (context) => handler(context.req.raw));
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
      if (!server.listening) await once(server, 'listening');
      ends.push(() => {
        server.closeAllConnections();
        return new Promise((closed) => server.close(closed));
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    },
  ],
];

const headersOf = (body: string, secrets: string | string[] = SECRET) =>
  createWebhookSigner({ secrets }).sign(body, { event: 'source.connected' });

async function deliver(
  url: string,
  body: string,
  { secrets = SECRET, sent = body }: { secrets?: string | string[]; sent?: string } = {},
) {
  const response = await fetch(url, { method: 'POST', headers: await headersOf(body, secrets), body: sent });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}
const statusOf = async (...args: Parameters<typeof deliver>) => (await deliver(...args)).status;

/** Sends without Content-Length. */
async function deliverChunked(url: string, body: string): Promise<number | undefined> {
  const headers = { ...(await headersOf(body)), 'Transfer-Encoding': 'chunked' };
  return new Promise((resolve, reject) => {
    const sending = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sending.on('error', reject);
    for (let at = 0; at < body.length; at += 65_536) sending.write(body.slice(at, at + 65_536));
    sending.end();
  });
}

describe.each(SERVERS)('%s', (_, start) => {
  it('calls onEvent once for each event, in one or many chunks', async () => {
    const events: string[] = [];
    const url = await start({ secrets: SECRET, onEvent: ({ eventId }) => events.push(eventId) });
    const long = bodyOf('evt_2', { text: 'å'.repeat(200_000) });
    expect(await statusOf(url, bodyOf('evt_1'))).toBe(200);
    expect(await statusOf(url, bodyOf('evt_1'))).toBe(200);
    expect(await statusOf(url, long)).toBe(200);
    expect(await deliverChunked(url, bodyOf('evt_3', { text: 'x'.repeat(200_000) }))).toBe(200);
    expect(events).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  it('responds with 400 to a wrong signature, a changed body, or a body that is not an event', async () => {
    const onEvent = vi.fn();
    const codes: unknown[] = [];
    const onError = (error: unknown) => codes.push(error instanceof WebhookVerificationError && error.code);
    const url = await start({ secrets: SECRET, onEvent, onError });
    const answers = [
      await deliver(url, bodyOf('evt_1'), { secrets: 'another' }),
      await deliver(url, bodyOf('evt_1'), { sent: bodyOf('evt_2') }),
      await deliver(url, '{"eventId":1}'),
      await deliver(url, '{'),
      await deliver(url, ''),
    ];
    const unsigned = await fetch(url, { method: 'POST', body: 'a', headers: { 'Content-Type': 'text/plain' } });
    const expected = [
      'signature_mismatch',
      'signature_mismatch',
      'invalid_payload',
      'invalid_payload',
      'invalid_payload',
      'missing_signature',
    ];
    expect([...answers.map(({ status }) => status), unsigned.status]).toEqual(Array(6).fill(400));
    expect([...answers.map(({ text }) => text), await unsigned.text()]).toEqual(expected);
    expect(codes).toEqual(expected);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('accepts either secret during a rotation', async () => {
    const onEvent = vi.fn();
    const url = await start({ secrets: ['whsec_new', 'whsec_old'], onEvent });
    for (const [i, secrets] of ['whsec_old', 'whsec_new', ['whsec_old', 'whsec_new']].entries())
      expect(await statusOf(url, bodyOf(`evt_${i}`), { secrets })).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(3);
    expect(await statusOf(url, bodyOf('evt_9'), { secrets: 'whsec_other' })).toBe(400);
  });

  it('responds with 405 to methods other than POST', async () => {
    const url = await start({ secrets: SECRET, onEvent: vi.fn() });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(url, { method, ...(method === 'PUT' && { body: '{}' }) });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
    }
  });

  it('responds with 413 to a body over the limit, with or without Content-Length', async () => {
    const onEvent = vi.fn();
    const url = await start({ secrets: SECRET, onEvent });
    const exact = bodyOf('evt_1', { text: 'x'.repeat(LIMIT - bodyOf('evt_1', { text: '' }).length) });
    expect(exact.length).toBe(LIMIT);
    expect(await statusOf(url, exact)).toBe(200);
    expect(await statusOf(url, exact.replace('x', 'xx'))).toBe(413);
    expect(await deliverChunked(url, exact.replace('x', 'xx'))).toBe(413);
    expect(await deliverChunked(url, bodyOf('evt_2', { text: 'x'.repeat(4 * LIMIT) }))).toBe(413);
    expect(await statusOf(url, bodyOf('evt_3'))).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('responds with 500 if onEvent throws, and releases the event', async () => {
    const fault = new Error('the database is away');
    const onError = vi.fn();
    let calls = 0;
    const onEvent = () => {
      if (++calls === 1) throw fault;
      return calls === 2 ? Promise.reject(fault) : undefined;
    };
    const url = await start({ secrets: SECRET, onEvent, onError });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await statusOf(url, bodyOf('evt_1')));
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect(calls).toBe(3);
    expect(onError.mock.calls).toEqual([[fault], [fault]]);
  });

  it('responds with 503 while the event is being handled', async () => {
    const [begun, end] = [gate(), gate()];
    const onEvent = async () => {
      begun.open();
      await end.opened;
    };
    const url = await start({ secrets: SECRET, onEvent });
    const first = statusOf(url, bodyOf('evt_1'));
    await begun.opened;
    const second = await deliver(url, bodyOf('evt_1'));
    expect([second.status, second.headers.get('Retry-After')]).toEqual([503, '30']);
    end.open();
    expect(await first).toBe(200);
    expect(await statusOf(url, bodyOf('evt_1'))).toBe(200);
  });

  it('responds with 503 at the deadline, and with 200 once onEvent has finished', async () => {
    const end = gate();
    const onError = vi.fn();
    const onEvent = vi.fn(() => end.opened);
    const url = await start({ secrets: SECRET, onEvent, onError, deadlineMs: 200 });
    const late = await deliver(url, bodyOf('evt_1'));
    expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '30']);
    expect(onError).toHaveBeenCalledTimes(1);
    end.open();
    await vi.waitFor(async () => expect(await statusOf(url, bodyOf('evt_1'))).toBe(200));
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('refuses a replayed request if it stores nonces', async () => {
    const url = await start({ secrets: SECRET, onEvent: vi.fn(), nonceStore: memoryNonceStore() });
    const [body, headers] = [bodyOf('evt_1'), await headersOf(bodyOf('evt_1'))];
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    expect(statuses).toEqual([200, 400]);
  });

  it('keeps running after a sender disconnects in the middle of a request', async () => {
    const onEvent = vi.fn();
    const url = await start({ secrets: SECRET, onEvent, onError: vi.fn() });
    const cut = httpRequest(url, { method: 'POST', headers: { 'Content-Length': 100 } });
    cut.on('error', () => undefined);
    cut.write('{');
    await new Promise((sent) => setTimeout(sent, 50));
    cut.destroy();
    expect(await statusOf(url, bodyOf('evt_1'))).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

describe('a body that was already read', () => {
  it('causes a UsageError in the listener, and Express responds with 500', async () => {
    const faults: unknown[] = [];
    const url = await expressApp((app, options) => {
      app.use(express.json());
      app.post('/hook', webhookListener(options));
      app.use(((error, _request, response, _next) => {
        faults.push(error);
        response.sendStatus(500);
      }) satisfies express.ErrorRequestHandler);
    })({ secrets: SECRET, onEvent: vi.fn() });
    expect(await statusOf(url, bodyOf('evt_1'))).toBe(500);
    expect(faults).toEqual([
      expect.objectContaining({ name: 'UsageError', code: 'invalid_argument', argument: 'request.body' }),
    ]);
  });

  it('causes a UsageError in the handler', async () => {
    const request = new Request('https://a.example/', { method: 'POST', body: '{}' });
    await request.json();
    const handled = webhookHandler({ secrets: SECRET, onEvent: vi.fn() })(request);
    await expect(handled).rejects.toMatchObject({ name: 'UsageError', code: 'invalid_argument', argument: 'request' });
  });
});

describe('a handler with a failing store', () => {
  const handle = async (options: Partial<WebhookHandlerOptions>) => {
    const body = bodyOf('evt_1');
    const request = new Request('https://a.example/', { method: 'POST', headers: await headersOf(body), body });
    return (await webhookHandler({ secrets: SECRET, onEvent: () => undefined, ...options })(request)).status;
  };
  const away = () => Promise.reject(new Error('away'));
  const fine = memorySeenStore();

  it.each<[string, Partial<WebhookHandlerOptions>, number]>([
    ['nonces cannot be kept', { nonceStore: { add: away } }, 503],
    ['claim rejects', { seen: { ...fine, claim: away } }, 503],
    ['claim returns an invalid value', { seen: { ...fine, claim: async () => true as never } }, 503],
    ['done rejects: the event was handled', { seen: { ...memorySeenStore(), done: away } }, 200],
    ['release rejects', { seen: { ...memorySeenStore(), release: away }, onEvent: away }, 500],
  ])('calls onError if %s', async (_, options, status) => {
    const onError = vi.fn();
    expect(await handle({ ...options, onError })).toBe(status);
    expect(onError).toHaveBeenCalled();
  });

  it('responds even if onError throws', async () => {
    const throwing = () => {
      throw new Error('onError');
    };
    expect(await handle({ onEvent: away, onError: throwing })).toBe(500);
    expect(await handle({ onEvent: away, onError: away })).toBe(500);
  });

  it('logs server errors if there is no onError, but not invalid deliveries', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(await handle({ secrets: 'another' })).toBe(400);
    expect(log).not.toHaveBeenCalled();
    const fault = new Error('away');
    expect(await handle({ onEvent: () => Promise.reject(fault) })).toBe(500);
    expect(log.mock.calls).toEqual([[fault]]);
  });
});

describe('memorySeenStore', () => {
  it('grants a claim to only one of several calls', async () => {
    const store: SeenStore = memorySeenStore();
    expect(await Promise.all([1, 2, 3].map(() => store.claim('a')))).toEqual(['new', 'busy', 'busy']);
    await store.release('a');
    expect(await store.claim('a')).toBe('new');
    await store.done('a');
    expect(await store.claim('a')).toBe('done');
  });

  it('when full, forgets the oldest handled event, never an event in progress', async () => {
    const store = memorySeenStore({ maxEntries: 2 });
    for (const id of ['a', 'b', 'c']) {
      expect(await store.claim(id)).toBe('new');
      await store.done(id);
    }
    expect(await Promise.all([store.claim('b'), store.claim('c')])).toEqual(['done', 'done']);
    expect(await store.claim('a')).toBe('new');
    expect(await store.claim('b')).toBe('new');
    expect(await store.claim('a')).toBe('busy');
    await expect(store.claim('d')).rejects.toThrow(Error);
    await store.done('a');
    expect(await store.claim('a')).toBe('done');
  });
});
