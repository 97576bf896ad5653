import { path } from '../paths.js';
import type { DeliveryRow } from '../queries/deliveries.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { deliveryState, eventName, progress } from './labels.js';
import { identifier } from './parts.js';
import { table } from './table.js';

/** Deliveries to an endpoint. */
export function deliveryTable(
  context: RequestContext,
  caption: string,
  endpointId: string,
  rows: readonly DeliveryRow[],
): Html {
  const columns = ['Event', 'Business', 'State', 'Attempts', 'Created', 'Next or ended'];
  const now = Date.now();
  const cells = rows.map((row) => [
    html`<a href="${path('endpoints', endpointId, 'deliveries', row.business_id, row.event_id)}">${eventName(row)}</a>
      ${identifier(row.event_id)}`,
    html`<a href="${path('businesses', row.business_id)}">${row.business_name}</a>`,
    deliveryState(row, now),
    progress(row),
    context.time(row.created_at),
    row.state === 'held' ? 'when resumed' : context.time(row.finished_at ?? row.due_at),
  ]);
  return table(caption, columns, cells, 'No such deliveries.');
}
