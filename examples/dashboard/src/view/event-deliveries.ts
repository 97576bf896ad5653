import { path } from '../paths.js';
import type { EventDelivery } from 'receipt-reference-server/read-model/deliveries.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { deliveryState, eventName } from './labels.js';
import { table } from './table.js';

/** Renders an event's deliveries with their states. */
export function eventDeliveryTable(context: RequestContext, deliveries: readonly EventDelivery[]): Html {
  const ended = context.times.column();
  const cells = deliveries.map((row) => [
    html`<a href="${path('endpoints', row.endpoint_id, 'deliveries', row.business_id, row.event_id)}">${row.url}</a>`,
    eventName(row),
    deliveryState(row, Date.now()),
    ended(row.finished_at ?? row.created_at),
  ]);
  const columns = ['Endpoint', 'Event', 'State', 'Ended or created'];
  return table('Deliveries of this event', columns, cells, 'No endpoint is subscribed to this event.');
}
