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
import { HttpError, unavailable } from './errors.js';
import { readRequestId } from './headers.js';
import { createTurns } from './turns.js';
import { answerClientError, answerConnect, answerExpectation } from './not-served.js';

/** Bytes of a request body. Source: decisions.md, The /v1 service. */
const BODY_LIMIT = 1_048_576;

/** Milliseconds within which a request must be complete, so that slow senders do not use memory for long. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * Milliseconds without a byte in either direction after which a connection is closed: clients that do not read their
 * answer keep it in memory.
 */
const IDLE_TIMEOUT_MS = 30_000;

/** The parts of the application besides its routes. */
export interface AppContext {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Milliseconds within which a request must be complete; default 15,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds without a byte in either direction after which a connection is closed; default 30,000. */
  readonly idleTimeoutMs?: number;
  /**
   * Milliseconds for which requests are answered with 503 before connections are closed, so that proxies notice;
   * default 0.
   */
  readonly drainMs?: number;
}

/**
 * An HTTP application without routes: how requests are read, logged and counted, and how every failure is answered. Once it begins to
 * close, requests on open connections are answered with 503.
 */
export function createApp({
  log,
  metrics,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  drainMs = 0,
}: AppContext): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    // By default Node looks for slow senders only every 30 s. Node would answer a missing Host without a body. The hook
    // below does it.
    http: { connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs), requireHostHeader: false },
    // A path is used as it is written: no case folding, no merging of slashes. Paths have no cursors, so they are never
    // long.
    routerOptions: { maxParamLength: 255 },
    genReqId: (raw) => readRequestId(raw) ?? v7(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = requestTimeoutMs;
  app.server.on('checkExpectation', answerExpectation);
  app.server.on('connect', answerConnect);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    await sleep(drainMs);
  });
  const turn = createTurns();
  app.addHook('onRequest', async (request, reply) => {
    if (!(await turn(request.raw, reply.raw))) return reply.hijack();
    reply.header('X-Request-Id', request.id);
    if (closing) throw unavailable('The service is shutting down.');
    if (!hasOneHost(request)) throw new HttpError('bad_request', 'A request must have one Host header.');
    // Before the body is read: for a path that does not exist, the type and size of the body do not matter.
    if (request.is404) throw withoutRoute(request);
    return undefined;
  });
  // A request that was under way when closing began. Its connection must not stay open either.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
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

  // Bodies are read as bytes. The library decides what they are.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error>(answerError);
  app.setNotFoundHandler((request) => {
    throw withoutRoute(request);
  });
  return app;
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without Host, or with several, is refused. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
}

/** 405 if the path has routes for other methods only, else 404, for example for files that do not exist. */
function withoutRoute({ server, method, url: target }: FastifyRequest): HttpError {
  const url = target.split('?', 1)[0]!;
  const allowed: readonly string[] = METHODS.filter((other) => server.findRoute({ method: other, url }) !== null);
  if (allowed.length === 0 || allowed.includes(method)) return nothingHere();
  const headers = { Allow: allowed.join(', ') };
  return new HttpError('method_not_allowed', `This path takes ${allowed.join(', ')} only.`, { headers });
}

function nothingHere(): HttpError {
  return new HttpError('not_found', 'There is nothing at this path.');
}

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** Sends an error in the one shape of error bodies; unexpected failures without details. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toHttpError(error);
  if (answer.status >= 500)
    request.log[answer.code === 'internal_error' ? 'error' : 'warn']({ err: error }, answer.code);
  if (answer.status === 413 || answer.status === 408) reply.header('Connection', 'close');
  return reply
    .code(answer.status)
    .header('X-Request-Id', request.id)
    .headers(answer.details.headers ?? {})
    .send(answer.body);
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable('The database cannot be reached; try again.');
  switch ((error as FastifyError).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError('payload_too_large', `The body must not have more than ${BODY_LIMIT} bytes.`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new HttpError('invalid_json', 'The body has not as many bytes as Content-Length says.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError('unsupported_media_type', 'Content-Type must be application/json.');
    case 'FST_ERR_BAD_URL':
      return nothingHere();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new HttpError('uri_too_long', 'A part of the path is too long.');
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new HttpError('invalid_json', 'The body broke off.');
    default:
      // The plugin that serves files refuses paths that lead out of its folder.
      if ([403, 404].includes((error as FastifyError).statusCode ?? 0)) return nothingHere();
      return new HttpError(
        'internal_error',
        'Something went wrong here. The request id tells us which request it was.',
      );
  }
}
