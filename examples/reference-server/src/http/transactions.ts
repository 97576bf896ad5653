import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAuthenticate, type Caller } from '../credentials/authenticate.js';
import { WRITE_SCOPE } from '../credentials/token.js';
import { countRejection, countWrite, type Counting } from '../counters/counted.js';
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
import { eventRoutes } from './events.js';
import { createLimit } from './limit.js';
import { LongBody } from './long-bodies.js';
import { pageBody } from './page-body.js';
import { businessToList, callerOf, queryOf, readQuery, sendJson } from './reading.js';
import { readIdempotencyKey, requireJson } from './headers.js';

/** The dependencies and settings of the routes. */
export interface TransactionRoutes extends Pick<IngestContext, 'registry' | 'largeValidator'> {
  readonly database: Database;
  /** Milliseconds before the first delivery attempt of an event. */
  readonly firstDelayMs: number;
  /** The maximum number of documents, and of credentials, per statement; see `GroupOptions`. */
  readonly groupMax?: number;
  /** Called after a document has been stored, so that delivery does not wait for the next poll. */
  readonly onCreated: () => void;
  /** Called after a document has been rejected with 422, if its sender may write. */
  readonly onRefused: (refused: RejectedRequest) => void;
  readonly metrics: Pick<Metrics, 'countRejectedRequest' | 'observeGroup'>;
  /** Counts writes; default: writes are not counted. */
  readonly counters?: Counting;
  /** Whether to serve the event feed; default false. */
  readonly feed?: boolean;
}

/**
 * If receiving a body takes longer than this, in milliseconds, the credential is checked again, because access may have
 * been revoked.
 */
const RECHECK_MS = 100;

/**
 * The maximum number of pages to build or continue at once: each page takes a connection from other requests, and its
 * rows, strings and bytes briefly occupy up to 64 MiB. In a small heap, several pages at once keep the garbage
 * collector busy for seconds.
 */
const PAGES_AT_ONCE = Math.max(1, Math.min(4, Math.floor(getHeapStatistics().heap_size_limit / (128 * 1_048_576))));

type AppCaller = Extract<Caller, { kind: 'app' }>;

/** The writer, and the time at which it was authenticated, before the body was read. */
type Writer = { readonly caller: AppCaller; readonly idempotencyKey: string | null; readonly at: number };

/**
 * `POST` and `GET /transactions`, and `GET /events` with `feed`; a plugin to register with the prefix `/v1`. The checks
 * run in the order given in decisions.md, The /v1 service.
 */
export async function transactionRoutes(app: FastifyInstance, context: TransactionRoutes): Promise<void> {
  const { database, registry, largeValidator, firstDelayMs, groupMax, metrics, counters } = context;
  const authenticate = createAuthenticate(database, groupMax);
  const documents = createDocuments(database, { firstDelayMs, groupMax, onStatement: metrics.observeGroup });
  const writers = new WeakMap<FastifyRequest, Writer>();
  const pageSemaphore = createLimit(PAGES_AT_ONCE);

  app.route({
    method: 'POST',
    url: '/transactions',
    // Runs before the body is read, so that a client without permission to write need not send the body.
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
      // The client has closed its connection, so the response has no recipient.
      if (!ingestion) return reply.hijack();
      if (ingestion.outcome === 'created') context.onCreated();
      if (ingestion.outcome === 'refused' && ingestion.rejection) {
        context.onRefused({ businessId: business.id, appId, body: document, ...ingestion.rejection });
        if (counters) countRejection(counters, caller, ingestion.rejection.issues);
      }
      if (ingestion.outcome === 'refused' && 'pieces' in ingestion.response) {
        const { status, code, issueCode, pieces } = ingestion.response;
        metrics.countRejectedRequest(code, issueCode);
        if (counters) countWrite(counters, caller, code);
        const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        return sendJson(reply, status, new LongBody(readCompressed(ingestion.response), bytes));
      }
      if (counters && 'body' in ingestion) countWrite(counters, caller, ingestion.outcome);
      return sendIngestion(reply, ingestion);
    },
    // Documents are sent as text; only error bodies are serialised from objects.
    preSerialization: async (request, reply, payload) => {
      if (payload instanceof LongBody) return payload;
      const { error, issues } = payload as HttpError['body'];
      if (counters) countWrite(counters, writers.get(request)?.caller, error.code);
      if (reply.statusCode < 500) metrics.countRejectedRequest(error.code, issues?.[0]?.code);
      return payload;
    },
  });

  app.get('/transactions', async (request, reply) => {
    const caller = await callerOf(authenticate, request);
    const query = readQuery(queryOf(request));
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
  if (context.feed === true) eventRoutes(app, { database, authenticate, pageSemaphore });
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
