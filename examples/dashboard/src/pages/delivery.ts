import { redeliverEvent } from 'receipt-reference-server/delivery/redeliver.js';
import { requireFound } from '../form.js';
import { awaitOutcome } from '../outcome.js';
import { path } from '../paths.js';
import { findDelivery, readDelivery } from '../queries/delivery.js';
import { findEndpoint, type EndpointRow } from '../queries/endpoints.js';
import { transactionOf } from '../queries/events.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { attemptTable } from '../view/attempts.js';
import { deliverySummary } from '../view/delivery.js';
import { curlLine } from '../view/curl.js';
import { html, type Html } from '../view/html.js';
import { prettyJson } from '../view/json.js';
import { eventName } from '../view/labels.js';
import { breadcrumbs } from '../view/parts.js';

const MAX_ATTEMPTS = 100;

/** The path parameters that identify a delivery. */
interface Named {
  readonly id: string;
  readonly business: string;
  readonly event: string;
}

/** One event on its way to one endpoint: its state, every attempt, the event itself, and redelivery. */
export function deliveryRoutes({ database, wake }: DashboardContext): Route[] {
  const url = '/endpoints/:id/deliveries/:business/:event';
  const named = ({ params }: RequestContext) => params as unknown as Named;

  const show: Route['handle'] = async (context) => {
    const { id, business, event } = named(context);
    const endpoint = requireFound(await findEndpoint(database, id), 'endpoint');
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
    const endpoint = requireFound(await findEndpoint(database, id), 'endpoint');
    requireFound(await findDelivery(database, id, business, event), 'delivery');
    const redelivered = await redeliverEvent(database, { endpointId: id, businessId: business, eventId: event });
    wake();
    const text = redelivered
      ? await awaitOutcome(database, endpoint, business, event)
      : 'Not redelivered: it is still in progress or queued, or the endpoint may no longer read the business.';
    return { to: path('endpoints', id, 'deliveries', business, event), flash: { text } };
  };

  return [
    { method: 'GET', path: url, handle: show },
    { method: 'POST', path: url, handle: redeliver },
    { method: 'GET', path: `${url}/event.json`, handle: download },
  ];
}

/** The event as sent, and a command to send it. */
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
        put the signing secret of the endpoint into <code>RECEIPT_RULES_SECRET</code>, and run in that folder:
      </p>
      <pre tabindex="0" aria-label="Command">${curlLine(url, type)}</pre>
    </details>
    <pre tabindex="0" aria-labelledby="event">${prettyJson(body)}</pre>
  </section>`;
}
