import type { ErrorIssue } from '../document/types.generated.js';
import type { StoredTransaction } from '../document/written-types.js';
import { isObject } from '../usage/option-tests.js';
import type { Reply } from './exchange.js';

/** The error in an answer of the service. Absent in answers of others, such as gateways. */
export type AnswerError = { readonly code: string; readonly message: string };

/** The document is stored. */
export type Stored = {
  readonly outcome: 'stored';
  /** The document as the service stores it, with its `id`. */
  readonly transaction: StoredTransaction;
  /** Whether an earlier attempt with the same key had stored it (200). */
  readonly replayed: boolean;
};

/** Nothing was stored, and a repeat changes nothing: the document or the request must change. */
export type Refused = {
  readonly outcome: 'refused';
  readonly status: number;
  readonly error?: AnswerError | undefined;
  /** What is wrong with the document; empty if the answer lists nothing. */
  readonly issues: readonly ErrorIssue[];
};

/** The identity exists with another key: 409 `duplicate_transaction`. Nothing was stored. */
export type Conflict = { readonly outcome: 'conflict'; readonly status: 409; readonly error: AnswerError };

/** 401: the token is missing, wrong or revoked. */
export type Unauthorized = {
  readonly outcome: 'unauthorized';
  readonly status: 401;
  readonly error?: AnswerError | undefined;
};

/** 403: the business has not granted access, or not this scope. */
export type Forbidden = {
  readonly outcome: 'forbidden';
  readonly status: 403;
  readonly error?: AnswerError | undefined;
};

/** Nobody knows whether the document is stored. Send it again later, with the same key. */
export type Unknown = {
  readonly outcome: 'unknown';
  /** Absent if no answer came, or only a part of it. */
  readonly status?: number | undefined;
  /** Seconds that the service asks to wait; at most `maxWaitMs`. */
  readonly retryAfter?: number | undefined;
  /** Why no answer came. */
  readonly cause?: unknown;
};

/** What is known of a document after `send`. */
export type SendOutcome = Stored | Refused | Conflict | Unauthorized | Forbidden | Unknown;

/** Whether the same request may be answered otherwise later. */
export const isPassing = (status: number): boolean => status >= 500 || [0, 408, 425, 429].includes(status);

export const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Whether a body is the stored form of `document`: a portal or a proxy may also answer 200. */
export function isStoredFormOf(document: unknown, body: unknown): body is StoredTransaction {
  const sent = (Object(document) as Partial<StoredTransaction>).source;
  const { id, source } = (body ?? {}) as Partial<StoredTransaction>;
  return (
    typeof id === 'string' &&
    id !== '' &&
    source?.externalId === sent?.externalId &&
    source?.platform === sent?.platform
  );
}

export function outcomeOf({ status, body, retryAfter, cause }: Reply, document: unknown): SendOutcome {
  const error = errorOf(body);
  if (isOk(status) && isStoredFormOf(document, body)) {
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
