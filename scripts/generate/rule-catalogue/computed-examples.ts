/** Calls that raise the codes for drafts, corrections and adapters, each with a corrected call. */
import { complete } from '../../../src/complete/complete.js';
import type { COMPLETION_CODES } from '../../../src/issues/issue-codes.js';
import { createRefund } from '../../../src/complete/corrections/create-refund.js';
import { refundableBalance } from '../../../src/complete/corrections/refundable-balance.js';
import { createRegistry } from '../../../src/engine/registry.js';
import type { Shop } from '../../../src/engine/shop.js';
import type { Issue } from '../../../src/issues/issue.js';
import type { LawPack } from '../../../src/rule/types.js';
import { toDraft as fromShopify } from '../../../src/from/shopify/index.js';
import { toDraft as fromZettle } from '../../../src/from/zettle/index.js';

/** A function with two versions of its input, and the library's results for them. */
export interface ComputedExample {
  readonly call: string;
  readonly wrong: unknown;
  readonly right: unknown;
  /** The issues that `wrong` raises; those that `right` raises are in `left`. */
  readonly found: readonly Issue[];
  readonly left: readonly Issue[];
}

type Run = (input: never, shop: Shop) => readonly Issue[];
type Example = readonly [call: string, run: Run, wrong: unknown, right: unknown];
type Answer = { readonly issues: readonly Issue[]; readonly warnings: readonly Issue[] };
type Code = (typeof COMPLETION_CODES)[number] | `source_${string}`;

/** Denmark: its law does not require fiscal device data. */
const COUNTRY = 'DK';
const DRAFT = {
  receiptNumber: '1001',
  timestamp: '2026-11-21T10:00:00+01:00',
  currency: 'DKK',
  vendor: { id: 'biz_1' },
  source: { platform: 'acme-pos', externalId: '1001' },
  payment: { method: 'card' },
  tax: { scheme: 'DK_MOMS', pricesIncludeTax: true },
  items: [
    { name: 'Mug', quantity: 2, unitPrice: 5000, taxRate: 25 },
    { name: 'Tea', unitPrice: 3000, taxRate: 25 },
  ],
};
const OF_SWEDEN = {
  currency: 'SEK',
  tax: { scheme: 'SE_MOMS', pricesIncludeTax: true },
  extensions: {
    se: {
      controlUnitId: 'SRVC0000000000001',
      controlCode: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567 ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      sequenceNumber: 1001,
    },
  },
};
const CORRECTION = {
  receiptNumber: '1002',
  timestamp: '2026-11-22T10:00:00+01:00',
  source: { platform: 'acme-pos', externalId: '1002' },
  originalTransactionId: 'txn_1',
  priorCorrections: [],
};

const found = ({ issues, warnings }: Answer): Issue[] => [...issues, ...warnings];
const completed: Run = (input: object, shop) => found(complete(shop, { ...DRAFT, ...input } as never));
const swedish: Run = (input: object, { registry }) =>
  found(complete(registry.shop({ country: 'SE' }), { ...DRAFT, ...OF_SWEDEN, ...input } as never));
const saleOf = (shop: Shop, changes = {}) => {
  const made = complete(shop, { ...DRAFT, ...changes } as never);
  if (!made.valid) throw new Error(`an example's sale is refused: ${JSON.stringify(made.issues)}`);
  return made.transaction;
};
const refunded: Run = (input: object, shop) =>
  found(createRefund(shop, { ...CORRECTION, sale: saleOf(shop), ...input } as never));
const voided: Run = ({ sale: { type }, ...input }: { sale: { type: string } }, shop) =>
  found(createRefund(shop, { ...CORRECTION, ...input, sale: { ...saleOf(shop), type } } as never));
/** A refund of the first mug with some fields changed, as if other software had made it. */
const balance: Run = ({ priorCorrections: [changes] }: { priorCorrections: [Record<string, unknown>] }, shop) => {
  const sale = saleOf(shop);
  const refund = createRefund(shop, { ...CORRECTION, sale, lines: [{ line: 0, quantity: 1 }] });
  if (!refund.valid) throw new Error("an example's refund is refused");
  const { items = [], ...others } = changes as { items?: readonly object[] };
  const prior = {
    ...refund.transaction,
    ...others,
    items: refund.transaction.items.map((line, i) => ({ ...line, ...items[i] })),
  };
  return found(refundableBalance(shop, { sale, originalTransactionId: 'txn_1', priorCorrections: [prior] }));
};
const expected: Run = ({ expect, ...input }: { expect: unknown }, shop) =>
  found(complete(shop, { ...DRAFT, ...input } as never, { expect } as never));
const ofZettle: Run = ({ options, ...payload }: { options?: object }, shop) =>
  found(fromZettle({ ...PURCHASE, ...payload }, { shop, businessId: 'biz_1', ...options }));
const ofShopify: Run = (payload: object, shop) =>
  found(fromShopify({ ...ORDER, ...payload }, { shop, businessId: 'biz_1' }));

const PURCHASE = {
  purchaseUUID1: '55b17d00-1e35-11e4-bff7-ee8bf48e0e5b',
  amount: 10_000,
  vatAmount: 2000,
  country: 'DK',
  currency: 'DKK',
  timestamp: '2026-11-21T10:00:00.000+0000',
  purchaseNumber: 1001,
  products: [{ quantity: '1', name: 'Mug', unitPrice: 10_000, vatPercentage: 25 }],
  payments: [{ type: 'IZETTLE_CARD', amount: 10_000 }],
  refund: false,
};
const ORDER = {
  id: 1001,
  name: '#1001',
  created_at: '2026-11-21T10:00:00+01:00',
  currency: 'DKK',
  financial_status: 'paid',
  taxes_included: true,
  total_price: '100.00',
  total_tax: '20.00',
  subtotal_price: '100.00',
  total_discounts: '0.00',
  line_items: [
    { id: 1, title: 'Mug', quantity: 1, price: '100.00', tax_lines: [{ title: 'Moms', rate: 0.25, price: '20.00' }] },
  ],
  shipping_lines: [],
  discount_applications: [],
};
const PAID = { id: 1, kind: 'sale', status: 'success', gateway: 'shopify_payments' };

const EXAMPLES: Readonly<Record<Code, Example>> = {
  over_refund: [
    '`createRefund(shop, { sale, … })` for a sale of two mugs',
    refunded,
    { lines: [{ line: 0, quantity: 3 }] },
    { lines: [{ line: 0, quantity: 2 }] },
  ],
  not_refundable: [
    '`createRefund(shop, { sale, … })`',
    voided,
    { sale: { type: 'void' }, lines: [{ line: 0 }] },
    { sale: { type: 'sale' }, lines: [{ line: 0 }] },
  ],
  line_not_found: [
    '`createRefund(shop, { sale, … })` for a sale with two lines',
    refunded,
    { lines: [{ line: 2 }] },
    { lines: [{ line: 1 }] },
  ],
  rate_differs_from_sale: [
    '`refundableBalance(shop, { sale, … })` for a sale at 25 %',
    balance,
    { priorCorrections: [{ items: [{ taxRate: 0, taxCategory: 'Z' }] }] },
    { priorCorrections: [{ items: [{ taxRate: 25, taxCategory: 'S' }] }] },
  ],
  original_mismatch: [
    '`refundableBalance(shop, { sale, … })` for a sale in kroner',
    balance,
    { priorCorrections: [{ currency: 'SEK' }] },
    { priorCorrections: [{ currency: 'DKK' }] },
  ],
  discount_exceeds_amount: [
    '`complete(shop, draft)` for lines that total 130.00 kroner',
    completed,
    { discounts: [{ amount: 15_000 }] },
    { discounts: [{ amount: 1500 }] },
  ],
  not_computable: [
    '`complete(shop, draft)`',
    completed,
    { items: [{ name: 'Mug', quantity: 0, lineTotal: 5000, taxRate: 25 }] },
    { items: [{ name: 'Mug', quantity: 1, lineTotal: 5000, taxRate: 25 }] },
  ],
  differs_from_source: [
    '`complete(shop, draft, { expect })` for lines that total 130.00 kroner',
    expected,
    { expect: { total: 13_100 } },
    { expect: { total: 13_000 } },
  ],
  tenders_differ: [
    '`complete(shop, draft)` for lines that total 130.00 kroner',
    completed,
    { payment: undefined, tenders: [{ method: 'card', amount: 10_000 }] },
    { payment: undefined, tenders: [{ method: 'card', amount: 10_000 }, { method: 'mobile' }] },
  ],
  tenders_not_payable: [
    '`complete(shop, draft)` for lines that total 130.00 kronor in Sweden, which rounds totals to whole kronor',
    swedish,
    { payment: undefined, tenders: [{ method: 'card', amount: 5050 }, { method: 'cash' }] },
    { payment: undefined, tenders: [{ method: 'card', amount: 5000 }, { method: 'cash' }] },
  ],
  source_not_understood: [
    '`toDraft(purchase, options)` of `receipt-rule-packs/from/zettle`',
    ofZettle,
    { currency: 208 },
    { currency: 'DKK' },
  ],
  source_not_final: [
    '`toDraft(order, options)` of `receipt-rule-packs/from/shopify`',
    ofShopify,
    { test: true },
    { test: false },
  ],
  source_incomplete: [
    '`toDraft(order, options)` of `receipt-rule-packs/from/shopify`',
    ofShopify,
    { transactions: [{ ...PAID, amount: '13.40', currency: 'EUR' }] },
    { transactions: [{ ...PAID, amount: '100.00', currency: 'DKK' }] },
  ],
  source_needs_option: [
    '`toDraft(purchase, options)` of `receipt-rule-packs/from/zettle`',
    ofZettle,
    { products: [{ quantity: '1', name: 'Mug', unitPrice: 10_000 }] },
    { products: [{ quantity: '1', name: 'Mug', unitPrice: 10_000 }], options: { taxRate: 25 } },
  ],
};

/**
 * The example of a code that only function calls raise; undefined for other codes.
 *
 * @throws Error if the wrong call does not raise the code, or the corrected call raises an error
 */
export function computedExample(code: string, packs: readonly LawPack[]): ComputedExample | undefined {
  if (!Object.hasOwn(EXAMPLES, code)) return undefined;
  const [call, run, wrong, right] = EXAMPLES[code as Code]!;
  const shop = createRegistry(packs).shop({ country: COUNTRY });
  const [raised, left] = [run(wrong as never, shop), run(right as never, shop)];
  if (!raised.some((issue) => issue.code === code)) throw new Error(`the example of ${code} raises ${said(raised)}`);
  if (left.some(({ severity }) => severity === 'error'))
    throw new Error(`the corrected example of ${code} raises ${said(left)}`);
  return { call, wrong, right, found: raised, left };
}

const said = (issues: readonly Issue[]): string =>
  issues.map(({ field, code, message }) => `${field} ${code}: ${message}`).join('; ') || 'nothing';
