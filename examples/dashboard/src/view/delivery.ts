import { path } from '../paths.js';
import type { AttemptRow, DeliveryDetail } from '../queries/delivery.js';
import type { EndpointRow } from '../queries/endpoints.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { deliveryState, progress } from './labels.js';
import { definitionList, identifier, postForm } from './parts.js';
import { reasonOf } from './reasons.js';

/**
 * The state of a delivery, its reason, and the button that redelivers it. @param transactionId id of the event's document
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
      : html`<a href="${path('businesses', business, 'transactions', transactionId)}">${transactionId}</a>`;
  const entries = [
    ['State', deliveryState(delivery, Date.now())],
    ['Event', identifier(event)],
    ['Receipt', receipt],
    ['Business', html`<a href="${path('businesses', business)}">${name}</a> ${identifier(business)}`],
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

/** Why the last attempt failed; null if it succeeded. */
function why(url: string, last: AttemptRow | undefined): Html | null {
  if (last === undefined || last.error_class === null) return null;
  const { what, advice } = reasonOf({ ...last, url, errorClass: last.error_class });
  return html`<p class="attention"><strong>${what}.</strong> ${advice}</p>`;
}
