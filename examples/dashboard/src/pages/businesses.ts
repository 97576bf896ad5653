import { path } from '../paths.js';
import { listBusinesses } from 'receipt-reference-server/read-model/businesses.js';
import { countRejectedRequests } from 'receipt-reference-server/read-model/rejected-requests.js';
import { stepOf } from '../step-of.js';
import type { DashboardContext, Route } from '../request-context.js';
import { html, type Renderable } from '../view/html.js';
import { count, identifier } from '../view/parts.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;

/** Routes for the list of businesses. */
export function businessListRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ query, actor }) => {
    const step = stepOf(query);
    const { rows, ...beside } = await listBusinesses(database, actor.scope, step, PAGE_SIZE);
    const rejected = await countRejectedRequests(
      database,
      rows.map(({ id }) => id),
    );
    const cells = rows.map(({ id, name, owner_id: owner, country }) => [
      html`<a href="${path('businesses', id)}">${name}</a>`,
      identifier(id),
      identifier(owner),
      country,
      rejectedLink(id, rejected.get(id) ?? 0),
    ]);
    const body = html`<h1>Businesses</h1>
      ${table('Businesses', ['Name', 'Id', 'Owner', 'Country', 'Rejected requests'], cells, 'No businesses yet.')}
      ${pager(path('businesses'), step, beside)}`;
    return { title: 'Businesses', section: 'businesses', body };
  };
  return [{ method: 'GET', path: '/businesses', tenants: ['owner', 'business'], handle: list }];
}

function rejectedLink(businessId: string, rejected: number): Renderable {
  if (rejected === 0) return '–';
  return html`<a href="${path('businesses', businessId, 'rejected-requests')}">${count(rejected)}</a>`;
}
