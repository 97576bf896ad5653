// POST /v1/transactions as a Fastify plugin, and the loop that sends its webhooks. Copy this file and make it yours.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry, SCHEMA_VERSION, toErrorResponse, toStored } from 'receipt-rule-packs';
import { createWebhookSigner } from 'receipt-rule-packs/webhook';

/** `outbox` holds unsent events. A row without `due_at` has failed six times. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS receipts (
    business_id text, identity text, idempotency_key text, document text NOT NULL, PRIMARY KEY (business_id, identity));
  CREATE TABLE IF NOT EXISTS endpoints (
    id text PRIMARY KEY, business_id text NOT NULL, url text NOT NULL, secret text NOT NULL);
  CREATE TABLE IF NOT EXISTS outbox (
    event_id text, endpoint_id text REFERENCES endpoints ON DELETE CASCADE, body text NOT NULL,
    attempts integer NOT NULL DEFAULT 0, due_at timestamptz DEFAULT now(), PRIMARY KEY (event_id, endpoint_id));
  CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due_at)`;

/** One statement, so that a receipt and its deliveries are stored together or not at all. */
const STORE = `
  WITH stored AS (
    INSERT INTO receipts (business_id, identity, idempotency_key, document) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING business_id
  ), queued AS (
    INSERT INTO outbox (event_id, endpoint_id, body)
    SELECT $5, endpoints.id, $6 FROM stored JOIN endpoints USING (business_id)
  )
  SELECT 1 FROM stored`;

const TYPE = 'transaction.created';
const FIND = 'SELECT document, idempotency_key FROM receipts WHERE business_id = $1 AND identity = $2';

/**
 * `app.register(receipts, { db, packs, businessOf })`, where `db` is a Pool from pg, and `businessOf(request)` resolves
 * to `{ country, appId, vendor: { id, name, country, … } }` for a valid credential, otherwise to undefined.
 */
export async function receipts(app, { db, packs, businessOf }) {
  const registry = createRegistry(packs);
  // Let the library parse the bytes, because it finds problems that JSON.parse hides.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const { statusCode: status = 500, message } = error;
    if (status in REFUSED) return answer(reply, status, REFUSED[status], message);
    request.log.error(error);
    return answer(reply, 500, 'internal_error', 'Internal error.');
  });
  app.decorateRequest('business', null);
  app.addHook('onRequest', async (request, reply) => {
    request.business = await businessOf(request);
    if (request.business) return undefined;
    return answer(reply.header('WWW-Authenticate', 'Bearer'), 401, 'unauthorized', 'A valid credential is required.');
  });

  app.post('/v1/transactions', async ({ raw, body, business }, reply) => {
    const [key = null, ...others] = raw.headersDistinct['idempotency-key'] ?? [];
    if (key !== null && (others.length > 0 || !/^[\x20-\x7e]{1,255}$/.test(key)))
      return answer(reply, 400, 'invalid_idempotency_key', 'The key must be 1 to 255 printable ASCII characters.');

    const result = registry.validateJson(body ?? '', business, { maxIssues: 1_000 });
    if (result.error?.code === 'invalid_json') return refuse(reply, toErrorResponse(result));
    const sent = result.valid ? result.transaction : JSON.parse(new TextDecoder().decode(body));
    const names = [sent.vendor?.id, sent.source?.platform, sent.source?.externalId];
    const named = names.every((name) => typeof name === 'string' && name !== '');
    if (named && names[0] !== business.vendor.id)
      return answer(reply, 403, 'forbidden', 'vendor.id is not the business of this credential.');

    const identity = sha256(JSON.stringify([business.appId, ...names]));
    if (result.valid) {
      const { document, eventId, event } = stored(result, business.vendor);
      const { rows } = await db.query(STORE, [names[0], identity, key, document, eventId, event]);
      if (rows.length === 1) return json(reply.code(201), document);
    }
    // A replay: the same key gets the stored document, whatever the body says and whatever the current rules are.
    const [before] = named ? (await db.query(FIND, [names[0], identity])).rows : [];
    if (!before) return refuse(reply, toErrorResponse(result));
    if (key === null || before.idempotency_key !== key)
      return answer(reply, 409, 'duplicate_transaction', 'This sale has already been stored.');
    return json(reply.header('Idempotent-Replayed', 'true'), before.document);
  });
}

const REFUSED = { 400: 'invalid_json', 413: 'payload_too_large', 415: 'unsupported_media_type' };
const answer = (reply, status, code, message) => reply.code(status).send({ error: { code, message } });
const refuse = (reply, { status, body }) => reply.code(status).send(body);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const json = (reply, text) => reply.type('application/json; charset=utf-8').send(text);

/** The stored document and its event, as JSON. */
function stored({ transaction, profileId, documentTier }, vendor) {
  const at = new Date().toISOString();
  const fields = { id: `txn_${uuidV7()}`, createdAt: at, syncedAt: at, profileId, documentTier, vendor };
  const document = JSON.stringify(toStored(transaction, fields));
  const eventId = `evt_${uuidV7()}`;
  const head = { eventId, schemaVersion: SCHEMA_VERSION, type: TYPE, businessId: vendor.id, createdAt: at };
  return { document, eventId, event: `${JSON.stringify(head).slice(0, -1)},"data":${document}}` };
}

function uuidV7() {
  const ms = Date.now().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`;
}

/**
 * Leases due rows for a few seconds: other processes skip these rows meanwhile, and take over afterwards if this
 * process dies.
 */
const LEASE = `
  WITH due AS (
    SELECT event_id, endpoint_id FROM outbox WHERE due_at <= now() ORDER BY due_at LIMIT 32 FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox o SET due_at = now() + $1 * interval '1 s' FROM due JOIN endpoints e ON e.id = due.endpoint_id
  WHERE o.event_id = due.event_id AND o.endpoint_id = due.endpoint_id
  RETURNING o.event_id, o.endpoint_id, o.body, o.attempts, e.url, e.secret`;

const DELIVERED = 'DELETE FROM outbox WHERE event_id = $1 AND endpoint_id = $2';
const FAILED = `UPDATE outbox SET attempts = attempts + 1, due_at = now() + $4 * interval '1 s'
  WHERE event_id = $1 AND endpoint_id = $2 AND attempts = $3`;

/** Seconds between the six attempts. */
const DELAYS = [30, 300, 1_800, 7_200, 43_200];

/** Sends until `signal` aborts. An event can arrive more than once, so receivers deduplicate by `eventId`. */
export async function sendOutbox({ db, signal, delays = DELAYS, leaseSeconds = 30, onError = console.error }) {
  while (!signal.aborted) {
    const leased = db.query(LEASE, [leaseSeconds]);
    const sent = await leased.then(({ rows }) => Promise.all(rows.map(deliver))).catch(onError);
    if (!sent?.length) await sleep(250, undefined, { signal }).catch(() => undefined);
  }

  async function deliver({ event_id, endpoint_id, attempts, ...row }) {
    if (await attempt(row)) return db.query(DELIVERED, [event_id, endpoint_id]);
    return db.query(FAILED, [event_id, endpoint_id, attempts, delays[attempts] ?? null]);
  }
}

async function attempt({ url, secret, body }) {
  try {
    const headers = await createWebhookSigner({ secrets: secret }).sign(body, { event: TYPE });
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    response.body?.cancel().catch(() => undefined);
    return response.ok;
  } catch {
    return false;
  }
}
