import { redeliverFailedSince } from 'receipt-reference-server/delivery/redeliver.js';
import { FormErrors, requireFound, text } from '../form.js';
import { path, withQuery } from '../paths.js';
import { isDeliveryCursor, listDeliveries, type DeliveryFilter } from '../queries/deliveries.js';
import { findEndpoint } from '../queries/endpoints.js';
import { stepOf } from '../queries/steps.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { deliveryTable } from '../view/delivery-table.js';
import { problemSummary, textField } from '../view/fields.js';
import { html, type Html } from '../view/html.js';
import { filters, postForm, breadcrumbs } from '../view/parts.js';
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

/** The deliveries of an endpoint, and redelivery of the failed ones. */
export function deliveryListRoutes({ database, wake }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const { id, url } = requireFound(await findEndpoint(database, context.params.id!), 'endpoint');
    const [filter, label] = FILTERS.find(([name]) => name === context.query.get('state')) ?? FILTERS[0]!;
    const step = stepOf(context.query, isDeliveryCursor);
    const { rows, ...beside } = await listDeliveries(database, id, filter, step, PAGE_SIZE);
    const base = (state: DeliveryFilter) => withQuery(path('endpoints', id, 'deliveries'), { state });
    const links = FILTERS.map(([state, text]) => [text, base(state), state === filter] as const);
    const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'], [path('endpoints', id), url])}
      <h1>Deliveries</h1>
      ${problemSummary(problems)} ${filters('State of deliveries', links)}
      <p><a href="#redeliver">Redeliver failed deliveries</a></p>
      ${deliveryTable(context, `Deliveries to ${url}: ${label.toLowerCase()}`, id, rows)}
      ${pager(base(filter), step, beside)} ${redeliveryForm(context, id, problems)}`;
    return { title: `Deliveries to ${url}`, section: 'endpoints', status: problems && 422, body };
  };

  const redeliver: Route['handle'] = async (context) => {
    const { id } = requireFound(await findEndpoint(database, context.params.id!), 'endpoint');
    const since = readInstant(text(context.form, 'since'));
    const errors = new FormErrors();
    errors.require(since !== undefined, 'since', 'Enter a date and time in UTC, such as 2026-11-21T10:00.');
    if (!since) return show(context, errors.problems);
    const count = await redeliverFailedSince(database, id, since);
    wake();
    const message = count === 0 ? 'Nothing has failed since then.' : `Redelivering ${count} failed deliveries.`;
    return { to: path('endpoints', id, 'deliveries'), flash: { text: message } };
  };

  return [
    { method: 'GET', path: '/endpoints/:id/deliveries', handle: (context) => show(context) },
    { method: 'POST', path: '/endpoints/:id/deliveries', handle: redeliver },
  ];
}

function redeliveryForm(context: RequestContext, id: string, problems?: Problems): Html {
  const field = textField({
    name: 'since',
    label: 'Failed since (UTC)',
    type: 'datetime-local',
    step: '1',
    value: text(context.form, 'since'),
    hint: 'Everything that failed at or after this time gets six more attempts, if the endpoint may still read it.',
    problems,
  });
  return html`<section aria-labelledby="redeliver">
    <h2 id="redeliver">Redeliver failed deliveries</h2>
    ${postForm(context, path('endpoints', id, 'deliveries'), html`${field}<button>Redeliver</button>`)}
  </section>`;
}

/** Parses a time without a zone as UTC; undefined if it is not a time. */
function readInstant(value: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(value)) return undefined;
  const at = new Date(`${value}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
