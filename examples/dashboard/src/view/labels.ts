import type { DeliveryRow } from '../queries/deliveries.js';
import type { EndpointRow } from '../queries/endpoints.js';
import { ATTEMPTS } from 'receipt-reference-server/delivery/schedule.js';
import type { Html } from './html.js';
import { status } from './parts.js';

/** The state of a delivery. */
export function deliveryState(state: DeliveryRow['state']): Html {
  switch (state) {
    case 'delivered':
      return status('good', 'Delivered');
    case 'failed':
      return status('bad', 'Failed');
    case 'pending':
      return status('busy', 'Waiting');
    case 'held':
      return status('idle', 'Held');
    case 'cancelled':
      return status('idle', 'Cancelled');
  }
}

export function endpointState({ enabled, hold, failing_since: since }: EndpointRow): Html {
  if (enabled) return since === null ? status('good', 'Active') : status('bad', 'Failing');
  return status('idle', hold ? 'Paused, new events are held' : 'Paused, new events are dropped');
}

/** Whose an endpoint is. */
export function endpointOwner({ app_id: appId, app_name: appName, owner_id: ownerId }: EndpointRow): string {
  return appId === null ? `Owner ${ownerId ?? ''}` : `App ${appName ?? appId} (${appId})`;
}

/** How far a delivery has come, such as `2 of 6`, with its round where it is not the first. */
export function progress({ attempts, round }: DeliveryRow): string {
  const count = `${attempts} of ${ATTEMPTS}`;
  return round === 1 ? count : `${count}, round ${round}`;
}
