import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'receipt-reference-server/database/database.js';
import { readDelivery } from 'receipt-reference-server/read-model/delivery.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import { reasonOf } from './view/reasons.js';

/** How long to wait for an attempt to end, and how often to check, in milliseconds. */
const TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 100;

/**
 * Waits up to five seconds for an attempt in the delivery's latest round to end. Returns the result as a sentence for
 * the user.
 */
export async function awaitOutcome(
  database: Database,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  businessId: string,
  eventId: string,
): Promise<string> {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    const read = await readDelivery(database, id, businessId, eventId, 1);
    const [last] = read?.attempts ?? [];
    if (last !== undefined && last.round === read?.delivery.round) {
      const { what, advice } = reasonOf({ ...last, url, errorClass: last.error_class });
      return last.error_class === null ? `Delivered. ${what}.` : `Not delivered: ${what}. ${advice}`;
    }
    await sleep(POLL_INTERVAL_MS);
  }
  return 'Still in progress: no attempt has ended within 5 seconds. Refresh the page to see the result.';
}
