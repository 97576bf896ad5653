import type { KeptRejection } from 'receipt-reference-server/transactions/rejected-by-reason.js';

/** What identifies the document that a request tried to write. */
export type Writing = Pick<KeptRejection, 'id' | 'businessId' | 'appId' | 'receiptNumber' | 'externalId'>;

/**
 * Returns the same text for all requests in which an app tried to write the same document. Without an external id, the
 * receipt number identifies the document.
 *
 * @see SAME_WRITE in the server, which does the same in SQL
 */
export function writeKey({ id, businessId, appId, receiptNumber, externalId }: Writing): string {
  const number = externalId !== null ? { externalId } : receiptNumber !== null ? { receiptNumber } : { id };
  return JSON.stringify([businessId, appId, number]);
}

/** Several requests in which an app tried to write the same document. */
export interface RejectedWrite {
  readonly newest: KeptRejection;
  readonly times: number;
  readonly first: Date;
}

/** Groups requests, which are sorted from newest to oldest, by document. */
export function toWrites(requests: readonly KeptRejection[]): RejectedWrite[] {
  const writes = new Map<string, RejectedWrite>();
  for (const request of requests) {
    const key = writeKey(request);
    const found = writes.get(key);
    writes.set(key, { newest: found?.newest ?? request, times: (found?.times ?? 0) + 1, first: request.at });
  }
  return [...writes.values()];
}
