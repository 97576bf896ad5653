import { path, withQuery } from '../paths.js';
import { listBacklogs, type BacklogState } from '../queries/backlogs.js';
import type { DeliveryFilter } from '../queries/deliveries.js';
import { isEndpointCursor, listEndpoints, type EndpointFilter, type EndpointRow } from '../queries/endpoints.js';
import { stepOf } from '../queries/steps.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from '../view/html.js';
import { endpointOwner, endpointState } from '../view/labels.js';
import { count, filters } from '../view/parts.js';
import { reasonOf } from '../view/reasons.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;

/** Lists of endpoints. */
const LISTS: Readonly<Record<string, EndpointFilter>> = { failing: 'failing', active: 'active', paused: 'paused' };

/** Lists of endpoints with deliveries in a state, and the list of deliveries that they link to. */
const BACKLOGS: Readonly<Record<string, Backlogs>> = {
  waiting: { state: 'pending', filter: 'pending' },
  queued: { state: 'held', filter: 'queued' },
  'given-up': { state: 'failed', filter: 'failed' },
};

interface Backlogs {
  readonly state: BacklogState;
  readonly filter: DeliveryFilter;
}

const SHOWN: readonly (readonly [string, string])[] = [
  ['all', 'All'],
  ['failing', 'Failing'],
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['waiting', 'With waiting deliveries'],
  ['queued', 'With queued deliveries'],
  ['given-up', 'With deliveries given up'],
];

/** The list of all endpoints, failing ones first. */
export function endpointListRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async (context) => {
    const { query } = context;
    const show = SHOWN.find(([name]) => name === query.get('show'))?.[0] ?? 'all';
    const links = SHOWN.map(
      ([name, text]) => [text, withQuery(path('endpoints'), { show: name }), name === show] as const,
    );
    const body = html`<h1>Endpoints</h1>
      <p><a class="button primary" href="${path('endpoints', 'new')}">Register an endpoint</a></p>
      ${filters('Which endpoints', links)}
      ${Object.hasOwn(BACKLOGS, show) ? await backlogs(BACKLOGS[show]!) : await endpoints(context, show)}`;
    return { title: 'Endpoints', section: 'endpoints', body };
  };

  async function endpoints(context: RequestContext, show: string): Promise<Html> {
    const step = stepOf(context.query, isEndpointCursor);
    const { rows, previous, next } = await listEndpoints(database, LISTS[show] ?? 'all', step, PAGE_SIZE);
    const columns = ['Endpoint', 'Belongs to', 'Event types', 'State', 'Last attempt'];
    const cells = rows.map((row) => toRow(context, row));
    const none = show === 'all' ? 'No endpoints yet.' : 'No such endpoints.';
    return html`${table('Webhook endpoints, failing ones first', columns, cells, none)}
    ${pager(withQuery(path('endpoints'), { show }), step, { previous, next })}`;
  }

  async function backlogs({ state, filter }: Backlogs): Promise<Html> {
    const rows = await listBacklogs(database, state, PAGE_SIZE);
    const cells = rows.map((row) => [
      html`<a href="${withQuery(path('endpoints', row.id, 'deliveries'), { state: filter })}">${row.url}</a>`,
      endpointOwner(row),
      html`<span class="number">${count(row.deliveries)}</span>`,
      endpointState(row),
    ]);
    const columns = ['Endpoint', 'Belongs to', 'Deliveries', 'State'];
    return html`${table('Webhook endpoints, those with most such deliveries first', columns, cells, 'No such endpoints.')}
      <p class="hint">Up to ${PAGE_SIZE} endpoints; counts up to 10,000 deliveries.</p>`;
  }

  return [{ method: 'GET', path: '/endpoints', handle: list }];
}

function toRow(context: RequestContext, endpoint: EndpointRow): Renderable[] {
  const { id, url, events, last_attempt_at: at, last_status: status, last_error_class: errorClass } = endpoint;
  return [
    html`<a href="${path('endpoints', id)}">${url}</a>`,
    endpointOwner(endpoint),
    events.length === 0
      ? 'none'
      : html`<ul class="plain">
          ${events.map((type) => html`<li>${type}</li>`)}
        </ul>`,
    html`${endpointState(endpoint)}
    ${endpoint.enabled && endpoint.failing_since !== null && html`since ${context.time(endpoint.failing_since)}`}`,
    at === null
      ? '–'
      : html`${context.time(at)} <span class="hint">${reasonOf({ url, status, errorClass }).what}</span>`,
  ];
}
