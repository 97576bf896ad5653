import type { StoredTransaction } from 'receipt-rule-packs';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { path } from '../paths.js';
import type { ListedTransaction } from 'receipt-reference-server/read-model/transactions.js';
import { html, type Html, type Renderable } from './html.js';
import { localeOf, money } from './money.js';
import { count } from './parts.js';
import { table } from './table.js';
import { aheadOf, documentTime, duration } from './time.js';

/** Renders a table of a business's documents. */
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

/**
 * Marks a document whose timestamp is more than a day later than the time when the server stored it; null for other
 * documents.
 */
export function timeAhead(transaction: Pick<StoredTransaction, 'timestamp' | 'createdAt'>): Html | null {
  const ahead = aheadOf(transaction);
  return ahead === 0 ? null : html`<span class="status busy">dated ${duration(ahead)} after it was stored</span>`;
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
    html`${documentTime(timestamp)} ${timeAhead(transaction)}`,
    type.replace('_', ' '),
    html`<span class="amount">${money(totals.total, currency, localeOf(vendor.country))}</span>`,
    payment.method,
    source.platform,
  ];
}
