import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { searchKey } from 'receipt-reference-server/transactions/search-key.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { requireFound } from '../form.js';
import { path } from '../paths.js';
import { findBusiness } from 'receipt-reference-server/read-model/businesses.js';
import { listDeliveriesOf } from 'receipt-reference-server/read-model/deliveries.js';
import { findEvent } from 'receipt-reference-server/events/stored-envelope.js';
import { transactionOf } from 'receipt-reference-server/read-model/events.js';
import { findRejectedRequestsByKey } from 'receipt-reference-server/read-model/rejected-requests.js';
import { findByKey, findListed, type ListedTransaction } from 'receipt-reference-server/read-model/transactions.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { html, type Html } from '../view/html.js';
import { breadcrumbs } from '../view/parts.js';
import { rejectedRequestTable } from '../view/rejected-requests.js';
import { eventDeliveryTable } from '../view/event-deliveries.js';
import { searchForm } from '../view/search.js';
import { transactionTable } from '../view/transactions.js';

/** The maximum number of rows of each kind. */
const MAX_FOUND = 25;

/** Routes for searching a business by receipt number, external id, transaction id or event id. Exact matches only. */
export function searchRoutes({ database }: DashboardContext): Route[] {
  const search: Route['handle'] = async (context) => {
    const business = requireFound(await findBusiness(database, context.actor.scope, context.params.id!), 'business');
    const sought = context.query.get('q')?.trim() ?? '';
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', business.id), business.vendor.name])}
      <h1>Search</h1>
      ${searchForm(business.id, sought)} ${sought === '' ? null : await results(context, business, sought)}`;
    return { title: `Search in ${business.vendor.name}`, section: 'businesses', body };
  };

  async function results(context: RequestContext, business: BusinessRecord, sought: string): Promise<Html> {
    const { id } = business;
    const event = ID.test(sought) ? await findEvent(database, id, sought) : undefined;
    const ids = [sought, event && transactionOf(event)].filter((text) => text !== undefined && ID.test(text));
    const listed = [
      ...(await findListed(database, id, ids as string[])),
      ...(await findByKey(database, id, searchKey(sought), MAX_FOUND)).filter((row) => isOf(row, sought)),
    ];
    const receipts = [...new Map(listed.map((row) => [row.id, row])).values()];
    const rejected = await findRejectedRequestsByKey(database, id, searchKey(sought), MAX_FOUND);
    const deliveries = event && (await listDeliveriesOf(database, context.actor.scope, id, sought, MAX_FOUND));
    const none = 'No receipts with this number or id.';
    return html`<section aria-labelledby="receipts">
        <h2 id="receipts">Receipts</h2>
        ${transactionTable('Matching receipts', business, receipts, none)}
      </section>
      <section aria-labelledby="rejected">
        <h2 id="rejected">Rejected requests</h2>
        ${rejectedRequestTable(context, 'Matching rejected requests', id, rejected)}
      </section>
      ${
        deliveries &&
        html`<section aria-labelledby="event">
          <h2 id="event">The event</h2>
          ${eventDeliveryTable(context, deliveries)}
        </section>`
      }
      <p class="hint">Up to ${MAX_FOUND} of each kind.</p>`;
  }

  return [{ method: 'GET', path: '/businesses/:id/search', tenants: ['owner', 'business'], handle: search }];
}

/**
 * Whether a row matches exactly. Search keys are truncated, so a search can find a row whose number matches only at
 * the beginning. A document that is too large to read here counts as a match.
 */
function isOf({ transaction }: ListedTransaction, sought: string): boolean {
  return (
    !transaction || [transaction.receiptNumber, transaction.source.externalId].some((text) => matches(text, sought))
  );
}

const matches = (text: string, sought: string) => text === sought || text.trim() === sought;
