import {
  chooseEvents,
  changeUrl,
  ROTATION_OVERLAP_HOURS,
  rotateSecret,
  setEnabled,
} from 'receipt-reference-server/endpoints/endpoints.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { checkEndpointForm } from '../endpoint-form.js';
import { FormErrors, requireFound, text } from '../form.js';
import { path } from '../paths.js';
import { listDeliveries } from '../queries/deliveries.js';
import { findEndpoint, readableBusinesses, readSecrets } from '../queries/endpoints.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { html } from '../view/html.js';
import { deliveryTable } from '../view/delivery-table.js';
import { details, secretSection, settingsForm, testEventForm } from '../view/endpoint.js';
import { breadcrumbs } from '../view/parts.js';
import { problemSummary } from '../view/fields.js';

/** The most deliveries on the page of an endpoint, and the most businesses to choose from for a test event. */
const MAX_SHOWN = 10;
const MAX_BUSINESSES = 101;

/** The states that a user may set, with the confirmation. */
const STATES: Readonly<Record<string, string>> = {
  active: 'The endpoint is active again. Queued events are now being delivered.',
  queue: 'The endpoint is paused. New events are queued, and delivered when you resume it.',
  discard: 'The endpoint is paused. New events are discarded and will never be delivered.',
};

/** Shows an endpoint. `problems` are those of a form on its page. */
export async function endpointPage(
  dashboard: DashboardContext,
  context: RequestContext,
  problems?: Problems,
): Promise<Page> {
  const { database, offered, rules } = dashboard;
  const id = context.params.id!;
  const endpoint = requireFound(await findEndpoint(database, id), 'endpoint');
  const secrets = context.flash?.reveal ? await readSecrets(database, id, rules.secrets) : undefined;
  const businesses = await readableBusinesses(database, id, MAX_BUSINESSES);
  const deliveries = await listDeliveries(database, id, 'all', undefined, MAX_SHOWN);
  const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'])}
    <h1>Endpoint</h1>
    ${problemSummary(problems)} ${details(context, endpoint)}
    <div class="columns">
      ${secretSection(context, endpoint, secrets)} ${testEventForm(context, endpoint, businesses, problems)}
    </div>
    ${settingsForm(context, endpoint, offered, problems)}
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Newest deliveries</h2>
      ${deliveryTable(context, 'The newest deliveries to this endpoint', id, deliveries.rows)}
      <p><a href="${path('endpoints', id, 'deliveries')}">All deliveries and redelivery</a></p>
    </section>`;
  return { title: `Endpoint ${endpoint.url}`, section: 'endpoints', status: problems && 422, body };
}

/** The page of an endpoint, and its actions. */
export function endpointRoutes(dashboard: DashboardContext): Route[] {
  const { database, rules, wake } = dashboard;

  const change: Route['handle'] = async (context) => {
    const { form } = context;
    const id = await existing(context);
    const errors = new FormErrors();
    checkEndpointForm(form, rules, errors);
    if (errors.any) return endpointPage(dashboard, context, errors.problems);
    await database.transaction(async (tx) => {
      await changeUrl(tx, id, text(form, 'url'), rules);
      await chooseEvents(tx, id, form.getAll('events'), rules);
    });
    return back(id, 'Saved. The changes apply to new events.');
  };

  const setState: Route['handle'] = async (context) => {
    const id = await existing(context);
    const state = text(context.form, 'state');
    if (!Object.hasOwn(STATES, state)) {
      throw new HttpError('invalid_parameter', `state must be one of ${Object.keys(STATES).join(', ')}.`);
    }
    await setEnabled(database, id, state === 'active', { hold: state === 'queue' });
    if (state === 'active') wake();
    return back(id, STATES[state]!);
  };

  const reveal: Route['handle'] = async (context) => {
    const to = path('endpoints', await existing(context));
    return { to, flash: { text: 'The signing secret is shown below until you reload the page.', reveal: true } };
  };

  const rotate: Route['handle'] = async (context) => {
    const id = await existing(context);
    if (!(await rotateSecret(database, id, { again: context.form.has('again'), secrets: rules.secrets }))) {
      return back(id, 'The secret has already been rotated, and was not rotated again.');
    }
    const message = `The signing secret has been rotated. For ${ROTATION_OVERLAP_HOURS} hours, deliveries are signed with both secrets.`;
    return { to: path('endpoints', id), flash: { text: message, reveal: true } };
  };

  async function existing({ params }: RequestContext): Promise<string> {
    return requireFound(await findEndpoint(database, params.id!), 'endpoint').id;
  }

  return [
    { method: 'GET', path: '/endpoints/:id', handle: (context) => endpointPage(dashboard, context) },
    { method: 'POST', path: '/endpoints/:id', handle: change },
    { method: 'POST', path: '/endpoints/:id/state', handle: setState },
    { method: 'POST', path: '/endpoints/:id/secret', handle: reveal },
    { method: 'POST', path: '/endpoints/:id/rotation', handle: rotate },
  ];
}

function back(id: string, text: string) {
  return { to: path('endpoints', id), flash: { text } };
}
