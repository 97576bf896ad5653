import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { requireFound } from '../form.js';
import { validateStored, type Verdict } from '../validate.js';
import { path, withQuery } from '../paths.js';
import { findBusiness } from 'receipt-reference-server/read-model/businesses.js';
import { listDeliveriesOf } from 'receipt-reference-server/read-model/deliveries.js';
import { stepOf } from '../step-of.js';
import { findOriginal, findStored, listTransactions } from 'receipt-reference-server/read-model/transactions.js';
import type { DashboardContext, Route } from '../request-context.js';
import { eventDeliveryTable } from '../view/event-deliveries.js';
import { textField } from '../view/fields.js';
import { html, type Html } from '../view/html.js';
import { issueTable, verdictLine } from '../view/issues.js';
import { prettyJson } from '../view/json.js';
import { identifier, breadcrumbs } from '../view/parts.js';
import { searchForm } from '../view/search.js';
import { drawnReceipt, linkedTo } from '../view/receipt.js';
import { pager } from '../view/table.js';
import { dayIn } from '../view/time.js';
import { timeAhead, transactionTable } from '../view/transactions.js';

const PAGE_SIZE = 25;

/** The maximum number of deliveries to show per event. */
const MAX_DELIVERIES = 50;

/** Routes for a business's transactions: the list, newest first, and a page for each with the receipt and its JSON. */
export function transactionRoutes({ database, registry, timeZone }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ params, query, actor }) => {
    const business = requireFound(await findBusiness(database, actor.scope, params.id!), 'business');
    const { id, vendor } = business;
    const day = query.get('day') ?? '';
    const period = dayIn(timeZone, day);
    const step = stepOf(query);
    const { rows, ...beside } = await listTransactions(database, id, step, PAGE_SIZE, period);
    const base = withQuery(path('businesses', id, 'transactions'), { day: period && day });
    const none = step || period ? 'No matching transactions.' : 'No transactions yet.';
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Transactions</h1>
      ${searchForm(id)} ${dayForm(id, day, timeZone)}
      ${transactionTable(`Transactions of ${vendor.name}, newest first`, business, rows, none)}
      ${pager(base, step, beside)}`;
    return { title: `Transactions of ${vendor.name}`, section: 'businesses', body };
  };

  const show: Route['handle'] = async (context) => {
    const { params, actor } = context;
    const business = requireFound(await findBusiness(database, actor.scope, params.id!), 'business');
    const stored = requireFound(await findStored(database, business.id, params.transaction!), 'transaction');
    const { id, body: text, transaction, eventId } = stored;
    const deliveries =
      eventId === null ? [] : await listDeliveriesOf(database, actor.scope, business.id, eventId, MAX_DELIVERIES);
    const verdict = validateStored(registry, business, transaction);
    const original = await findOriginal(database, business.id, transaction);
    const body = html`${above(business)}
      <h1>Receipt ${transaction.receiptNumber}</h1>
      <p>${identifier(id)} ${timeAhead(transaction)}</p>
      ${linkedTo(business.id, transaction.linkedTransaction)} ${verdictSection(verdict, business)}
      ${drawnReceipt(business, transaction, [...verdict.issues, ...verdict.warnings], original)}
      <section aria-labelledby="event">
        <h2 id="event">The event</h2>
        ${eventId !== null && html`<p>${identifier(eventId)}</p>`} ${eventDeliveryTable(context, deliveries)}
      </section>
      <section aria-labelledby="document">
        <h2 id="document">The stored document</h2>
        <pre tabindex="0" aria-labelledby="document">${prettyJson(text)}</pre>
      </section>`;
    return { title: `Receipt ${transaction.receiptNumber}`, section: 'businesses', body, draws: true };
  };

  function verdictSection(verdict: Verdict, { vendor }: BusinessRecord): Html {
    const found = [...verdict.issues, ...verdict.warnings];
    return html`<section aria-labelledby="verdict">
      <h2 id="verdict">Under today's rules</h2>
      <p>${verdictLine(verdict)}</p>
      ${found.length > 0 && issueTable('Issues and warnings', registry, vendor.country, found)}
    </section>`;
  }

  return [
    { method: 'GET', path: '/businesses/:id/transactions', tenants: ['owner', 'business'], handle: list },
    { method: 'GET', path: '/businesses/:id/transactions/:transaction', tenants: ['owner', 'business'], handle: show },
  ];
}

function above({ id, vendor }: BusinessRecord): Html {
  return breadcrumbs(
    [path('businesses'), 'Businesses'],
    [path('businesses', id), vendor.name],
    [path('businesses', id, 'transactions'), 'Transactions'],
  );
}

function dayForm(businessId: string, day: string, timeZone: string): Html {
  const field = textField({ name: 'day', label: `Day (${timeZone})`, type: 'date', value: day, required: false });
  return html`<form method="get" action="${path('businesses', businessId, 'transactions')}" class="inline">
    ${field}<button>Show</button>
  </form>`;
}
