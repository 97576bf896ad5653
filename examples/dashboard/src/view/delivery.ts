import { path } from '../paths.js';
import type { AttemptRow, DeliveryDetail } from 'receipt-reference-server/read-model/delivery.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import { tenantOf, type RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { deliveryState, progress } from './labels.js';
import { businessName, definitionList, identifier, postForm } from './parts.js';
import { reasonOf } from './reasons.js';

/**
 * Renders a delivery's state, the reason if the delivery failed, and a button to redeliver the event.
 *
 * @param transactionId the id of the event's document
 */
export function deliverySummary(
  context: RequestContext,
  { id, url }: EndpointRow,
  delivery: DeliveryDetail,
  last: AttemptRow | undefined,
  transactionId: string | undefined,
): Html {
  const { business_id: business, business_name: name, event_id: event, state } = delivery;
  const open = state === 'pending' || state === 'held';
  const next = state === 'held' ? 'when the endpoint is resumed' : context.time(delivery.due_at);
  const receipt =
    transactionId === undefined
      ? '–'
      : tenantOf(context) === 'app'
        ? transactionId
        : html`<a href="${path('businesses', business, 'transactions', transactionId)}">${transactionId}</a>`;
  const entries = [
    ['State', deliveryState(delivery, Date.now())],
    ['Event', identifier(event)],
    ['Receipt', receipt],
    ['Business', html`${businessName(context, business, name)} ${identifier(business)}`],
    ['Attempts', progress(delivery)],
    ['Created', context.time(delivery.created_at)],
    [open ? 'Next attempt' : 'Ended', open ? next : context.time(delivery.finished_at)],
  ] as const;
  const button = postForm(
    context,
    path('endpoints', id, 'deliveries', business, event),
    html`<button>Redeliver</button>`,
  );
  return html`${why(url, last)} ${definitionList(entries)} ${open ? null : button}`;
}

/** Explains why the last attempt failed; null if it succeeded. */
function why(url: string, last: AttemptRow | undefined): Html | null {
  if (!last?.error_class) return null;
  const { what, advice } = reasonOf({ ...last, url, errorClass: last.error_class });
  return html`<p class="attention"><strong>${what}.</strong> ${advice}</p>`;
}
