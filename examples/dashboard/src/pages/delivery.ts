import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { redeliverEvent } from 'receipt-reference-server/delivery/redeliver.js';
import { requireFound } from '../form.js';
import { awaitOutcome } from '../outcome.js';
import { path } from '../paths.js';
import { findDelivery, readDelivery } from 'receipt-reference-server/read-model/delivery.js';
import { findEndpoint, type EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import { transactionOf } from 'receipt-reference-server/read-model/events.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { attemptTable } from '../view/attempts.js';
import { deliverySummary } from '../view/delivery.js';
import { curlLine } from '../view/curl.js';
import { html, type Html } from '../view/html.js';
import { prettyJson } from '../view/json.js';
import { eventName } from '../view/labels.js';
import { breadcrumbs } from '../view/parts.js';
import { audited } from './endpoint-settings.js';

const MAX_ATTEMPTS = 100;

/** The path parameters that identify a delivery. */
interface Named {
  readonly id: string;
  readonly business: string;
  readonly event: string;
}

/** Routes for a delivery, which is one event for one endpoint: its state, attempts and event, and redelivery. */
export function deliveryRoutes({ database, wake }: DashboardContext): Route[] {
  const url = '/endpoints/:id/deliveries/:business/:event';
  const named = ({ params }: RequestContext) => params as unknown as Named;

  const show: Route['handle'] = async (context) => {
    const { id, business, event } = named(context);
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, id), 'endpoint');
    const { delivery, attempts } = requireFound(
      await readDelivery(database, id, business, event, MAX_ATTEMPTS),
      'delivery',
    );
    const body = html`${breadcrumbs(
        [path('endpoints'), 'Endpoints'],
        [path('endpoints', id), endpoint.url],
        [path('endpoints', id, 'deliveries'), 'Deliveries'],
      )}
      <h1>Delivery of ${eventName(delivery)}</h1>
      ${deliverySummary(context, endpoint, delivery, attempts[0], transactionOf(delivery))}
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        ${attemptTable(context, endpoint.url, attempts)}
        ${attempts.length === MAX_ATTEMPTS && html`<p class="hint">Showing the newest ${MAX_ATTEMPTS}.</p>`}
      </section>
      ${eventSection(context, endpoint, delivery)}`;
    return { title: `Delivery ${delivery.event_id}`, section: 'endpoints', body };
  };

  const download: Route['handle'] = async (context) => {
    const { id, business, event } = named(context);
    const { body } = requireFound(await findDelivery(database, id, business, event), 'delivery');
    return { file: 'event.json', type: 'application/json', content: body };
  };

  const redeliver: Route['handle'] = async (context) => {
    const { id, business, event } = named(context);
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, id), 'endpoint');
    requireFound(await findDelivery(database, id, business, event), 'delivery');
    const redelivered = await redeliverEvent(database, { endpointId: id, businessId: business, eventId: event });
    if (redelivered) {
      await addAudit(database, context.actor, audited(endpoint, 'delivery.redelivered', `${business} ${event}`));
    }
    wake();
    const text = redelivered
      ? await awaitOutcome(database, endpoint, business, event)
      : 'Not redelivered: the delivery is still pending, or the endpoint no longer has access to the business.';
    return { to: path('endpoints', id, 'deliveries', business, event), flash: { text } };
  };

  return [
    { method: 'GET', path: url, tenants: ['owner', 'app'], handle: show },
    { method: 'POST', path: url, tenants: ['owner', 'app'], handle: redeliver },
    { method: 'GET', path: `${url}/event.json`, tenants: ['owner', 'app'], handle: download },
  ];
}

/** Shows the event as the server sends it, and a command that sends the event. */
function eventSection(
  { params }: RequestContext,
  { id, url }: EndpointRow,
  { type, body }: { readonly type: string; readonly body: string },
): Html {
  const { business, event } = params as unknown as Named;
  return html`<section aria-labelledby="event">
    <h2 id="event">The event</h2>
    <details>
      <summary>Send it manually with curl</summary>
      <p>
        Save <a href="${path('endpoints', id, 'deliveries', business, event, 'event.json')}" download>event.json</a>,
        set <code>RECEIPT_RULES_SECRET</code> to the endpoint’s signing secret, and run this command in the same folder:
      </p>
      <pre tabindex="0" aria-label="Command">${curlLine(url, type)}</pre>
    </details>
    <pre tabindex="0" aria-labelledby="event">${prettyJson(body)}</pre>
  </section>`;
}
