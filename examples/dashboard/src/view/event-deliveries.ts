import { path } from '../paths.js';
import type { EventDelivery } from '../queries/deliveries.js';
import type { Visit } from '../visit.js';
import { html, type Html } from './html.js';
import { deliveryState, eventName } from './labels.js';
import { table } from './table.js';

/** The deliveries of an event, and their results. */
export function eventDeliveryTable(visit: Visit, deliveries: readonly EventDelivery[]): Html {
  const cells = deliveries.map((row) => [
    html`<a href="${path('endpoints', row.endpoint_id, 'deliveries', row.business_id, row.event_id)}">${row.url}</a>`,
    eventName(row),
    deliveryState(row, Date.now()),
    visit.time(row.finished_at ?? row.created_at),
  ]);
  const columns = ['Endpoint', 'Event', 'State', 'Ended, or created'];
  return table('Where it was sent', columns, cells, 'No endpoint is subscribed to this event.');
}
