import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { path } from '../paths.js';
import type { ListedTransaction } from '../queries/transactions.js';
import { html, type Html, type Renderable } from './html.js';
import { localeOf, money } from './money.js';
import { count } from './parts.js';
import { table } from './table.js';
import { documentTime } from './time.js';

/** Documents of a business as rows. */
export function transactionTable(
  caption: string,
  business: BusinessRecord,
  rows: readonly ListedTransaction[],
  none: string,
): Html {
  const columns = ['Receipt', 'Time', 'Type', 'Total', 'Payment', 'Platform'];
  return table(
    caption,
    columns,
    rows.map((row) => toRow(business, row)),
    none,
  );
}

function toRow(
  { id: businessId, vendor }: BusinessRecord,
  { id, transaction, bytes }: ListedTransaction,
): Renderable[] {
  const href = path('businesses', businessId, 'transactions', id);
  if (!transaction) {
    const size = `${count(Math.ceil(bytes / 1024))} KiB, shown on a separate page`;
    return [html`<a href="${href}">${id}</a>`, '–', size, '–', '–', '–'];
  }
  const { receiptNumber, timestamp, type, totals, currency, payment, source } = transaction;
  return [
    html`<a href="${href}">${receiptNumber}</a>`,
    documentTime(timestamp),
    type.replace('_', ' '),
    html`<span class="amount">${money(totals.total, currency, localeOf(vendor.country))}</span>`,
    payment.method,
    source.platform,
  ];
}
