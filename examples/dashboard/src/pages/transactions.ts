import { found } from '../form.js';
import { path, withQuery } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import { findStored, listStored, type Stored } from '../queries/transactions.js';
import type { DashboardContext, Route } from '../visit.js';
import { html, type Part } from '../view/html.js';
import { prettyJson } from '../view/json.js';
import { money } from '../view/money.js';
import { trail } from '../view/parts.js';
import { receipt } from '../view/receipt.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 25;

/** A business's transactions, newest first, and each as a receipt and as the document that is stored. */
export function transactionRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async ({ params, query }) => {
    const { id, vendor } = found(await findBusiness(database, params.id!), 'business');
    const after = query.get('startAfter') ?? undefined;
    const { data: shown, nextCursor } = await listStored(database, id, after, PAGE_SIZE);
    const base = path('businesses', id, 'transactions');
    const next = nextCursor === null ? undefined : withQuery(base, { startAfter: nextCursor });
    const columns = ['Receipt', 'Time', 'Type', 'Total', 'Payment', 'Platform'];
    const none = after === undefined ? 'There are no transactions here yet.' : 'There are no more transactions.';
    const body = html`${trail([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Transactions</h1>
      ${table(
        `Transactions of ${vendor.name}, the newest first`,
        columns,
        shown.map((row) => toRow(id, row)),
        none,
      )}
      ${pager(after === undefined ? undefined : base, next)}`;
    return { title: `Transactions of ${vendor.name}`, section: 'businesses', body };
  };

  const show: Route['handle'] = async ({ params }) => {
    const business = found(await findBusiness(database, params.id!), 'business');
    const {
      id,
      body: text,
      transaction,
    } = found(await findStored(database, business.id, params.transaction!), 'transaction');
    const body = html`${trail(
        [path('businesses'), 'Businesses'],
        [path('businesses', business.id), business.vendor.name],
        [path('businesses', business.id, 'transactions'), 'Transactions'],
      )}
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

function toRow(businessId: string, { id, transaction }: Stored): Part[] {
  const { receiptNumber, timestamp, type, totals, currency, payment, source } = transaction;
  return [
    html`<a href="${path('businesses', businessId, 'transactions', id)}">${receiptNumber}</a>`,
    html`<time datetime="${timestamp}">${timestamp.replace('T', ' ')}</time>`,
    type.replace('_', ' '),
    html`<span class="number">${money(totals.total, currency)}</span>`,
    payment.method,
    source.platform,
  ];
}
