import type { Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import * as lightspeed from 'receipt-rule-packs/from/lightspeed-x';
import * as shopify from 'receipt-rule-packs/from/shopify';
import * as square from 'receipt-rule-packs/from/square';
import * as stripe from 'receipt-rule-packs/from/stripe';
import * as sumup from 'receipt-rule-packs/from/sumup';
import * as toast from 'receipt-rule-packs/from/toast';
import * as woocommerce from 'receipt-rule-packs/from/woocommerce';
import * as zettle from 'receipt-rule-packs/from/zettle';
import { describe, expect, it } from 'vitest';
import { SEED } from '../support/numbers';
import { documentOf, mutate, optionsOf, randomOf, rowsOf } from './support/payloads';

type Fields = Record<string, unknown>;

const time = '2026-11-24T09:00:00Z';
const money = { amount: 100, currency: 'USD' };
const returned = { source_order_id: '', return_line_items: [], return_tips: [{ applied_money: money }] };
const payment = { kind: 'refund', status: 'success', gateway: 'card', amount: '1.00' };
const event = { id: 7, type: 'REFUND', status: 'SUCCESSFUL', amount: 1, timestamp: time };
const checkOf = (order: Fields): Fields => (order.checks as Fields[])[0]!;

/** For each platform, a correction of its first payload. */
const CORRECTIONS: readonly (readonly [string, typeof square, (sale: Fields) => unknown])[] = [
  ['shopify', shopify, () => ({ id: 9, created_at: time, refund_line_items: [], transactions: [payment] })],
  [
    'square',
    square,
    ({ id }) => ({
      ...{ id: 'r', state: 'COMPLETED', created_at: time },
      returns: [{ ...returned, source_order_id: id, return_amounts: { total_money: money, tax_money: money } }],
    }),
  ],
  [
    'stripe',
    stripe,
    () => ({
      ...{ object: 'refund', id: 're_1', created: 1_795_251_600, currency: 'usd' },
      amount: 100,
      status: 'succeeded',
    }),
  ],
  ['zettle', zettle, (sale) => ({ ...sale, refund: true, refundsPurchaseUUID1: null })],
  [
    'woocommerce',
    woocommerce,
    () => ({ id: 9, refunded_by: 1, date_created_gmt: time, amount: '1.00', line_items: [] }),
  ],
  ['lightspeed-x', lightspeed, (sale) => ({ ...sale, return_for: sale.id, status: 'CLOSED' })],
  [
    'toast',
    toast,
    (order) => {
      const check = checkOf(order);
      const [first] = check.payments as Fields[];
      const refund = { refundAmount: 1, tipRefundAmount: 0, refundDate: time, refundTransaction: { guid: 'r' } };
      return { ...order, checks: [{ ...check, payments: [{ ...first, refund }] }] };
    },
  ],
  [
    'sumup',
    sumup,
    ({ transaction_data }) => ({ transaction_data: { ...(transaction_data as Fields), events: [event] } }),
  ],
];

const RUNS = 600;

describe.each(CORRECTIONS)('%s', (platform, { toDraft, toCorrection, completeFrom }, correctionOf) => {
  const [row] = rowsOf(platform);
  const seller = optionsOf(row!);
  const sold = completeFrom(row!.payload, seller);
  const sale = documentOf(sold)!;

  it('returns a typed result for every combination of mutated sales, corrections and prior documents', () => {
    const random = randomOf(SEED);
    const several = (given: unknown): { value: unknown; what: string } => {
      let [value, what] = [given, ''];
      for (let n = random(4); n > 0; n--) {
        const { payload, what: change } = mutate({ value }, random);
        value = (payload as { value?: unknown }).value;
        what += `${change}; `;
        if (typeof value !== 'object' || value === null) break;
      }
      return { value, what };
    };
    const counts = { valid: 0, refused: 0 };
    for (let run = 0; run < RUNS; run++) {
      const [made, correction] = [several(row!.payload), several(correctionOf(row!.payload as Fields))];
      const [original, prior] = [several(sale), several([sale])];
      const priorCorrections = (random(2) === 0 || !Array.isArray(prior.value) ? [] : prior.value) as Transaction[];
      const options = {
        ...seller,
        sale: (original.value ?? {}) as Transaction,
        priorCorrections,
        originalTransactionId: 'txn_1',
      };
      const mapped = [toDraft(made.value, seller), toCorrection(correction.value, options)];
      const completed: Completion[] = [completeFrom(made.value, seller), completeFrom(correction.value, options)];
      const what = [made, correction, original, prior].map((part) => part.what).join(' | ');
      for (const { valid, issues, error } of [...mapped, ...completed]) {
        counts[valid ? 'valid' : 'refused']++;
        expect(valid ? 'none' : error?.code, what).toBe(valid ? 'none' : 'validation_failed');
        expect(valid, what).toBe(issues.length === 0);
      }
      // Issues about the payload as a whole appear only if it is not an object.
      for (const [i, { issues }] of mapped.entries()) {
        const { value } = i === 0 ? made : correction;
        const isWhole = typeof value !== 'object' || value === null || Array.isArray(value);
        for (const { field } of issues) expect(field.startsWith('payload.') || isWhole, `${field}: ${what}`).toBe(true);
      }
    }
    expect(Math.min(counts.valid, counts.refused)).toBeGreaterThan(RUNS / 10);
  });
});
