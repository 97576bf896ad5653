import * as v from 'valibot';
import { CATEGORIES, METHODS, SCHEMES, TIMESTAMP, TYPES } from './shared.mjs';

export const does = 'structure';

export function create() {
  const schema = build();
  return (document) => v.safeParse(schema, document).success;
}

function build() {
  const text = v.pipe(v.string(), v.minLength(1));
  const int = v.pipe(v.number(), v.safeInteger());
  const item = v.strictObject({
    name: text, quantity: v.pipe(v.number(), v.finite()), unit: v.optional(v.string()), unitPrice: int, amount: int,
    taxRate: v.pipe(v.number(), v.finite()), taxCategory: v.picklist(CATEGORIES), taxAmount: int, sku: v.optional(v.string()),
    discount: v.optional(v.strictObject({ amount: v.pipe(int, v.minValue(1)), description: v.optional(v.string()) })),
  }); // prettier-ignore
  const entry = v.strictObject({
    rate: v.number(),
    category: v.picklist(CATEGORIES),
    taxableAmount: int,
    taxAmount: int,
  });
  return v.strictObject({
    type: v.picklist(TYPES), settled: v.boolean(), receiptNumber: text, timestamp: v.pipe(v.string(), v.regex(TIMESTAMP)),
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), locale: v.optional(v.string()), metadata: v.optional(v.record(v.string(), v.unknown())),
    vendor: v.strictObject({ id: text, locationName: v.optional(v.string()) }), items: v.pipe(v.array(item), v.minLength(1)),
    tax: v.strictObject({ scheme: v.picklist(SCHEMES), pricesIncludeTax: v.boolean(), summary: v.array(entry) }),
    totals: v.strictObject({ subtotal: int, discount: int, tax: int, rounding: v.optional(int), total: int }),
    payment: v.strictObject({ method: v.picklist(METHODS), last4: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{4}$/))) }),
    source: v.strictObject({ platform: text, externalId: text }), extensions: v.optional(v.record(v.string(), v.unknown())),
  }); // prettier-ignore
}
