import { expect, it } from 'vitest';
import { typeErrors } from '../docs/type-errors';

const USE = `
import { createRegistry, isIssueCode, toStored, type IssueCode, type Transaction } from 'receipt-rule-packs';
import { iterateTransactions, type Page } from 'receipt-rule-packs/cursor';
import { validTransaction } from 'receipt-rule-packs/testing';
import { createWebhookSigner, createWebhookVerifier, memoryNonceStore, type WebhookEvent } from 'receipt-rule-packs/webhook';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';

/** The input of a mapper: all fields are optional. */
declare const given: { text?: string; number?: number; flag?: boolean };
const { text, number, flag } = given;

const fields = {
  settled: true, receiptNumber: '1', timestamp: '2026-11-21T10:00+01:00', currency: 'SEK',
  profileId: text, locale: text, metadata: text === undefined ? undefined : { text }, channel: text,
  vendor: { id: 'biz_1', locationName: text },
  items: [{ name: 'x', quantity: 1, unit: text, unitPrice: 1, amount: 1, taxRate: 25, taxCategory: 'S' as const, taxAmount: 0,
    discount: number === undefined ? undefined : { amount: number, description: text }, category: text, sku: text }],
  tax: { scheme: 'SE_MOMS' as const, pricesIncludeTax: true, reverseCharge: flag, jurisdictions: undefined,
    summary: [{ rate: 25, category: 'S' as const, label: text, taxableAmount: 1, taxAmount: 0 }] },
  totals: { subtotal: 1, discount: 0, tax: 0, rounding: number, total: 1 },
  payment: { method: 'card' as const, last4: text },
  source: { platform: 'p', externalId: 'e' },
  customer: flag ? undefined : { name: text, email: text, orgNumber: text, vatNumber: text, country: text },
  extensions: text === undefined ? undefined : { se: { controlUnitId: text, controlCode: text, sequenceNumber: 1 }, own: 5 },
};
const link = { originalTransactionId: 'txn_1', reason: undefined, note: text };

export const sale: Transaction = { ...fields, type: 'sale', linkedTransaction: flag ? link : undefined };
export const refund: Transaction = { ...fields, type: 'refund', linkedTransaction: link };
// @ts-expect-error a refund without the sale that it refunds
export const unlinked: Transaction = { ...fields, type: 'refund' };
// @ts-expect-error a void with a sale that may be undefined
export const maybe: Transaction = { ...fields, type: 'void', linkedTransaction: flag ? link : undefined };
// @ts-expect-error the control code is missing
export const half: Transaction = { ...fields, type: 'sale', extensions: { se: { controlUnitId: 'a', sequenceNumber: 1 } } };

export function original(document: Transaction): string | undefined {
  return document.type === 'sale' ? document.linkedTransaction?.originalTransactionId : document.linkedTransaction.originalTransactionId;
}

export function codeOf(code: string): IssueCode | undefined {
  return isIssueCode(code) ? code : undefined;
}

export function told(event: WebhookEvent): string {
  switch (event.type) {
    case 'transaction.created':
      return event.data.payment.method;
    case 'authorization.granted':
      return event.data.grantedAt;
    case 'authorization.revoked':
      return event.data.revokedAt;
    case 'source.connected':
    case 'source.disconnected':
      return event.data.platform;
    default:
      return 'newer than this library';
  }
}

export const registry = createRegistry([seReceipt1]);
export const signer = createWebhookSigner({ secrets: 'whsec_1' });
export const verifier = createWebhookVerifier({
  secrets: 'whsec_1', toleranceSeconds: number, nonceStore: flag ? memoryNonceStore({ maxEntries: number, now: undefined }) : undefined, now: undefined,
});
export const headers = () => signer.sign('', { event: 'transaction.created', timestamp: number, nonce: text });
export const pages = (fetchPage: () => Page<{ id: string }>) => iterateTransactions(fetchPage, { startAfter: text, limit: number });
export const drawn = validTransaction(seReceipt1, { type: undefined, lines: { min: number, max: number }, plainText: flag, timestamps: { from: text } });
export const stored = toStored(sale, {
  id: 'txn_1', createdAt: '', syncedAt: '', profileId: 'se-receipt-1', documentTier: 'receipt',
  vendor: { id: text, name: 'x', legalName: text, country: 'SE', address: { line1: text } },
});
`;

it('the document types compile with exactOptionalPropertyTypes', () => {
  expect(typeErrors([{ path: 'test/document/exact-optional.ts', code: USE }])).toEqual([]);
});
