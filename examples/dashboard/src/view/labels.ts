import { ATTEMPTS } from 'receipt-reference-server/delivery/schedule.js';
import type { DeliveryRow } from 'receipt-reference-server/read-model/deliveries.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import { html, type Html } from './html.js';
import { status } from './parts.js';
import { duration } from './time.js';

/** Describes a delivery's state. @param now Unix time in milliseconds */
export function deliveryState(delivery: DeliveryRow, now: number): Html {
  switch (delivery.state) {
    case 'delivered':
      return status('good', 'Delivered');
    case 'failed':
      return status('bad', 'Given up');
    case 'pending':
      return delivery.attempts === 0 ? status('busy', 'Waiting') : status('busy', retrying(delivery, now));
    case 'held':
      return status('idle', 'Queued until resumed');
    case 'cancelled':
      return status('idle', 'Cancelled');
  }
}

/** Returns a label such as `Retrying (3 of 6, next in 4 min)` after three attempts. */
function retrying({ attempts, due_at: dueAt }: DeliveryRow, now: number): string {
  const wait = dueAt.getTime() - now;
  return `Retrying (${attempts} of ${ATTEMPTS}, next ${wait > 0 ? `in ${duration(wait)}` : 'now'})`;
}

/** The event's type, marked if the event is a test. */
export function eventName({ type, test }: Pick<DeliveryRow, 'type' | 'test'>): Html {
  return html`${type}${test && html` <strong class="mark">Test</strong>`}`;
}

export function endpointState({ enabled, hold, failing_since: since }: EndpointRow): Html {
  if (enabled) return since === null ? status('good', 'Active') : status('bad', 'Active; the last attempt failed');
  return status('idle', hold ? 'Paused; new events are queued' : 'Paused; new events are discarded');
}

/** The app or owner that an endpoint belongs to. */
export function endpointOwner({ app_id: appId, app_name: appName, owner_id: ownerId }: EndpointRow): string {
  return appId === null ? `Owner ${ownerId ?? ''}` : `App ${appName ?? appId} (${appId})`;
}

/**
 * The number of attempts in the current round, such as `2 of 6`. Includes the round's number unless this is the first
 * round.
 */
export function progress({ attempts, round }: DeliveryRow): string {
  const count = `${attempts} of ${ATTEMPTS}`;
  return round === 1 ? count : `${count}, round ${round}`;
}
