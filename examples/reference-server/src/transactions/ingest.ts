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
import { envelope } from '../events/envelope.js';
import type { Documents, NewDocument } from './documents.js';
import { identityKey, readIdentity, type Writer } from './identity.js';
import { searchKey } from './search-key.js';
import { storedJson } from './stored-json.js';

/** The most issues of one answer. Its message says how many there are. A body of 1 MiB can have millions. */
const MAX_ISSUES = 10_000;

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
  | { readonly outcome: 'refused'; readonly answer: ErrorAnswer; readonly because?: Refusal };

/** Why a document was refused. */
export interface Refusal {
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The content of the document. */
  readonly document: unknown;
}

/** The parts that ingestion needs. */
export interface IngestContext {
  readonly documents: Documents;
  readonly registry: Registry;
}

/**
 * Ingests a document of any writer: an app by POST, or a connected source. The checks and their order are those of
 * decisions.md, The /v1 service.
 *
 * @param gone whether nobody waits for the answer any more; asked before the document is stored
 * @throws DatabaseUnavailable, Gone
 */
export async function ingest(
  { documents, registry }: IngestContext,
  submission: Submission,
  gone?: () => boolean,
): Promise<Ingestion> {
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
    const stored = toDocument(submission, result, key!);
    const written = await documents.write(stored, gone);
    if (written === 'written') return { outcome: 'created', body: stored.body };
    if (written === 'revoked') return { outcome: 'revoked' };
  }
  // A replay is answered even if today's rules would refuse the document.
  const known =
    key === undefined ? undefined : await documents.find({ businessId: business.id, identity: key, idempotencyKey });
  if (known) return known.body === undefined ? { outcome: 'duplicate' } : { outcome: 'replayed', body: known.body };
  if (result.valid) throw new Error('the identity of the document is taken, but no document has it');
  const because = { code: result.error.code, issues: result.issues, document: said };
  return { outcome: 'refused', answer: toErrorResponse(result), because };
}

/** The document as it is stored, with its event. */
function toDocument(
  { business, authorizationId, document, idempotencyKey }: Submission,
  valid: { readonly transaction: Transaction; readonly profileId: string; readonly documentTier: 'receipt' },
  identity: string,
): NewDocument {
  const { transaction, profileId, documentTier } = valid;
  const at = new Date();
  const now = at.toISOString();
  const id = `txn_${v7()}`;
  const fields = { id, createdAt: now, syncedAt: now, profileId, documentTier, vendor: business.vendor };
  const body = storedJson(toStored(transaction, fields), document);
  return {
    businessId: business.id,
    id,
    identity,
    idempotencyKey,
    instantUs: instantMicros(transaction.timestamp).toString(),
    body,
    authorizationId,
    receiptNumber: searchKey(transaction.receiptNumber),
    externalId: searchKey(transaction.source.externalId),
    event: envelope('transaction.created', business.id, body, at),
  };
}

/** An earlier stage has already read it. */
function parse(document: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(document));
}
