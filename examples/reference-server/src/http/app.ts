import type { ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { v7 } from 'uuid';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../database/database.js';
import type { Metrics } from '../metrics.js';
import { callerFields } from './caller-fields.js';
import { createCallers } from './callers.js';
import { HttpError, notFound, rateLimited, unavailable } from './errors.js';
import { createGovernor, type ConcurrencyLimits, type Slot } from './governor.js';
import { readRequestId } from './headers.js';
import { inPieces, LongBody, PIECE_BYTES, watch } from './long-bodies.js';
import { createMemory, defaultMemoryMb, type Release } from './memory.js';
import { createConnectionQueue } from './connection-queue.js';
import { answerClientError, answerConnect, answerExpectation } from './not-served.js';

/** Bytes of a request body. Source: decisions.md, The /v1 service. */
const BODY_LIMIT = 1_048_576;

/** Time limit for receiving a request in milliseconds, so that slow senders do not hold memory for long. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * Closes a connection after this many milliseconds without a byte in either direction: clients that do not read their
 * response keep it in memory.
 */
const IDLE_TIMEOUT_MS = 30_000;

/** Delay of a 429 in milliseconds, so that a client that retries at once does not send more requests. */
const RATE_LIMIT_DELAY_MS = 200;

/** Two callers that use all they may can run at once. */
const limitsOf = (underWay: number, waiting: number): ConcurrencyLimits => ({
  active: underWay,
  waiting,
  concurrency: 2 * underWay,
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Reserves memory for the caller, who must release it; undefined if too little is free. */
    tryHold(bytes: number): Release | undefined;
  }
  interface FastifyContextConfig {
    /** For operators: never waits behind other requests. */
    readonly free?: boolean;
  }
}

/** What the application needs in addition to its routes. */
export interface AppContext {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Time limit for receiving a request in milliseconds; default 15,000. */
  readonly requestTimeoutMs?: number;
  /** Idle time in milliseconds after which a connection is closed; default 30,000. */
  readonly idleTimeoutMs?: number;
  /** The most concurrent requests per credential, or per address without one; default 24. */
  readonly underWay?: number;
  /** The most waiting requests per credential or address; default 232. */
  readonly waiting?: number;
  /** Megabytes for bodies and unsent responses, at most a sixth per caller; default: see `defaultMemoryMb`. */
  readonly memoryMb?: number;
  /**
   * How long to answer requests on open connections after the port has closed, in milliseconds; each response ends its
   * connection. Default 0.
   */
  readonly lingerMs?: number;
}

/**
 * An HTTP application without routes: how requests are read, logged and counted, and how every failure is answered. On
 * close, it accepts no connections, and serves every request that arrives on an open one.
 */
export function createApp({
  log,
  metrics,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  lingerMs = 0,
  underWay = 24,
  waiting = 232,
  memoryMb = defaultMemoryMb(),
}: AppContext): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    // By default Node looks for slow senders only every 30 s. Node would answer a missing Host without a body, so the hook
    // below does.
    http: { connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs), requireHostHeader: false },
    // Uses a path as written: no case folding, no merging of slashes. Paths contain no cursors, so they are never long.
    routerOptions: { maxParamLength: 255 },
    genReqId: (raw) => readRequestId(raw) ?? v7(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = requestTimeoutMs;
  app.server.on('checkExpectation', answerExpectation);
  app.server.on('connect', answerConnect);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // Closing an HTTP server would also end idle connections, some of which have a request on its way.
    NetServer.prototype.close.call(app.server);
    await sleep(lingerMs);
    app.server.closeIdleConnections();
  });
  const waitForPrevious = createConnectionQueue();
  const callers = createCallers();
  const governor = createGovernor(limitsOf(underWay, waiting));
  const shares = new WeakMap<FastifyRequest, Slot>();
  const memory = createMemory(memoryMb * BODY_LIMIT);
  const payer = (request: FastifyRequest) => callers.of(request);
  app.decorateRequest('tryHold', function (this: FastifyRequest, bytes: number) {
    return memory.tryHold(payer(this), bytes);
  });
  /** Reserves memory until the response has been sent, or its client has gone. */
  const hold = async (request: FastifyRequest, { raw }: FastifyReply, bytes: number, must = false) => {
    if (bytes === 0) return;
    const release = must
      ? memory.holdAnyway(payer(request), bytes)
      : await memory.hold(payer(request), bytes).catch((error: unknown) => {
          metrics.countAdmission('budget');
          throw error;
        });
    atClose(raw, release);
    if (request.raw.socket.destroyed) release();
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!(await waitForPrevious(request.raw, reply.raw))) return reply.hijack();
    reply.header('X-Request-Id', request.id);
    if (!hasOneHost(request)) throw new HttpError('bad_request', 'A request must have one Host header.');
    // Before the body is read: an unknown path takes precedence over the type and size of the body.
    if (request.is404) throw withoutRoute(request);
    if (request.routeOptions.config.free === true) return undefined;
    const share = await governor.enter(callers.of(request), (leave) => atClose(reply.raw, leave));
    if (share === 'gone') return reply.hijack();
    if (share === 'full') {
      metrics.countAdmission('limited');
      await sleep(RATE_LIMIT_DELAY_MS);
      throw rateLimited();
    }
    metrics.countAdmission(share.waited ? 'waited' : 'served');
    shares.set(request, share);
    atClose(reply.raw, share.end);
    if (!request.raw.socket.destroyed) return undefined;
    share.end();
    return reply.hijack();
  });
  // While its body arrives, a request costs its caller nothing and delays nobody else.
  app.addHook('preParsing', async (request, reply) => {
    const bytes = bodyBytes(request);
    if (bytes === 0 || !shares.has(request)) return;
    shares.get(request)?.rest();
    // Refuses a larger body before reading it.
    if (bytes <= BODY_LIMIT) await hold(request, reply, bytes);
  });
  app.addHook('preValidation', async (request, reply) => {
    if ((await shares.get(request)?.resume()) === false) return reply.hijack();
    return undefined;
  });
  // Also for a request under way when closing began: its connection must not stay open.
  app.addHook('onSend', async (request, reply, payload) => {
    if (closing) reply.header('Connection', 'close');
    shares.get(request)?.end();
    if (request.routeOptions.url?.startsWith('/v1/') === true) {
      if (reply.statusCode === 401) callers.rejected(request);
      else if (ACCEPTED_STATUSES.has(reply.statusCode)) callers.accepted(request);
    }
    const body = await longBody(payload, async (bytes) => {
      // What has been stored must be acknowledged.
      await hold(request, reply, bytes, reply.statusCode === 201);
      watch(reply.raw);
    });
    if (body instanceof LongBody && body.length !== undefined) reply.header('Content-Length', body.length);
    return body;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.observeRequest(request.method, route, reply.statusCode, seconds);
    request.log.info(
      { method: request.method, route, status: reply.statusCode, seconds, ...callerFields(request) },
      'request',
    );
  });

  // Reads bodies as bytes. The library decides what they contain.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error>(sendError);
  app.setNotFoundHandler((request) => {
    throw withoutRoute(request);
  });
  return app;
}

/** Statuses that a /v1 route sends only to existing credentials. */
const ACCEPTED_STATUSES: ReadonlySet<number> = new Set([200, 201, 409, 422]);

/** Counts a response that the socket does not accept at once in the memory budget, and writes it in pieces. */
async function longBody(payload: unknown, hold: (bytes: number) => Promise<void>): Promise<unknown> {
  if (payload instanceof LongBody) {
    await hold(payload.bytes).catch((error: unknown) => {
      payload.destroy();
      throw error;
    });
    return payload;
  }
  const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
  if (length <= PIECE_BYTES) return payload;
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
  await hold(bytes.length);
  return new LongBody(inPieces(bytes), bytes.length, bytes.length);
}

const atEnd = new WeakMap<ServerResponse, (() => void)[]>();

/** Calls back when a response has been sent, or its client has gone. One listener for all: Node warns above ten. */
function atClose(response: ServerResponse, act: () => void): void {
  const callbacks = atEnd.get(response);
  if (callbacks !== undefined) {
    callbacks.push(act);
    return;
  }
  const all = [act];
  atEnd.set(response, all);
  response.once('close', () => {
    for (const one of all) one();
  });
}

/** The bytes of a body; the limit if the request does not say. */
function bodyBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : BODY_LIMIT;
}

/** RFC 9112, 3.2: an HTTP/1.1 request must have exactly one Host header. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
}

/** 405 if the path only has routes for other methods, otherwise 404, for example for missing files. */
function withoutRoute({ server, method, url: target }: FastifyRequest): HttpError {
  const url = target.split('?', 1)[0]!;
  const allowed: readonly string[] = METHODS.filter((other) => server.findRoute({ method: other, url }) !== null);
  if (allowed.length === 0 || allowed.includes(method)) return notFound();
  const headers = { Allow: allowed.join(', ') };
  return new HttpError('method_not_allowed', `This path supports ${allowed.join(', ')} only.`, { headers });
}

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** Sends an error in the shape of all error bodies; unexpected failures without details. */
function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const httpError = toHttpError(error);
  if (httpError.status >= 500)
    request.log[httpError.code === 'internal_error' ? 'error' : 'warn']({ err: error }, httpError.code);
  if (httpError.status === 413 || httpError.status === 408) reply.header('Connection', 'close');
  return reply
    .code(httpError.status)
    .header('X-Request-Id', request.id)
    .headers(httpError.details.headers ?? {})
    .send(httpError.body);
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable('The database is unavailable. Try again.');
  switch ((error as FastifyError).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError('payload_too_large', `The request body is larger than ${BODY_LIMIT} bytes.`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new HttpError('invalid_json', 'The request body is shorter or longer than Content-Length.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError('unsupported_media_type', 'Content-Type must be application/json.');
    case 'FST_ERR_BAD_URL':
      return notFound();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new HttpError('uri_too_long', 'A segment of the path is too long.');
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new HttpError('invalid_json', 'The connection closed before the request body was complete.');
    default:
      // The static-file plugin refuses paths that lead out of its folder.
      if ([403, 404].includes((error as FastifyError).statusCode ?? 0)) return notFound();
      return new HttpError('internal_error', 'Internal error. Quote the X-Request-Id header when you report it.');
  }
}
