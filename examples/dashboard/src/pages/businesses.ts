import { path, withQuery } from '../paths.js';
import { listBusinesses } from '../queries/businesses.js';
import type { DashboardContext, Route } from '../visit.js';
import { html } from '../view/html.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;

/** The list of all businesses. */
export function businessListRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ query }) => {
    const after = query.get('after') ?? '';
    const rows = await listBusinesses(database, after, PAGE_SIZE + 1);
    const shown = rows.slice(0, PAGE_SIZE);
    const base = path('businesses');
    const next = rows.length > PAGE_SIZE ? withQuery(base, { after: shown.at(-1)!.id }) : undefined;
    const cells = shown.map(({ id, name, owner_id: owner, country }) => [
      html`<a href="${path('businesses', id)}">${name}</a>`,
      html`<code>${id}</code>`,
      html`<code>${owner}</code>`,
      country,
    ]);
    const body = html`<h1>Businesses</h1>
      ${table('Businesses', ['Name', 'Id', 'Owner', 'Country'], cells, 'There are no businesses here yet.')}
      ${pager(after === '' ? undefined : base, next)}`;
    return { title: 'Businesses', section: 'businesses', body };
  };
  return [{ method: 'GET', path: '/businesses', handle: list }];
}
