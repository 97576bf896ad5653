import { createHash } from 'node:crypto';
import type { FailureCause } from 'receipt-reference-server/delivery/failures.js';

/**
 * Returns a short key for a cause, for use in links. The response line itself can be long and can contain any
 * character.
 */
export function causeKey({ status, errorClass, line }: FailureCause): string {
  return createHash('sha256')
    .update(JSON.stringify([status, errorClass, line]))
    .digest('hex')
    .slice(0, 16);
}
