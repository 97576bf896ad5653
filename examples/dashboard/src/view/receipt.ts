import type { StoredTransaction } from 'receipt-rule-packs';
import { ID } from '../form.js';
import { path } from '../paths.js';
import { html, type Html, type Part } from './html.js';
import { money } from './money.js';
import { facts } from './parts.js';
import { table } from './table.js';

/** A document as a receipt that one can read. */
export function receipt(transaction: StoredTransaction, businessId: string): Html {
  const { vendor, items, tax, currency, customer, linkedTransaction: linked } = transaction;
  const amount = (minorUnits: number) => html`<span class="number">${money(minorUnits, currency)}</span>`;
  const lines = items.map((item) => [
    html`${item.name}${item.discount && html` <span class="hint">discount ${amount(item.discount.amount)} ${item.discount.description}</span>`}`,
    `${item.quantity} ${item.unit ?? 'pcs'}`,
    amount(item.unitPrice),
    `${item.taxRate} % ${item.taxCategory}`,
    amount(item.amount),
  ]);
  const vat = tax.summary.map((entry) => [
    `${entry.rate} % ${entry.category}`,
    amount(entry.taxableAmount),
    amount(entry.taxAmount),
  ]);
  return html`<article class="receipt" aria-label="Receipt">
    <p class="vendor">
      <strong>${vendor.name}</strong><br />
      ${[vendor.locationName, vendor.legalName, vendor.orgNumber, vendor.vatNumber].filter(Boolean).join(' · ')}
    </p>
    <p>
      ${transaction.type.replace('_', ' ')}, <time datetime="${transaction.timestamp}">${transaction.timestamp}</time>,
      ${transaction.settled ? 'settled' : 'not settled'}
    </p>
    ${customer && html`<p>Customer: ${[customer.name, customer.orgNumber, customer.vatNumber, customer.country].filter(Boolean).join(', ')}</p>`}
    ${linked && linkedTo(linked, businessId)}
    ${table('Lines', ['Item', 'Quantity', 'Unit price', 'VAT', 'Amount'], lines, '')} ${totals(transaction, amount)}
    ${table(`VAT, ${tax.scheme}`, ['Rate', 'Taxable', 'VAT'], vat, 'No VAT.')}
  </article>`;
}

function totals({ totals: sums, payment }: StoredTransaction, amount: (minorUnits: number) => Html): Html {
  const entries: (readonly [string, Part])[] = [
    ['Subtotal', amount(sums.subtotal)],
    ['Discount', amount(sums.discount)],
    ['VAT', amount(sums.tax)],
    ...(sums.rounding === undefined ? [] : [['Rounding', amount(sums.rounding)] as const]),
    ['Total', html`<strong>${amount(sums.total)}</strong>`],
    ['Paid by', payment.last4 === undefined ? payment.method : `${payment.method} •••• ${payment.last4}`],
  ];
  return facts(entries, 'facts sums');
}

function linkedTo(linked: NonNullable<StoredTransaction['linkedTransaction']>, businessId: string): Html {
  const { originalTransactionId: original, reason, note } = linked;
  // It is whatever was sent; only what can be an id has a page.
  const of = ID.test(original)
    ? html`<a href="${path('businesses', businessId, 'transactions', original)}">${original}</a>`
    : html`${original}`;
  return html`<p>Of ${of} ${[reason, note].filter(Boolean).join(': ')}</p>`;
}
