import type { Issue } from 'receipt-rule-packs';
import { drawReceipt } from 'receipt-rule-packs/draw';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { ID } from '../form.js';
import { path } from '../paths.js';
import { Html, html } from './html.js';
import { localeOf } from './money.js';

/** A document as the paper that a customer gets, with what was found in it in the margin; any value may be drawn. */
export function drawnReceipt({ vendor }: BusinessRecord, document: unknown, issues: readonly Issue[]): Html {
  const { country } = vendor;
  const drawing = drawReceipt(document, { vendor, country, issues, locale: localeOf(country) });
  // Made by the library, which escapes what it is given.
  return html`<div class="drawn" role="region" aria-label="Receipt">${new Html(drawing)}</div>`;
}

/** The way from a correction to what it corrects. */
export function linkedTo(
  businessId: string,
  linked: { readonly originalTransactionId: string } | undefined,
): Html | null {
  if (!linked) return null;
  const { originalTransactionId: original } = linked;
  // It is whatever was sent; only what can be an id has a page.
  const of = ID.test(original)
    ? html`<a href="${path('businesses', businessId, 'transactions', original)}">${original}</a>`
    : html`${original}`;
  return html`<p>It corrects ${of}.</p>`;
}
