import { writeKey } from 'receipt-reference-server/read-model/same-write.js';
import type { KeptRejection } from 'receipt-reference-server/transactions/rejected-by-reason.js';

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
