import { lastAuditedOf, type AuditRow } from 'receipt-reference-server/audit/audit.js';
import { readStatuses, type EndpointStatus } from '../endpoint-status.js';
import { path, withQuery } from '../paths.js';
import { createCached } from 'receipt-reference-server/cached.js';
import { readBacklogs, type BacklogState } from 'receipt-reference-server/read-model/backlogs.js';
import type { DeliveryFilter } from 'receipt-reference-server/read-model/deliveries.js';
import { isEndpointCursor, listEndpoints, type EndpointFilter } from 'receipt-reference-server/read-model/endpoints.js';
import { stepOf } from '../step-of.js';
import { tenantOf, type DashboardContext, type Route, type RequestContext } from '../request-context.js';
import { successShare } from '../view/endpoint-activity.js';
import { healthSentence, lastReason } from '../view/health.js';
import { html, type Html, type Renderable } from '../view/html.js';
import { endpointOwner, endpointState } from '../view/labels.js';
import { count, filters } from '../view/parts.js';
import { pager, table } from '../view/table.js';
import type { Time } from '../view/time.js';

const PAGE_SIZE = 50;

/** Lists of endpoints by state. */
const LISTS: Readonly<Record<string, EndpointFilter>> = { failing: 'failing', active: 'active', paused: 'paused' };

/** Lists of endpoints that have deliveries in a certain state, each with the list of deliveries to link to. */
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
  ['given-up', 'With given-up deliveries'],
];

/** Routes for the list of endpoints, with failing endpoints first. */
export function endpointListRoutes({ database }: DashboardContext): Route[] {
  const cached = (state: BacklogState) => createCached(() => readBacklogs(database, state, PAGE_SIZE));
  const byState = { pending: cached('pending'), held: cached('held'), failed: cached('failed') };

  const list: Route['handle'] = async (context) => {
    const { query } = context;
    // The counts in these lists cover the endpoints of all tenants, so only the operator can see them.
    const offered = SHOWN.filter(([name]) => tenantOf(context) === undefined || !Object.hasOwn(BACKLOGS, name));
    const show = offered.find(([name]) => name === query.get('show'))?.[0] ?? 'all';
    const links = offered.map(
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
    const { rows, previous, next } = await listEndpoints(
      database,
      context.actor.scope,
      LISTS[show] ?? 'all',
      step,
      PAGE_SIZE,
    );
    const columns = ['Endpoint', 'Belongs to', 'State', 'Success in 24 h', 'Waiting', 'Given up', 'Last attempt'];
    const attempted = context.times.column();
    const statuses = await readStatuses(database, rows, Date.now());
    const paused = rows.filter(({ enabled }) => !enabled).map(({ id }) => `endpoint:${id}`);
    const pauses = await lastAuditedOf(database, paused, 'endpoint.paused');
    const cells = statuses.map((of) => toRow(context, attempted, of, pauses.get(`endpoint:${of.endpoint.id}`)));
    const none = show === 'all' ? 'No endpoints yet.' : 'No matching endpoints.';
    return html`${table('Webhook endpoints, failing ones first', columns, cells, none)}
    ${pager(withQuery(path('endpoints'), { show }), step, { previous, next })}`;
  }

  async function backlogs({ state, filter }: Backlogs): Promise<Html> {
    const { endpoints: rows, deliveries } = await byState[state]();
    const cells = rows.map((row) => [
      html`<a href="${withQuery(path('endpoints', row.id, 'deliveries'), { state: filter })}">${row.url}</a>`,
      endpointOwner(row),
      html`<span class="number">${count(row.deliveries)}</span>`,
      endpointState(row),
    ]);
    const columns = ['Endpoint', 'Belongs to', 'Deliveries', 'State'];
    return html`${table('Webhook endpoints, most deliveries first', columns, cells, 'No matching endpoints.')}
      <p class="hint">Up to ${PAGE_SIZE} endpoints. Total for all endpoints: ${count(deliveries)} deliveries.</p>`;
  }

  return [{ method: 'GET', path: '/endpoints', tenants: ['owner', 'app'], handle: list }];
}

function toRow(
  context: RequestContext,
  attempted: Time,
  of: EndpointStatus,
  paused: AuditRow | undefined,
): Renderable[] {
  const { endpoint, activity, undelivered } = of;
  const { id, url, last_attempt_at: at } = endpoint;
  const deliveries = (state: string) => withQuery(path('endpoints', id, 'deliveries'), { state });
  const linked = (n: number, state: string) =>
    n === 0 ? '–' : html`<a class="number" href="${deliveries(state)}">${count(n)}</a>`;
  return [
    html`<a class="url" href="${path('endpoints', id)}">${url}</a>`,
    endpointOwner(endpoint),
    healthSentence(context, of, paused),
    html`<span class="number">${successShare(activity)}</span>`,
    linked(undelivered.waiting, 'pending'),
    linked(undelivered.givenUp, 'failed'),
    at === null ? '–' : html`${attempted(at)} <span class="hint">${lastReason(endpoint).what}</span>`,
  ];
}
