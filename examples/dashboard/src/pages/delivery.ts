import { redeliverEvent } from 'receipt-reference-server/delivery/redeliver.js';
import { found } from '../form.js';
import { path } from '../paths.js';
import { findDelivery, readDelivery, type AttemptRow, type DeliveryDetail } from '../queries/delivery.js';
import { findEndpoint } from '../queries/endpoints.js';
import type { DashboardContext, Route, Visit } from '../visit.js';
import { html, type Html, type Part } from '../view/html.js';
import { prettyJson } from '../view/json.js';
import { deliveryState, progress } from '../view/labels.js';
import { facts, postForm, status, trail } from '../view/parts.js';
import { table } from '../view/table.js';

const MOST_ATTEMPTS = 100;

/** One event on its way to one endpoint: its state, every attempt, the event itself, and sending it again. */
export function deliveryRoutes({ database, wake }: DashboardContext): Route[] {
  const url = '/endpoints/:id/deliveries/:business/:event';

  const show: Route['handle'] = async (visit) => {
    const { id, business, event } = visit.params as { id: string; business: string; event: string };
    const endpoint = found(await findEndpoint(database, id), 'endpoint');
    const { delivery, attempts } = found(await readDelivery(database, id, business, event, MOST_ATTEMPTS), 'delivery');
    const columns = ['Attempt', 'Time', 'Result', 'Took', 'Address', 'Start of the answer'];
    const body = html`${trail(
        [path('endpoints'), 'Endpoints'],
        [path('endpoints', id), endpoint.url],
        [path('endpoints', id, 'deliveries'), 'Deliveries'],
      )}
      <h1>Delivery of ${delivery.type}</h1>
      ${summary(visit, delivery)}
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        ${table(
          'Attempts, the newest first',
          columns,
          attempts.map((row) => toRow(visit, row)),
          'No attempt has ended yet.',
        )}
        ${attempts.length === MOST_ATTEMPTS && html`<p class="hint">The newest ${MOST_ATTEMPTS} are shown.</p>`}
      </section>
      <section aria-labelledby="event">
        <h2 id="event">The event</h2>
        <pre tabindex="0" aria-labelledby="event">${prettyJson(delivery.body)}</pre>
      </section>`;
    return { title: `Delivery ${delivery.event_id}`, section: 'endpoints', body };
  };

  const redeliver: Route['handle'] = async ({ params }) => {
    const { id, business, event } = params as { id: string; business: string; event: string };
    found(await findDelivery(database, id, business, event), 'delivery');
    const again = await redeliverEvent(database, { endpointId: id, businessId: business, eventId: event });
    wake();
    const text = again
      ? 'It is sent again. Reload the page to see what came of it.'
      : 'It is not sent again: it is under way still or held, or the endpoint may no longer read the business.';
    return { to: path('endpoints', id, 'deliveries', business, event), flash: { text } };
  };

  return [
    { method: 'GET', path: url, handle: show },
    { method: 'POST', path: url, handle: redeliver },
  ];
}

function summary(visit: Visit, delivery: DeliveryDetail): Html {
  const { id, business, event } = visit.params as { id: string; business: string; event: string };
  const open = delivery.state === 'pending' || delivery.state === 'held';
  const next = delivery.state === 'held' ? 'when the endpoint is resumed' : visit.time(delivery.due_at);
  const entries = [
    ['State', deliveryState(delivery.state)],
    ['Event', html`<code>${event}</code>`],
    ['Business', html`<a href="${path('businesses', business)}">${business}</a>`],
    ['Attempts', progress(delivery)],
    ['Created', visit.time(delivery.created_at)],
    [open ? 'Next attempt' : 'Ended', open ? next : visit.time(delivery.finished_at)],
  ] as const;
  const button = postForm(
    visit,
    path('endpoints', id, 'deliveries', business, event),
    html`<button>Send it again</button>`,
  );
  return html`${facts(entries)} ${open ? null : button}`;
}

function toRow(visit: Visit, row: AttemptRow): Part[] {
  const code = row.status === null ? '' : `${row.status}`;
  return [
    `Round ${row.round}, attempt ${row.attempt}`,
    visit.time(row.at),
    row.error_class === null ? status('good', code) : status('bad', [code, row.error_class].filter(Boolean).join(' ')),
    `${row.duration_ms.toLocaleString('en')} ms`,
    row.address ?? '–',
    row.answer === null || row.answer === '' ? '–' : html`<code class="answer">${row.answer}</code>`,
  ];
}
