import type { Issue, StoredTransaction } from 'receipt-rule-packs';
import { drawReceipt } from 'receipt-rule-packs/draw';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { path } from '../paths.js';
import { Html, html } from './html.js';
import { localeOf } from './money.js';

/**
 * Draws a document as the receipt that the customer gets, with its issues in the margin.
 *
 * @param document any value, because rejected documents can be malformed
 * @param original the stored document that this document corrects
 */
export function drawnReceipt(
  { vendor }: BusinessRecord,
  document: unknown,
  issues: readonly Issue[],
  original: StoredTransaction | undefined,
): Html {
  const { country } = vendor;
  const drawing = drawReceipt(document, { vendor, country, issues, original, locale: localeOf(country) });
  // The drawing is safe markup: the library escapes all values.
  return html`<div class="drawn" role="region" aria-label="Receipt">
    ${new Html(drawing)}
    <p class="hint">Generated from the document</p>
  </div>`;
}

/** Renders the link from a correction to the document that it corrects. */
export function linkedTo(
  businessId: string,
  linked: { readonly originalTransactionId: string } | undefined,
): Html | null {
  if (!linked) return null;
  const { originalTransactionId: original } = linked;
  // The value comes from the sender, so link it only if it is a valid id.
  const of = ID.test(original)
    ? html`<a href="${path('businesses', businessId, 'transactions', original)}">${original}</a>`
    : html`${original}`;
  return html`<p>This receipt corrects ${of}.</p>`;
}
