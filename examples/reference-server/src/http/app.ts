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
import { HttpError, notFound, rateLimited, unauthorized, unavailable } from './errors.js';
import { createGovernor, type Slot } from './governor.js';
import { readRequestId } from './headers.js';
import { inPieces, LongBody, PIECE_BYTES, watch } from './long-bodies.js';
import { createMemory, defaultMemoryMb, type Release } from './memory.js';
import { createConnectionQueue } from './connection-queue.js';
import { answerClientError, answerConnect, answerExpectation } from './not-served.js';

/** The maximum request body size in bytes. Source: decisions.md, The /v1 service. */
const BODY_LIMIT = 1_048_576;

/** The time limit for receiving a request, in milliseconds, so that slow senders do not occupy memory for long. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * The number of milliseconds without a byte in either direction after which a connection is closed, because a response
 * that the client does not read stays in memory.
 */
const IDLE_TIMEOUT_MS = 30_000;

/** The delay before a 429 response, in milliseconds, which slows down clients that retry at once. */
const RATE_LIMIT_DELAY_MS = 200;

/**
 * How long a refused request counts towards its caller's limit after its response, in milliseconds: one with an unknown
 * path, method or credential, or a wrong Host header. Such a request takes so little time that the limit alone would not
 * slow its caller down: 400 connections that sent only such requests made other callers' writes take 27 times as long.
 */
const REFUSAL_MS = 200;

/**
 * The maximum time that a request waits for other requests, in milliseconds. Shorter than the time limit for receiving
 * a request, because a long body is not read while its request waits.
 */
const WAIT_MS = 10_000;

/**
 * The maximum number of concurrent requests per credential while there are other callers. One statement stores the
 * documents in progress: with 24 documents from one caller in each, another caller's write waits too long.
 */
const BESIDE_OTHERS = 8;

declare module 'fastify' {
  interface FastifyRequest {
    /** Reserves memory, which the calling code must release; returns undefined if too little memory is free. */
    tryHold(bytes: number): Release | undefined;
  }
  interface FastifyContextConfig {
    /** For operators' routes: a request never waits for other requests. */
    readonly free?: boolean;
  }
}

/** How requests are admitted. */
export interface Admission {
  readonly metrics: Pick<Metrics, 'addMemory' | 'countAdmission' | 'observeRequest'>;
  /**
   * The maximum number of concurrent requests per credential, or per address for requests without a credential; default
   * 24.
   */
  readonly underWay?: number;
  /** The maximum number of waiting requests per credential or address; default 232. */
  readonly waiting?: number;
  /** The maximum time that a request waits for other requests, in milliseconds; default 10,000. */
  readonly waitMs?: number;
  /**
   * How long a refused request, for example one with an unknown path, counts towards `underWay` after its response, in
   * milliseconds; default 200.
   */
  readonly refusalMs?: number;
  /**
   * Megabytes for request bodies and unsent responses; a caller gets at most a sixth; default: see
   * `defaultMemoryMb`.
   */
  readonly memoryMb?: number;
}

/** The dependencies and settings of the application, apart from its routes. */
export interface AppContext extends Admission {
  readonly log: Logger;
  /** Time limit for receiving a request in milliseconds; default 15,000. */
  readonly requestTimeoutMs?: number;
  /** Idle time in milliseconds after which a connection is closed; default 30,000. */
  readonly idleTimeoutMs?: number;
  /**
   * How long to serve requests on open connections after the port has closed, in milliseconds; each response closes its
   * connection. Default 0.
   */
  readonly lingerMs?: number;
}

/**
 * Creates an HTTP application without routes. It reads, logs and counts requests, and responds to every failure. While
 * it is closing, it accepts no new connections, but still serves requests that arrive on open connections.
 */
export function createApp({
  log,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  lingerMs = 0,
  ...admission
}: AppContext): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    // By default, Node checks for slow senders only every 30 s. A hook below responds to a missing Host header, because
    // Node would respond without a body.
    http: { connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs), requireHostHeader: false },
    // Uses paths as written, without folding case or merging slashes. Paths contain no cursors, so they are never long.
    routerOptions: { maxParamLength: 255 },
    genReqId: (raw) => readRequestId(raw) ?? v7(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // No hook runs for a malformed URL, so that the limits do not apply.
    frameworkErrors: (error, request, reply) =>
      void sleep(REFUSAL_MS, undefined, { ref: false }).then(() => sendError(error, request, reply)),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = requestTimeoutMs;
  app.server.on('checkExpectation', answerExpectation);
  app.server.on('connect', answerConnect);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // Closing the HTTP server would also close idle connections, although a request may already be on its way on such a
    // connection.
    NetServer.prototype.close.call(app.server);
    await sleep(lingerMs);
    app.server.closeIdleConnections();
  });
  // Once closing has begun, each response closes its connection, even if its request was already in progress.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (closing) reply.header('Connection', 'close');
    return payload;
  });
  admitRequests(app, admission);
  return app;
}

/**
 * Sets up an application, or a part of one, to admit, read, log and count requests, and to respond to failures, as the
 * service does.
 */
export function admitRequests(
  app: FastifyInstance,
  {
    metrics,
    underWay = 24,
    waiting = 232,
    waitMs = WAIT_MS,
    refusalMs = REFUSAL_MS,
    memoryMb = defaultMemoryMb(),
  }: Admission,
): void {
  const waitForPrevious = createConnectionQueue();
  const callers = createCallers();
  const governor = createGovernor({
    active: underWay,
    activeBesideOthers: Math.min(underWay, BESIDE_OTHERS),
    waiting,
    // Requests from two callers at their limit can run at the same time.
    concurrency: 2 * underWay,
    waitMs,
  });
  const shares = new WeakMap<FastifyRequest, Slot>();
  const refused = new WeakSet<FastifyRequest>();
  /** Lets a request that takes no work count towards its caller's limit for a while. */
  const linger = (request: FastifyRequest) => {
    const share = shares.get(request);
    if (share === undefined || refused.has(request)) return;
    refused.add(request);
    share.rest();
    setTimeout(share.end, refusalMs).unref();
  };
  const refuse = (request: FastifyRequest, error: HttpError): never => {
    linger(request);
    throw error;
  };
  // Refused requests must not use up the limit of other clients with the same address, such as a proxy's.
  const callerOf = (request: FastifyRequest) =>
    request.is404 || (isService(request) && !callers.hasCredential(request))
      ? `refused ${request.ip}`
      : callers.of(request);
  const memory = createMemory(memoryMb * BODY_LIMIT);
  const payer = (request: FastifyRequest) => callers.of(request);
  // The idle timeout is for clients that do not send or read. Nothing is sent while a request waits or is processed, so
  // the timeout must not close the connection before the response.
  const { timeout: idleMs } = app.server;
  const setIdleTimeout = ({ raw: { socket } }: FastifyRequest, ms: number) => {
    // The socket of a request that Fastify injects has no timeout.
    if ('setTimeout' in socket) socket.setTimeout(ms);
  };
  const overloaded = () => {
    metrics.countAdmission('timeout');
    return unavailable('The server is overloaded. Try again.');
  };
  /** Counts reserved memory until it is released. */
  const counted = (kind: Held, bytes: number, release: Release): Release => {
    metrics.addMemory(kind, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) metrics.addMemory(kind, -bytes);
      isHeld = false;
      release();
    };
  };
  app.decorateRequest('tryHold', function (this: FastifyRequest, bytes: number) {
    const release = memory.tryHold(payer(this), bytes);
    return release && counted('answers', bytes, release);
  });
  /** Reserves memory until the response has been sent or the client has disconnected. */
  const hold = async (kind: Held, request: FastifyRequest, { raw }: FastifyReply, bytes: number, must = false) => {
    if (bytes === 0) return;
    const reserved = must
      ? memory.holdAnyway(payer(request), bytes)
      : await memory.hold(payer(request), bytes).catch((error: unknown) => {
          metrics.countAdmission('budget');
          throw error;
        });
    const release = counted(kind, bytes, reserved);
    atClose(raw, release);
    if (request.raw.socket.destroyed) release();
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!(await waitForPrevious(request.raw, reply.raw))) return reply.hijack();
    reply.header('X-Request-Id', request.id);
    if (request.routeOptions.config.free !== true) {
      setIdleTimeout(request, 0);
      const leaving = (leave: () => void) => atClose(reply.raw, leave);
      const share = await governor.enter(callerOf(request), leaving, callers.isKnown(request));
      if (share === 'gone') return reply.hijack();
      if (share === 'busy') throw overloaded();
      if (share === 'full') {
        metrics.countAdmission('limited');
        await sleep(RATE_LIMIT_DELAY_MS);
        throw rateLimited();
      }
      metrics.countAdmission(share.waited ? 'waited' : 'served');
      shares.set(request, share);
      atClose(reply.raw, () => {
        if (!refused.has(request)) share.end();
      });
      if (request.raw.socket.destroyed) {
        share.end();
        return reply.hijack();
      }
    }
    if (!hasOneHost(request)) refuse(request, new HttpError('bad_request', 'A request must have one Host header.'));
    if (hasUnknownEnd(request)) {
      const message = 'An HTTP/1.0 request must not have Transfer-Encoding. Send Content-Length, or use HTTP/1.1.';
      refuse(request, new HttpError('bad_request', message, { headers: { Connection: 'close' } }));
    }
    // This precedes reading the body, because an unknown path takes precedence over the type and size of the body.
    if (request.is404) refuse(request, withoutRoute(request));
    const refusal = isService(request) ? callers.refusalOf(request) : undefined;
    if (refusal !== undefined) refuse(request, refusal === 'wrong' ? unauthorized() : rateLimited());
    return undefined;
  });
  // While a request body is arriving, the request does not count towards its caller's limit or delay other requests.
  app.addHook('preParsing', async (request, reply) => {
    const bytes = bodyBytes(request);
    if (bytes === 0 || !shares.has(request)) return;
    shares.get(request)?.rest();
    // A larger body is refused before it is read.
    if (bytes <= BODY_LIMIT) await hold('bodies', request, reply, bytes);
    setIdleTimeout(request, idleMs);
  });
  app.addHook('preValidation', async (request, reply) => {
    setIdleTimeout(request, 0);
    const outcome = await shares.get(request)?.resume();
    if (outcome === 'gone') return reply.hijack();
    if (outcome === 'busy') throw overloaded();
    return undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    setIdleTimeout(request, idleMs);
    if (reply.statusCode === 401) linger(request);
    if (!refused.has(request)) shares.get(request)?.end();
    if (isService(request)) {
      if (reply.statusCode === 401) callers.rejected(request);
      else if (ACCEPTED_STATUSES.has(reply.statusCode)) callers.accepted(request);
    }
    const body = await longBody(payload, async (bytes) => {
      // The response for a document that has been stored must be sent even if the memory budget is used up.
      await hold('answers', request, reply, bytes, reply.statusCode === 201);
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

  // Reads bodies as bytes; the library parses them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler<Error>(sendError);
  app.setNotFoundHandler((request) => {
    throw withoutRoute(request);
  });
}

/** Whether a request is for a service route, which requires credentials. */
const isService = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/v1/') === true;

/** The purposes for which memory is reserved. */
type Held = Parameters<Metrics['addMemory']>[0];

/** Statuses that a /v1 route sends only to callers with a valid credential. */
const ACCEPTED_STATUSES: ReadonlySet<number> = new Set([200, 201, 409, 422]);

/**
 * If the socket does not accept a response at once, counts the response towards the memory budget and writes it in
 * pieces.
 */
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

/**
 * Calls `act` when a response has been sent or the client has disconnected. Adds only one listener per response,
 * because Node warns about more than ten.
 */
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

/** A request body's size in bytes; BODY_LIMIT if the request does not state its size. */
function bodyBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : BODY_LIMIT;
}

/** RFC 9112, 3.2: an HTTP/1.1 request must have exactly one Host header. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
}

/**
 * RFC 9112, 6.1: HTTP/1.0 has no chunked encoding, so a proxy and this server may disagree about where such a body
 * ends. Such a request must be treated as faulty.
 */
function hasUnknownEnd({ raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' && raw.headers['transfer-encoding'] !== undefined;
}

/** 405 if the path has routes only for other methods; otherwise 404, for example for a missing file. */
function withoutRoute({ server, method, url: target }: FastifyRequest): HttpError {
  const url = target.split('?', 1)[0]!;
  const allowed: readonly string[] = METHODS.filter((other) => server.findRoute({ method: other, url }) !== null);
  if (allowed.length === 0 || allowed.includes(method)) return notFound();
  const headers = { Allow: allowed.join(', ') };
  return new HttpError('method_not_allowed', `This path supports ${allowed.join(', ')} only.`, { headers });
}

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** Sends an error with the documented body. Omits the details of unexpected failures. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
      // The static-file plugin refuses paths that point outside its folder.
      if ([403, 404].includes((error as FastifyError).statusCode ?? 0)) return notFound();
      return new HttpError('internal_error', 'Internal error. Quote the X-Request-Id header when you report it.');
  }
}
