import { path } from '../paths.js';
import { listBusinesses } from '../queries/businesses.js';
import { stepOf } from '../queries/steps.js';
import type { DashboardContext, Route } from '../visit.js';
import { html } from '../view/html.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;

/** The list of all businesses. */
export function businessListRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ query }) => {
    const step = stepOf(query);
    const { rows, ...beside } = await listBusinesses(database, step, PAGE_SIZE);
    const cells = rows.map(({ id, name, owner_id: owner, country }) => [
      html`<a href="${path('businesses', id)}">${name}</a>`,
      html`<code>${id}</code>`,
      html`<code>${owner}</code>`,
      country,
    ]);
    const body = html`<h1>Businesses</h1>
      ${table('Businesses', ['Name', 'Id', 'Owner', 'Country'], cells, 'There are no businesses here yet.')}
      ${pager(path('businesses'), step, beside)}`;
    return { title: 'Businesses', section: 'businesses', body };
  };
  return [{ method: 'GET', path: '/businesses', handle: list }];
}
