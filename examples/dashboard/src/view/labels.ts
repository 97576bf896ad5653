import { ATTEMPTS } from 'receipt-reference-server/delivery/schedule.js';
import type { DeliveryRow } from '../queries/deliveries.js';
import type { EndpointRow } from '../queries/endpoints.js';
import { html, type Html } from './html.js';
import { status } from './parts.js';
import { duration } from './time.js';

/** The state of a delivery, in plain words. @param now milliseconds */
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

/** Such as `Retrying (3 of 6, next in 4 min)`: three attempts have ended. */
function retrying({ attempts, due_at: dueAt }: DeliveryRow, now: number): string {
  const wait = dueAt.getTime() - now;
  return `Retrying (${attempts} of ${ATTEMPTS}, next ${wait > 0 ? `in ${duration(wait)}` : 'now'})`;
}

/** The type of an event, and whether it was made up. */
export function eventName({ type, test }: Pick<DeliveryRow, 'type' | 'test'>): Html {
  return html`${type}${test && html` <strong class="mark">Test</strong>`}`;
}

export function endpointState({ enabled, hold, failing_since: since }: EndpointRow): Html {
  if (enabled) return since === null ? status('good', 'Active') : status('bad', 'Failing');
  return status('idle', hold ? 'Paused, new events are queued' : 'Paused, new events are discarded');
}

/** The owner of an endpoint. */
export function endpointOwner({ app_id: appId, app_name: appName, owner_id: ownerId }: EndpointRow): string {
  return appId === null ? `Owner ${ownerId ?? ''}` : `App ${appName ?? appId} (${appId})`;
}

/** The progress of a delivery, such as `2 of 6`, with its round if it is not the first. */
export function progress({ attempts, round }: DeliveryRow): string {
  const count = `${attempts} of ${ATTEMPTS}`;
  return round === 1 ? count : `${count}, round ${round}`;
}
