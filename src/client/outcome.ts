import type { ErrorIssue } from '../document/types.generated.js';
import type { StoredTransaction, Transaction } from '../document/written-types.js';
import { isObject } from '../usage/option-tests.js';
import type { Reply } from './exchange.js';

/** The error in a response from the service. Responses from anything else, such as a gateway, have none. */
export type AnswerError = { readonly code: string; readonly message: string };

/** The document is stored. */
export type Stored = {
  readonly outcome: 'stored';
  /** The document as the service stores it, with its `id`. */
  readonly transaction: StoredTransaction;
  /** Whether an earlier attempt with the same key had already stored it (200). */
  readonly replayed: boolean;
};

/** Nothing was stored, and retrying will not help: change the document or the request. */
export type Refused = {
  readonly outcome: 'refused';
  readonly status: number;
  readonly error?: AnswerError | undefined;
  /** The issues with the document; empty if the response lists none. */
  readonly issues: readonly ErrorIssue[];
};

/** Another document with the same identity is stored; this document is not. */
export type Conflict = {
  readonly outcome: 'conflict';
  /**
   * 409: the other document was stored with a different key. 200: it was stored with the same key, which is only
   * possible with keys of your own.
   */
  readonly status: number;
  /** `duplicate_transaction`, for 409. */
  readonly error?: AnswerError | undefined;
};

/** 401: the token is missing, wrong or revoked. */
export type Unauthorized = {
  readonly outcome: 'unauthorized';
  readonly status: 401;
  readonly error?: AnswerError | undefined;
};

/** 403: the business has not granted access, or has not granted this scope. */
export type Forbidden = {
  readonly outcome: 'forbidden';
  readonly status: 403;
  readonly error?: AnswerError | undefined;
};

/** Whether the document is stored is unknown. Send the document again later, with the same key. */
export type Unknown = {
  readonly outcome: 'unknown';
  /** Absent if there was no response or it was incomplete. */
  readonly status?: number | undefined;
  /** The wait in seconds that the service requests; at most `maxWaitMs`. */
  readonly retryAfter?: number | undefined;
  /** Why there was no response. */
  readonly cause?: unknown;
};

/** The outcome of `send`, as far as it is known. */
export type SendOutcome = Stored | Refused | Conflict | Unauthorized | Forbidden | Unknown;

/** Whether the same request might succeed later. */
export const isPassing = (status: number): boolean => status >= 500 || [0, 408, 425, 429].includes(status);

export const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Whether a body is the stored form of `document`. A captive portal or a proxy can also respond with 200. */
export function isStoredFormOf(document: unknown, body: unknown): body is StoredTransaction {
  const { source: sent, vendor: seller } = document as Partial<StoredTransaction>;
  const { id, source, vendor } = (body ?? {}) as Partial<StoredTransaction>;
  return (
    typeof id === 'string' &&
    id !== '' &&
    source?.externalId === sent?.externalId &&
    source?.platform === sent?.platform &&
    vendor?.id === seller?.id
  );
}

/**
 * Whether the stored document with the same identity could be the one that was sent. The service compares only the
 * keys.
 */
const isSameDocument = (sent: Transaction, { type, receiptNumber, totals }: StoredTransaction): boolean =>
  type === sent.type && receiptNumber === sent.receiptNumber && totals?.total === sent.totals?.total;

export function outcomeOf({ status, body, retryAfter, cause }: Reply, document: unknown): SendOutcome {
  const error = errorOf(body);
  if (isOk(status) && isStoredFormOf(document, body)) {
    if (!isSameDocument(document as Transaction, body)) return { outcome: 'conflict', status };
    return { outcome: 'stored', transaction: body, replayed: status === 200 };
  }
  if (status < 400 || isPassing(status)) {
    return { outcome: 'unknown', status: status || undefined, retryAfter, cause };
  }
  if (status === 401) return { outcome: 'unauthorized', status, error };
  if (status === 403) return { outcome: 'forbidden', status, error };
  if (status === 409 && error?.code === 'duplicate_transaction') return { outcome: 'conflict', status, error };
  return { outcome: 'refused', status, error, issues: issuesOf(body) };
}

export function errorOf(body: unknown): AnswerError | undefined {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error) || typeof error.code !== 'string') return undefined;
  return { code: error.code, message: String(error.message) };
}

function issuesOf(body: unknown): ErrorIssue[] {
  const issues = isObject(body) ? body.issues : undefined;
  return Array.isArray(issues) ? issues.filter(isObject).map((issue) => issue as unknown as ErrorIssue) : [];
}
