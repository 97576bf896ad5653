import { readLastAttempts } from 'receipt-reference-server/delivery/failures.js';
import { requireFound } from '../form.js';
import { path, withQuery } from '../paths.js';
import {
  isDeliveryCursor,
  listDeliveries,
  type DeliveryFilter,
} from 'receipt-reference-server/read-model/deliveries.js';
import { findEndpoint } from 'receipt-reference-server/read-model/endpoints.js';
import { stepOf } from '../step-of.js';
import type { DashboardContext, Route } from '../request-context.js';
import { deliveryTable } from '../view/delivery-table.js';
import { endpointTabs } from '../view/endpoint-activity.js';
import { html } from '../view/html.js';
import { filters, breadcrumbs } from '../view/parts.js';
import { pager } from '../view/table.js';

const PAGE_SIZE = 25;

const FILTERS: readonly (readonly [DeliveryFilter, string])[] = [
  ['all', 'All'],
  ['pending', 'Waiting'],
  ['queued', 'Queued'],
  ['failed', 'Given up'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
];

/** Routes for the list of an endpoint's deliveries. */
export function deliveryListRoutes({ database }: DashboardContext): Route[] {
  const show: Route['handle'] = async (context) => {
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, context.params.id!), 'endpoint');
    const { id, url } = endpoint;
    const [filter, label] = FILTERS.find(([name]) => name === context.query.get('state')) ?? FILTERS[0]!;
    const step = stepOf(context.query, isDeliveryCursor);
    const { rows, ...beside } = await listDeliveries(database, id, filter, step, PAGE_SIZE);
    const attempts = await readLastAttempts(database, id, rows);
    const base = (state: DeliveryFilter) => withQuery(path('endpoints', id, 'deliveries'), { state });
    const links = FILTERS.map(([state, text]) => [text, base(state), state === filter] as const);
    const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'], [path('endpoints', id), url])}
      <h1>Deliveries</h1>
      ${endpointTabs(id, 'deliveries')} ${filters('State of deliveries', links)}
      ${deliveryTable(context, `Deliveries to ${url}: ${label.toLowerCase()}`, endpoint, rows, attempts)}
      ${pager(base(filter), step, beside)}`;
    return { title: `Deliveries to ${url}`, section: 'endpoints', refreshes: true, body };
  };

  return [{ method: 'GET', path: '/endpoints/:id/deliveries', tenants: ['owner', 'app'], handle: show }];
}
