import { path, withQuery } from '../paths.js';
import { listEndpoints, type EndpointRow } from '../queries/endpoints.js';
import type { DashboardContext, Route } from '../visit.js';
import { html, type Part } from '../view/html.js';
import { endpointOwner, endpointState } from '../view/labels.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;

/** The list of all endpoints. */
export function endpointListRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ query }) => {
    const after = query.get('after') ?? '';
    const rows = await listEndpoints(database, after, PAGE_SIZE + 1);
    const shown = rows.slice(0, PAGE_SIZE);
    const base = path('endpoints');
    const next = rows.length > PAGE_SIZE ? withQuery(base, { after: shown.at(-1)!.id }) : undefined;
    const columns = ['Endpoint', 'Belongs to', 'Event types', 'State'];
    const body = html`<h1>Endpoints</h1>
      <p><a class="button primary" href="${path('endpoints', 'new')}">Register an endpoint</a></p>
      ${table('Webhook endpoints', columns, shown.map(toRow), 'There are no endpoints here yet.')}
      ${pager(after === '' ? undefined : base, next)}`;
    return { title: 'Endpoints', section: 'endpoints', body };
  };
  return [{ method: 'GET', path: '/endpoints', handle: list }];
}

function toRow(endpoint: EndpointRow): Part[] {
  const { id, url, events } = endpoint;
  return [
    html`<a href="${path('endpoints', id)}">${url}</a>`,
    endpointOwner(endpoint),
    events.length === 0
      ? 'none'
      : html`<ul class="plain">
          ${events.map((type) => html`<li>${type}</li>`)}
        </ul>`,
    endpointState(endpoint),
  ];
}
