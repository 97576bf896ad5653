import { toErrorResponse, toStored, type HttpErrorResponse, type Registry, type Transaction } from 'receipt-rule-packs';
import { instantMicros } from 'receipt-rule-packs/cursor';
import { v7 } from 'uuid';
import type { BusinessRecord } from '../businesses/business.js';
import { validateDocument, type NamedIssue } from '../validation/validate-document.js';
import { LARGE_BYTES, NotValidated, type LargeValidator } from '../validation/large-validator.js';
import type { CompressedResponse } from '../validation/compressed-response.js';
import type { Documents, NewDocument, Wanted } from './documents.js';
import { identityKey, readIdentity, type Identity, type Writer } from './identity.js';
import { inSpan } from '../tracing.js';
import { searchKey } from './search-key.js';
import { storedJson } from './stored-json.js';

/** A document with at least this many issues is validated again in the worker thread, which lists all issues. */
const MANY_ISSUES = 1_000;

/** One document to ingest. */
export interface Submission {
  /** The business for which the writer may store documents. */
  readonly business: BusinessRecord;
  readonly writer: Writer;
  /** The authorization of the writing app; null for a connected source. */
  readonly authorizationId: string | null;
  /** The JSON as received. */
  readonly document: Uint8Array;
  readonly idempotencyKey: string | null;
}

/** The result of `ingest`; `body` is the stored document as JSON. */
export type Ingestion =
  | { readonly outcome: 'created' | 'replayed'; readonly body: string }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'forbidden' }
  /** The authorization has been revoked; nothing was stored. */
  | { readonly outcome: 'revoked' }
  /** `rejection` is absent if the document is not valid JSON. */
  | {
      readonly outcome: 'refused';
      readonly response: HttpErrorResponse | CompressedResponse;
      readonly rejection?: Rejection;
    }
  /** The document could not be validated. */
  | { readonly outcome: 'unjudged' };

/** Why a document was rejected. */
export interface Rejection {
  readonly code: string;
  /** The first issues, or all of them. */
  readonly issues: readonly NamedIssue[];
  readonly issueCount: number;
  /** The parsed document, or only the fields that the log of rejected requests keeps. */
  readonly document: unknown;
}

/** The dependencies of `ingest`. */
export interface IngestContext {
  readonly documents: Documents;
  readonly registry: Registry;
  readonly largeValidator: Pick<LargeValidator, 'validate'>;
}

/**
 * Validates and stores a document from any writer: an app (by POST) or a connected source. For the order of the checks,
 * see decisions.md, The /v1 service.
 *
 * @param gone returns whether the caller has disconnected; called before the document is stored
 * @throws DatabaseUnavailable, Gone
 */
export async function ingest(context: IngestContext, submission: Submission, gone?: () => boolean): Promise<Ingestion> {
  const { documents } = context;
  const { business, writer, idempotencyKey } = submission;
  const verdict = await inSpan('validate document', { 'receipts.bytes': submission.document.length }, () =>
    validateSubmission(context, submission),
  ).catch((error: unknown) => {
    if (error instanceof NotValidated) return undefined;
    throw error;
  });
  if (verdict === undefined) return { outcome: 'unjudged' };
  if (verdict.kind === 'foreign') return { outcome: 'forbidden' };
  if (verdict.kind === 'valid') {
    const key = identityKey(writer, readIdentity(verdict.result.transaction)!);
    const stored = toDocument(submission, verdict.result, key);
    const written = await inSpan('store document', { 'receipts.business': business.id }, () =>
      documents.write(stored, gone),
    );
    if (written === 'written') return { outcome: 'created', body: stored.body };
    if (written === 'revoked') return { outcome: 'revoked' };
    const known = await replay(documents, { businessId: business.id, identity: key, idempotencyKey });
    if (known) return known;
    throw new Error('the identity of the document is taken, but no document has this identity');
  }
  const { response, rejection, identity } = verdict;
  if (rejection.code === 'invalid_json') return { outcome: 'refused', response };
  // A repeated write returns the stored document, even if the current rules would reject the document.
  const known =
    identity &&
    (await replay(documents, { businessId: business.id, identity: identityKey(writer, identity), idempotencyKey }));
  return known ?? { outcome: 'refused', response, rejection };
}

/** The result for a document whose identity is taken; undefined if the identity is free. */
async function replay(documents: Documents, wanted: Wanted): Promise<Ingestion | undefined> {
  const known = await documents.find(wanted);
  if (!known) return undefined;
  return known.body === undefined ? { outcome: 'duplicate' } : { outcome: 'replayed', body: known.body };
}

type SubmissionVerdict =
  | { readonly kind: 'valid'; readonly result: Valid }
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly response: HttpErrorResponse | CompressedResponse;
      readonly identity: Identity | undefined;
      readonly rejection: Rejection;
    };

/** The parts of a valid result that are needed to store the document. */
interface Valid {
  readonly transaction: Transaction;
  readonly profileId: string;
  readonly documentTier: 'receipt';
}

/**
 * Validates a document here, or in the thread if the document is large or has many issues. @throws NotValidated
 */
async function validateSubmission(
  { registry, largeValidator }: IngestContext,
  submission: Submission,
): Promise<SubmissionVerdict> {
  const { business, authorizationId, document } = submission;
  if (document.length < LARGE_BYTES) {
    const verdict = validateDocument(registry, document, business, MANY_ISSUES);
    if (verdict.kind !== 'refused') return verdict;
    const { result, identity, document: parsed } = verdict;
    const { error, issues } = result;
    if (issues.length < MANY_ISSUES) {
      const rejection = { code: error.code, issues, issueCount: issues.length, document: parsed };
      return { kind: 'refused', response: toErrorResponse(result), identity, rejection };
    }
  }
  const { id, rules } = business;
  const verdict = await largeValidator.validate(authorizationId ?? id, {
    document: new Uint8Array(document),
    business: { id, rules },
  });
  if (verdict.kind !== 'valid') return verdict;
  // Parsing the document again is faster than copying the parsed document from the thread.
  const transaction = JSON.parse(new TextDecoder().decode(document)) as Transaction;
  const { id: profileId, documentTier } = registry.resolve(rules.country)!;
  return { kind: 'valid', result: { transaction, profileId, documentTier } };
}

/** Builds the document to store. */
function toDocument(
  { business, authorizationId, document, idempotencyKey }: Submission,
  valid: Valid,
  identity: string,
): NewDocument {
  const { transaction, profileId, documentTier } = valid;
  const now = new Date().toISOString();
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
    createdAt: now,
  };
}
