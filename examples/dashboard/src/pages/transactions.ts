import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { found } from '../form.js';
import { path, withQuery } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import { stepOf } from '../queries/steps.js';
import { findStored, listTransactions } from '../queries/transactions.js';
import type { DashboardContext, Route } from '../visit.js';
import { textField } from '../view/fields.js';
import { html, type Html } from '../view/html.js';
import { prettyJson } from '../view/json.js';
import { trail } from '../view/parts.js';
import { receipt } from '../view/receipt.js';
import { pager } from '../view/table.js';
import { dayIn } from '../view/time.js';
import { transactionTable } from '../view/transactions.js';

const PAGE_SIZE = 25;

/** A business's transactions, newest first, and each as a receipt and as the document that is stored. */
export function transactionRoutes({ database, timeZone }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ params, query }) => {
    const business = found(await findBusiness(database, params.id!), 'business');
    const { id, vendor } = business;
    const day = query.get('day') ?? '';
    const period = dayIn(timeZone, day);
    const step = stepOf(query);
    const { rows, ...beside } = await listTransactions(database, id, step, PAGE_SIZE, period);
    const base = withQuery(path('businesses', id, 'transactions'), { day: period && day });
    const none = step || period ? 'There are no such transactions.' : 'There are no transactions here yet.';
    const body = html`${trail([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Transactions</h1>
      ${dayForm(id, day, timeZone)}
      ${transactionTable(`Transactions of ${vendor.name}, the newest first`, business, rows, none)}
      ${pager(base, step, beside)}`;
    return { title: `Transactions of ${vendor.name}`, section: 'businesses', body };
  };

  const show: Route['handle'] = async ({ params }) => {
    const business = found(await findBusiness(database, params.id!), 'business');
    const stored = found(await findStored(database, business.id, params.transaction!), 'transaction');
    const { id, body: text, transaction } = stored;
    const body = html`${above(business)}
      <h1>Receipt ${transaction.receiptNumber}</h1>
      <p><code class="id">${id}</code></p>
      ${receipt(transaction, business.id)}
      <section aria-labelledby="document">
        <h2 id="document">The stored document</h2>
        <pre tabindex="0" aria-labelledby="document">${prettyJson(text)}</pre>
      </section>`;
    return { title: `Receipt ${transaction.receiptNumber}`, section: 'businesses', body };
  };

  return [
    { method: 'GET', path: '/businesses/:id/transactions', handle: list },
    { method: 'GET', path: '/businesses/:id/transactions/:transaction', handle: show },
  ];
}

function above({ id, vendor }: BusinessRecord): Html {
  return trail(
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
