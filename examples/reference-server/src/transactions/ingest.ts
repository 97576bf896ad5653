import { toErrorResponse, toStored, type HttpErrorResponse, type Registry, type Transaction } from 'receipt-rule-packs';
import { instantMicros } from 'receipt-rule-packs/cursor';
import { v7 } from 'uuid';
import type { BusinessRecord } from '../businesses/business.js';
import type { Database, Parameter, Queryable, Row } from '../database/database.js';
import { emit, emitParameters, emitStatements } from '../events/emit.js';
import { envelope, type Envelope } from '../events/envelope.js';
import { judge, type NamedIssue } from '../judge/judge.js';
import { LARGE_BYTES, NotJudged, type LargeJudge } from '../judge/large-judge.js';
import type { LongAnswer } from '../judge/long-answer.js';
import { identityKey, readIdentity, type Identity, type Writer } from './identity.js';
import { searchKey } from './search-key.js';
import { storedJson } from './stored-json.js';

/** A document with so many issues is judged in the thread, where all of them are listed. */
const MANY_ISSUES = 1_000;

/** One document to be ingested. */
export interface Submission {
  /** The business that the writer may write for. */
  readonly business: BusinessRecord;
  readonly writer: Writer;
  /** The authorization of the app that writes; null for a connected source. */
  readonly authorizationId: string | null;
  /** JSON as it was received. */
  readonly document: Uint8Array;
  readonly idempotencyKey: string | null;
}

/** The result; `body` is the stored document as JSON. */
export type Ingestion =
  | { readonly outcome: 'created' | 'replayed'; readonly body: string }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'forbidden' }
  /** The authorization was revoked meanwhile: nothing was stored. */
  | { readonly outcome: 'revoked' }
  /** `because` where it was refused for what it says, and not as no document at all. */
  | { readonly outcome: 'refused'; readonly answer: HttpErrorResponse | LongAnswer; readonly because?: Refusal }
  /** It could not be judged. */
  | { readonly outcome: 'unjudged' };

/** Why a document was refused. */
export interface Refusal {
  readonly code: string;
  /** The first ones at least. */
  readonly issues: readonly NamedIssue[];
  readonly issueCount: number;
  /** The content of the document, or those fields of it that are kept of refused writes. */
  readonly document: unknown;
}

/** The parts that ingestion needs. */
export interface IngestContext {
  readonly database: Database;
  readonly registry: Registry;
  readonly largeJudge: Pick<LargeJudge, 'judge'>;
  /** Milliseconds before the first delivery attempt of the event. */
  readonly firstDelayMs: number;
}

/**
 * Ingests a document of any writer: an app by POST, or a connected source. The checks and their order are those of
 * decisions.md, The /v1 service. One statement stores the document, its event and the deliveries, all or nothing.
 *
 * @throws DatabaseUnavailable
 */
export async function ingest(context: IngestContext, submission: Submission): Promise<Ingestion> {
  const { database } = context;
  const { business, writer, idempotencyKey } = submission;
  const verdict = await judged(context, submission).catch((error: unknown) => {
    if (error instanceof NotJudged) return undefined;
    throw error;
  });
  if (verdict === undefined) return { outcome: 'unjudged' };
  if (verdict.kind === 'foreign') return { outcome: 'forbidden' };
  if (verdict.kind === 'valid') {
    const key = identityKey(writer, readIdentity(verdict.result.transaction)!);
    const stored = await store(context, submission, verdict.result, key);
    if (stored !== 'taken') return stored;
    const known = await replay(database, business.id, key, idempotencyKey);
    if (known) return known;
    throw new Error('the identity of the document is taken, but no document has it');
  }
  const { answer, because, identity } = verdict;
  if (because.code === 'invalid_json') return { outcome: 'refused', answer };
  // A replay is answered even if today's rules would refuse the document.
  const known = identity && (await replay(database, business.id, identityKey(writer, identity), idempotencyKey));
  return known ?? { outcome: 'refused', answer, because };
}

type Judgement =
  | { readonly kind: 'valid'; readonly result: Valid }
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly answer: HttpErrorResponse | LongAnswer;
      readonly identity: Identity | undefined;
      readonly because: Refusal;
    };

/** The parts of a valid result that are stored. */
interface Valid {
  readonly transaction: Transaction;
  readonly profileId: string;
  readonly documentTier: 'receipt';
}

/** Judges here what is quickly judged, and the rest in the thread. @throws NotJudged */
async function judged({ registry, largeJudge }: IngestContext, submission: Submission): Promise<Judgement> {
  const { business, authorizationId, document } = submission;
  if (document.length < LARGE_BYTES) {
    const verdict = judge(registry, document, business, MANY_ISSUES);
    if (verdict.kind !== 'refused') return verdict;
    const { result, identity, document: said } = verdict;
    const { error, issues } = result;
    if (issues.length < MANY_ISSUES) {
      const because = { code: error.code, issues, issueCount: issues.length, document: said };
      return { kind: 'refused', answer: toErrorResponse(result), identity, because };
    }
  }
  const { id, rules } = business;
  const verdict = await largeJudge.judge(authorizationId ?? id, {
    document: new Uint8Array(document),
    business: { id, rules },
  });
  if (verdict.kind !== 'valid') return verdict;
  // To read it here is quicker than to copy what the thread has read.
  const transaction = JSON.parse(new TextDecoder().decode(document)) as Transaction;
  const { id: profileId, documentTier } = registry.resolve(rules.country)!;
  return { kind: 'valid', result: { transaction, profileId, documentTier } };
}

/**
 * Stores a document with its event and deliveries; `taken` if its identity exists, also because of a concurrent write.
 */
async function store(
  { database, firstDelayMs }: IngestContext,
  { business, authorizationId, document, idempotencyKey }: Submission,
  valid: Valid,
  key: string,
): Promise<Ingestion | 'taken'> {
  const { transaction, profileId, documentTier } = valid;
  const at = new Date();
  const now = at.toISOString();
  const id = `txn_${v7()}`;
  const fields = { id, createdAt: now, syncedAt: now, profileId, documentTier, vendor: business.vendor };
  const body = storedJson(toStored(transaction, fields), document);
  const event = envelope('transaction.created', business.id, body, at);
  const parameters = [
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
  ];
  const [row] = database.sharded
    ? await database.transaction((tx) => storeInShard(tx, parameters, event, firstDelayMs))
    : await database.query<StoredRow>(STORE, [...parameters, ...emitParameters(event, firstDelayMs)]);
  if (!row!.granted) return { outcome: 'revoked' };
  return row!.written ? { outcome: 'created', body } : 'taken';
}

interface StoredRow extends Row {
  readonly granted: boolean;
  readonly written: boolean;
}

/** The statement for the ten parameters of `store`. */
const GRANTED = `($7::text IS NULL OR EXISTS (
  SELECT FROM authorizations WHERE business_id = $1 AND id = $7::text AND revoked_at IS NULL))`;
const INSERT = `INSERT INTO transactions (business_id, id, identity, idempotency_key, instant_us, body,
    receipt_number, external_id, event_id)
  SELECT $1, $2, $3, $4, $5::bigint, $6, $8, $9, $10`;
const UNLESS_TAKEN = 'ON CONFLICT (business_id, identity) DO NOTHING';

const STORE = `WITH granted AS (SELECT 1 WHERE ${GRANTED}),
  written AS (${INSERT} FROM granted ${UNLESS_TAKEN} RETURNING 1),
  ${emitStatements(11, 'written')}
  SELECT EXISTS (SELECT FROM granted) AS granted, EXISTS (SELECT FROM written) AS written`;

/**
 * Does the same as STORE in separate statements, for the reason that emit.ts gives: they go only to the node of the
 * business.
 */
async function storeInShard(
  tx: Queryable,
  parameters: readonly Parameter[],
  event: Envelope,
  firstDelayMs: number,
): Promise<StoredRow[]> {
  const written = await tx.query(`${INSERT} WHERE ${GRANTED} ${UNLESS_TAKEN} RETURNING 1 AS written`, parameters);
  if (written.length === 1) {
    await emit(tx, event, firstDelayMs);
    return [{ granted: true, written: true }];
  }
  const [businessId = null, authorizationId = null] = [parameters[0], parameters[6]];
  const granted = await tx.query(
    `SELECT 1 AS granted WHERE $2::text IS NULL OR EXISTS (
       SELECT FROM authorizations WHERE business_id = $1 AND id = $2::text AND revoked_at IS NULL)`,
    [businessId, authorizationId],
  );
  return [{ granted: granted.length === 1, written: false }];
}

/** The answer if the identity is taken: the document again for the same key, else the refusal of a duplicate. */
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
