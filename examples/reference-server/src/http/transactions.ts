import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseListQuery, type ListQuery } from 'receipt-rule-packs/cursor';
import { createAuthenticate, type Authenticate, type Caller } from '../credentials/authenticate.js';
import { WRITE_SCOPE } from '../credentials/token.js';
import type { Database } from '../database/database.js';
import { Gone } from '../database/group.js';
import type { Metrics } from '../metrics.js';
import { createDocuments } from '../transactions/documents.js';
import { ingest, type IngestContext, type Ingestion } from '../transactions/ingest.js';
import { readCompressed } from '../validation/compressed-response.js';
import { listTransactions, readStored } from '../transactions/list.js';
import type { RejectedRequest } from '../transactions/rejected-requests.js';
import { noteCaller } from './caller-fields.js';
import { HttpError, unauthorized, unavailable } from './errors.js';
import { createLimit } from './limit.js';
import { LongBody } from './long-bodies.js';
import { pageBody } from './page-body.js';
import { readBearerToken, readIdempotencyKey, requireJson } from './headers.js';

/** What the routes need. */
export interface TransactionRoutes extends Pick<IngestContext, 'registry' | 'largeValidator'> {
  readonly database: Database;
  /** Milliseconds before the first delivery attempt of an event. */
  readonly firstDelayMs: number;
  /** The most documents, and credentials, per statement; see `GroupOptions`. */
  readonly groupMax?: number;
  /** Called after a document was stored, so that delivery does not wait for the next poll. */
  readonly onCreated: () => void;
  /** Called after a document was refused with 422, if its sender may write. */
  readonly onRefused: (refused: RejectedRequest) => void;
  readonly metrics: Pick<Metrics, 'countRejectedRequest' | 'observeGroup'>;
}

/**
 * If receiving a body takes longer than this, in milliseconds, the credential is checked again: access may have been
 * revoked.
 */
const RECHECK_MS = 100;

/**
 * The most pages built, or continued, at once: each has a connection that other requests then lack, and its rows, texts and
 * bytes briefly take up to 64 MiB. In a small heap, several at once keep the garbage collector busy for seconds.
 */
const PAGES_AT_ONCE = Math.max(1, Math.min(4, Math.floor(getHeapStatistics().heap_size_limit / (128 * 1_048_576))));

type AppCaller = Extract<Caller, { kind: 'app' }>;

/** The writer, and when it was authenticated, before the body was read. */
type Writer = { readonly caller: AppCaller; readonly idempotencyKey: string | null; readonly at: number };

/** `POST` and `GET /v1/transactions`. The order of checks is that of decisions.md, The /v1 service. */
export function transactionRoutes(app: FastifyInstance, context: TransactionRoutes): void {
  const { database, registry, largeValidator, firstDelayMs, groupMax, metrics } = context;
  const authenticate = createAuthenticate(database, groupMax);
  const documents = createDocuments(database, { firstDelayMs, groupMax, onStatement: metrics.observeGroup });
  const writers = new WeakMap<FastifyRequest, Writer>();
  const pageSemaphore = createLimit(PAGES_AT_ONCE);

  app.route({
    method: 'POST',
    url: '/v1/transactions',
    // Before the body is read, so that a client that may not write need not send it.
    onRequest: async (request) => {
      const caller = mayWrite(await callerOf(authenticate, request));
      requireJson(request.raw);
      writers.set(request, { caller, idempotencyKey: readIdempotencyKey(request.raw), at: performance.now() });
    },
    handler: async (request, reply) => {
      const { caller: early, idempotencyKey, at } = writers.get(request)!;
      const caller = performance.now() - at > RECHECK_MS ? mayWrite(await callerOf(authenticate, request)) : early;
      const document = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const { business, appId, authorizationId } = caller;
      const writer = { app: appId };
      const submission = { business, writer, authorizationId, document, idempotencyKey };
      const gone = () => request.raw.socket.destroyed;
      const ingestion = await ingest({ documents, registry, largeValidator }, submission, gone).catch(
        (error: unknown) => {
          if (error instanceof Gone) return undefined;
          throw error;
        },
      );
      // The client has closed its connection, so nobody receives a response.
      if (!ingestion) return reply.hijack();
      if (ingestion.outcome === 'created') context.onCreated();
      if (ingestion.outcome === 'refused' && ingestion.rejection) {
        context.onRefused({ businessId: business.id, appId, body: document, ...ingestion.rejection });
      }
      if (ingestion.outcome === 'refused' && 'pieces' in ingestion.response) {
        const { status, code, issueCode, pieces } = ingestion.response;
        metrics.countRejectedRequest(code, issueCode);
        const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        return sendJson(reply, status, new LongBody(readCompressed(ingestion.response), bytes));
      }
      return sendIngestion(reply, ingestion);
    },
    // Documents are sent as text: only error bodies are serialised from objects.
    preSerialization: async (_request, reply, payload) => {
      if (payload instanceof LongBody) return payload;
      const { error, issues } = payload as HttpError['body'];
      if (reply.statusCode < 500) metrics.countRejectedRequest(error.code, issues?.[0]?.code);
      return payload;
    },
  });

  app.get('/v1/transactions', async (request, reply) => {
    const caller = await callerOf(authenticate, request);
    const query = readQuery(request);
    const businessId = await businessToList(database, caller, query);
    if (caller.kind === 'personal') noteCaller(request, { business: businessId });
    const page = await pageSemaphore(() => listTransactions(database, businessId, query));
    if (page === undefined)
      throw new HttpError('invalid_cursor', 'startAfter is not the id of a transaction in this list.');
    const body = pageBody(page, {
      tryHold: (bytes) => request.tryHold(bytes),
      read: (id) => pageSemaphore(() => readStored(database, businessId, id)),
      isGone: () => request.raw.socket.destroyed,
    });
    return sendJson(reply, 200, body);
  });
}

async function callerOf(authenticate: Authenticate, request: FastifyRequest): Promise<Caller> {
  const caller = await authenticate(readBearerToken(request.raw));
  if (!caller) throw unauthorized();
  if (caller.kind === 'app') noteCaller(request, { app: caller.appId, business: caller.business.id });
  return caller;
}

function mayWrite(caller: Caller): AppCaller {
  if (caller.kind !== 'app') throw new HttpError('forbidden', 'A personal key cannot write; use an app access token.');
  if (!caller.partner) throw new HttpError('forbidden', 'Only partner apps may write transactions.');
  if (!caller.scopes.includes(WRITE_SCOPE)) {
    throw new HttpError('forbidden', `The token lacks the scope ${WRITE_SCOPE}.`);
  }
  return caller;
}

async function sendIngestion(reply: FastifyReply, ingestion: Ingestion): Promise<FastifyReply> {
  switch (ingestion.outcome) {
    case 'created':
      return sendJson(reply, 201, ingestion.body);
    case 'replayed':
      return sendJson(reply.header('Idempotent-Replayed', 'true'), 200, ingestion.body);
    case 'duplicate':
      throw new HttpError(
        'duplicate_transaction',
        'A transaction with this platform and externalId already exists. It was written with a different Idempotency-Key, or without one.',
      );
    case 'forbidden':
      throw new HttpError('forbidden', 'vendor.id is not a business that granted this token access.');
    case 'revoked':
      throw unauthorized();
    case 'unjudged':
      throw unavailable('The document could not be validated. Try again.');
    case 'refused':
      if ('pieces' in ingestion.response) throw new Error('a long response is sent in pieces');
      return reply.code(ingestion.response.status).send(ingestion.response.body);
  }
}

function readQuery(request: FastifyRequest): ListQuery {
  const at = request.url.indexOf('?');
  const result = parseListQuery(new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)));
  if (result.valid) return result.query;
  const issues = result.issues.map(({ field, code, message }) => ({ field, code, message }));
  throw new HttpError('invalid_parameter', issues[0]!.message, { issues });
}

/** The business that a caller may list: its own, or the chosen one for an owner-wide key. */
async function businessToList(database: Database, caller: Caller, { businessId }: ListQuery): Promise<string> {
  const forbidden = () => new HttpError('forbidden', "businessId is not the credential's business.");
  if (caller.kind === 'app' || caller.businessId !== null) {
    const own = caller.kind === 'app' ? caller.business.id : caller.businessId!;
    if (businessId !== undefined && businessId !== own) throw forbidden();
    return own;
  }
  if (businessId === undefined) {
    const message = 'businessId is required with an owner-wide key.';
    throw new HttpError('invalid_parameter', message, {
      issues: [{ field: 'businessId', code: 'invalid_parameter', message }],
    });
  }
  const owned = 'SELECT 1 AS owned FROM businesses WHERE id = $1 AND owner_id = $2';
  if ((await database.query(owned, [businessId, caller.ownerId])).length === 0) throw forbidden();
  return businessId;
}

/** Sends JSON text byte for byte. */
function sendJson(reply: FastifyReply, status: number, json: string | Buffer | LongBody): FastifyReply {
  return reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(json);
}
