import fc from 'fast-check';
import type { LawPack, RateRow, ReceiptLaw } from 'receipt-rule-packs';
import type { Draft, DraftLine, OrderDiscount } from 'receipt-rule-packs/complete';

/** Options for generating drafts: what a till would send, without the figures that can be computed. */
export interface DrawOptions {
  readonly type?: 'sale' | 'exchange';
  /** Whether to add order discounts, charges and tips. */
  readonly extras?: boolean;
  /** Whether quantities are whole pieces only. */
  readonly pieces?: boolean;
}

const ratesOf = ({ rates }: ReceiptLaw): number[] =>
  Array.isArray(rates)
    ? [...new Set((rates as RateRow[]).flatMap(({ rate, part }) => (part === undefined ? rate : [])))].filter(
        (rate) => rate > 0,
      )
    : [8.875, 6.25, 0.7];

const pieces = fc.integer({ min: 1, max: 20 });
const weights = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 5000 }).map((grams) => grams / 1000) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 ** 9 }).map((n) => n / 10 ** 7) },
);
const prices = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 50_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 ** 38 }) },
);

function lines(law: ReceiptLaw, { type, pieces: whole = false }: DrawOptions): fc.Arbitrary<DraftLine[]> {
  const line = fc
    .record({
      quantity: whole ? pieces : fc.oneof({ weight: 3, arbitrary: pieces }, { weight: 1, arbitrary: weights }),
      unitPrice: prices,
      rate: fc.constantFrom(...ratesOf(law), 0),
      category: fc.constantFrom('Z', 'E', 'O' as const),
      discount: fc.option(
        fc.oneof(
          fc.record({ percent: fc.integer({ min: 1, max: 1000 }).map((n) => n / 10) }),
          fc.record({ share: fc.integer({ min: 1, max: 100 }) }),
        ),
        { nil: undefined, freq: 3 },
      ),
      returned: type === 'exchange' ? fc.boolean() : fc.constant(false),
      sku: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      name: fc.constantFrom('Coffee', 'Tea', 'Cheese'),
    })
    .map(({ quantity, unitPrice, rate, category, discount, returned, sku, name }): DraftLine => {
      const amount =
        discount !== undefined && 'share' in discount
          ? Math.floor((Math.floor(quantity * unitPrice) * discount.share) / 100)
          : 0;
      const off =
        discount !== undefined && 'percent' in discount
          ? discount
          : amount > 0
            ? { amount, description: 'offer' }
            : undefined;
      return {
        name,
        quantity: returned ? -quantity : quantity,
        unitPrice,
        taxRate: rate,
        taxCategory: rate > 0 ? undefined : category,
        discount: off,
        sku,
      };
    });
  return fc.array(line, { minLength: 1, maxLength: 7 });
}

const grossOf = (items: readonly DraftLine[]): number =>
  items.reduce(
    (sum, { quantity = 1, unitPrice = 0, discount }) =>
      sum + Math.max(0, Math.floor(quantity * unitPrice) - (discount?.amount ?? Math.ceil(quantity * unitPrice))),
    0,
  );

/** Generates valid drafts under a law. */
export function drafts({ law }: LawPack, options: DrawOptions = {}): fc.Arbitrary<Draft> {
  const { type = 'sale', extras = type === 'sale' } = options;
  const percentages = fc.array(
    fc.integer({ min: 1, max: 1000 }).map((n): OrderDiscount => ({ percent: n / 10, description: 'members' })),
    { maxLength: 2 },
  );
  return fc
    .record({
      items: lines(law, options),
      method: fc.constantFrom('cash', 'card', 'mobile', 'other' as const),
      day: fc.integer({ min: 0, max: 300 }),
      percentages,
      share: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      shipping: fc.option(fc.integer({ min: 0, max: 9900 }), { nil: undefined }),
      tip: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
      business: fc.boolean(),
    })
    .map(({ items, method, day, percentages: given, share, shipping, tip, business }) => {
      // Order discounts exclude lines outside the scope of the tax, unless there are no other lines.
      const inScope = items.filter(({ taxCategory, unitPrice = 0 }) => taxCategory !== 'O' && unitPrice > 0);
      const goods = inScope.length > 0 ? inScope : items;
      const fixed = share === undefined ? 0 : Math.floor((grossOf(goods) * share) / 100);
      const discounts: OrderDiscount[] = [...(fixed > 0 ? [{ amount: fixed }] : []), ...given];
      // Shipping for a free order has no rate.
      const isFree =
        items.every(({ unitPrice }) => unitPrice === 0) ||
        share === 100 ||
        given.some(({ percent }) => percent! > 90) ||
        grossOf(goods) < 100;
      return {
        type,
        settled: true,
        receiptNumber: '1',
        timestamp: `${new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)}T12:00:00+01:00`,
        currency: law.currencies.at(-1)!.code,
        vendor: { id: 'biz_1' },
        items,
        ...(extras && discounts.length > 0 ? { discounts } : {}),
        ...(extras && shipping !== undefined && !isFree ? { charges: [{ name: 'Shipping', amount: shipping }] } : {}),
        ...(extras && tip !== undefined ? { tip } : {}),
        tax: { scheme: law.tax.scheme, pricesIncludeTax: law.tax.pricesIncludeTax },
        payment: { method },
        source: { platform: 'test', externalId: '1' },
        ...(business ? { customer: { vatNumber: 'XX1' } } : {}),
        ...(type === 'exchange' ? { linkedTransaction: { originalTransactionId: 'txn_1' } } : {}),
        extensions: extensionsOf(law),
      } as Draft;
    });
}

/** The extensions that the law requires, with the law's example values. */
export function extensionsOf({ extensions }: ReceiptLaw): Record<string, unknown> | undefined {
  const required = extensions.filter((namespace) => namespace.required === true);
  if (required.length === 0) return undefined;
  return Object.fromEntries(
    required.map(({ namespace, fields }) => [
      namespace,
      Object.fromEntries(fields.map(({ name, example }) => [name, example])),
    ]),
  );
}
