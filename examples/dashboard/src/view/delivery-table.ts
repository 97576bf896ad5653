import type { LastAttempt } from 'receipt-reference-server/delivery/failures.js';
import { path } from '../paths.js';
import type { ListedDelivery } from 'receipt-reference-server/read-model/deliveries.js';
import { receiptOf } from 'receipt-reference-server/read-model/events.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';
import { deliveryState, eventName, progress } from './labels.js';
import { localeOf, money } from './money.js';
import { businessName, identifier } from './parts.js';
import { reasonOf } from './reasons.js';
import { table } from './table.js';

/** Renders deliveries to an endpoint, each with its last response. */
export function deliveryTable(
  context: RequestContext,
  caption: string,
  endpoint: { readonly id: string; readonly url: string },
  rows: readonly ListedDelivery[],
  attempts: readonly LastAttempt[],
): Html {
  const columns = ['Receipt', 'Amount', 'State', 'Last response', 'Business', 'Ended or next attempt'];
  const now = Date.now();
  const ended = context.times.column();
  const last = new Map(attempts.map((attempt) => [`${attempt.businessId} ${attempt.eventId}`, attempt]));
  const cells = rows.map((row): Renderable[] => {
    const attempt = last.get(`${row.business_id} ${row.event_id}`);
    return [
      receiptCell(endpoint.id, row),
      amount(row),
      html`${deliveryState(row, now)} <span class="hint together">${progress(row)}</span>`,
      attempt ? reasonOf({ ...attempt, url: endpoint.url }).what : '–',
      businessName(context, row.business_id, row.business_name),
      row.state === 'held' ? 'when resumed' : ended(row.finished_at ?? row.due_at),
    ];
  });
  return table(caption, columns, cells, 'No matching deliveries.');
}

function receiptCell(endpointId: string, row: ListedDelivery): Html {
  const { receiptNumber } = receiptOf(row.body);
  const href = path('endpoints', endpointId, 'deliveries', row.business_id, row.event_id);
  return html`<a href="${href}">${receiptNumber ?? row.type}</a> ${
      receiptNumber === undefined && !row.test ? null : html`<span class="hint">${eventName(row)}</span>`
    }
    ${identifier(row.event_id)}`;
}

/** The receipt's total, formatted for the business's country. */
function amount({ body, country }: ListedDelivery): Renderable {
  const { total, currency } = receiptOf(body);
  if (total === undefined || currency === undefined) return '–';
  return html`<span class="amount">${money(total, currency, localeOf(country))}</span>`;
}
