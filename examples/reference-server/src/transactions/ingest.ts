import {
  toErrorResponse,
  toStored,
  type ErrorAnswer,
  type Issue,
  type Registry,
  type Transaction,
} from 'receipt-rule-packs';
import { instantMicros } from 'receipt-rule-packs/cursor';
import { v7 } from 'uuid';
import type { BusinessRecord } from '../businesses/business.js';
import type { Database, Row } from '../database/database.js';
import { emitParameters, emitStatements } from '../events/emit.js';
import { envelope } from '../events/envelope.js';
import { identityKey, readIdentity, type Writer } from './identity.js';
import { searchKey } from './search-key.js';
import { storedJson } from './stored-json.js';

/** Issues of one answer; its message says how many there are. A body of 1 MiB has room for millions. */
const MAX_ISSUES = 10_000;

/** One document to be ingested. */
export interface Submission {
  /** The business that the writer may write for. */
  readonly business: BusinessRecord;
  readonly writer: Writer;
  /** The authorization that the app writes by; null for a connected source. */
  readonly authorizationId: string | null;
  /** JSON as it came in. */
  readonly document: Uint8Array;
  readonly idempotencyKey: string | null;
}

/** What became of it; `body` is the stored document as JSON. */
export type Ingestion =
  | { readonly outcome: 'created' | 'replayed'; readonly body: string }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'forbidden' }
  /** The authorization was revoked meanwhile: nothing was stored. */
  | { readonly outcome: 'revoked' }
  /** `because` where it was refused for what it says, and not as no document at all. */
  | { readonly outcome: 'refused'; readonly answer: ErrorAnswer; readonly because?: Refusal };

/** What a document was refused for. */
export interface Refusal {
  readonly code: string;
  readonly issues: readonly Issue[];
  /** What it says. */
  readonly document: unknown;
}

/** What ingestion works on. */
export interface IngestContext {
  readonly database: Database;
  readonly registry: Registry;
  /** Milliseconds before the first delivery attempt of the event. */
  readonly firstDelayMs: number;
}

/**
 * Ingests a document, whoever sent it: an app by POST or a connected source. The checks and their order are those of
 * decisions.md, The /v1 service. The document, its event and the deliveries are stored by one statement, all or nothing.
 *
 * @throws DatabaseUnavailable
 */
export async function ingest(context: IngestContext, submission: Submission): Promise<Ingestion> {
  const { database, registry } = context;
  const { business, writer, document, idempotencyKey } = submission;
  const result = registry.validateJson(document, business.rules, { maxIssues: MAX_ISSUES });
  if (!result.valid && result.error.code === 'invalid_json') {
    return { outcome: 'refused', answer: toErrorResponse(result) };
  }
  const said = result.valid ? result.transaction : parse(document);
  const identity = readIdentity(said);
  if (identity && identity.vendorId !== business.id) return { outcome: 'forbidden' };
  const key = identity && identityKey(writer, identity);
  if (result.valid) {
    const stored = await store(context, submission, result, key!);
    if (stored !== 'taken') return stored;
  }
  // A replay is answered even where today's rules would refuse the document.
  const known = key === undefined ? undefined : await replay(database, business.id, key, idempotencyKey);
  if (known) return known;
  if (result.valid) throw new Error('the identity of the document is taken, but no document has it');
  const because = { code: result.error.code, issues: result.issues, document: said };
  return { outcome: 'refused', answer: toErrorResponse(result), because };
}

/** Stores a document with its event and deliveries; `taken` where its identity is, also by a concurrent write. */
async function store(
  { database, firstDelayMs }: IngestContext,
  { business, authorizationId, document, idempotencyKey }: Submission,
  valid: { readonly transaction: Transaction; readonly profileId: string; readonly documentTier: 'receipt' },
  key: string,
): Promise<Ingestion | 'taken'> {
  const { transaction, profileId, documentTier } = valid;
  const at = new Date();
  const now = at.toISOString();
  const id = `txn_${v7()}`;
  const fields = { id, createdAt: now, syncedAt: now, profileId, documentTier, vendor: business.vendor };
  const body = storedJson(toStored(transaction, fields), document);
  const event = envelope('transaction.created', business.id, body, at);
  const [row] = await database.query<Row & { granted: boolean; written: boolean }>(
    `WITH granted AS (
       SELECT 1 WHERE $7::text IS NULL OR EXISTS (
         SELECT FROM authorizations WHERE business_id = $1 AND id = $7::text AND revoked_at IS NULL)
     ), written AS (
       INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body,
         receipt_number, external_id, event_id)
       SELECT $1, $2, $3, $4, $5::bigint, $6, $8, $9, $10 FROM granted
       ON CONFLICT (business_id, identity) DO NOTHING
       RETURNING 1
     ), ${emitStatements(11, 'written')}
     SELECT EXISTS (SELECT FROM granted) AS granted, EXISTS (SELECT FROM written) AS written`,
    [
      business.id,
      id,
      key,
      idempotencyKey,
      instantMicros(transaction.timestamp).toString(),
      body,
      authorizationId,
      searchKey(transaction.receiptNumber),
      searchKey(transaction.source.externalId),
      event.id,
      ...emitParameters(event, firstDelayMs),
    ],
  );
  if (!row!.granted) return { outcome: 'revoked' };
  return row!.written ? { outcome: 'created', body } : 'taken';
}

/** The answer where the identity is taken: the document again for the same key, else the refusal of a duplicate. */
async function replay(
  database: Database,
  businessId: string,
  key: string,
  idempotencyKey: string | null,
): Promise<Ingestion | undefined> {
  const [row] = await database.query<Row & { idempotency_key: string | null; body: string }>(
    'SELECT idempotency_key, body FROM transactions WHERE business_id = $1 AND identity = $2',
    [businessId, key],
  );
  if (!row) return undefined;
  const same = idempotencyKey !== null && row.idempotency_key === idempotencyKey;
  return same ? { outcome: 'replayed', body: row.body } : { outcome: 'duplicate' };
}

/** The stage before has read it already. */
function parse(document: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(document));
}
