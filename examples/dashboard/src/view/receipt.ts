import type { Issue } from 'receipt-rule-packs';
import { drawReceipt } from 'receipt-rule-packs/draw';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { ID } from '../form.js';
import { path } from '../paths.js';
import { Html, html } from './html.js';
import { localeOf } from './money.js';

/** A document as the receipt that a customer gets, with its issues in the margin. Accepts any value. */
export function drawnReceipt({ vendor }: BusinessRecord, document: unknown, issues: readonly Issue[]): Html {
  const { country } = vendor;
  const drawing = drawReceipt(document, { vendor, country, issues, locale: localeOf(country) });
  // From the library, which escapes all values.
  return html`<div class="drawn" role="region" aria-label="Receipt">${new Html(drawing)}</div>`;
}

/** The link from a correction to the corrected document. */
export function linkedTo(
  businessId: string,
  linked: { readonly originalTransactionId: string } | undefined,
): Html | null {
  if (!linked) return null;
  const { originalTransactionId: original } = linked;
  // The value comes from the sender, so only text that can be an id gets a link.
  const of = ID.test(original)
    ? html`<a href="${path('businesses', businessId, 'transactions', original)}">${original}</a>`
    : html`${original}`;
  return html`<p>It corrects ${of}.</p>`;
}
