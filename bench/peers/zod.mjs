import { z } from 'zod';
import { CATEGORIES, METHODS, SCHEMES, TIMESTAMP, TYPES } from './shared.mjs';

export const does = 'structure';

export function create() {
  const schema = build();
  return (document) => schema.safeParse(document).success;
}

function build() {
  const text = z.string().min(1);
  const item = z.strictObject({
    name: text, quantity: z.number(), unit: z.string().optional(), unitPrice: z.int(), amount: z.int(), taxRate: z.number(),
    taxCategory: z.enum(CATEGORIES), taxAmount: z.int(), sku: z.string().optional(),
    discount: z.strictObject({ amount: z.int().positive(), description: z.string().optional() }).optional(),
  }); // prettier-ignore
  const entry = z.strictObject({
    rate: z.number(),
    category: z.enum(CATEGORIES),
    taxableAmount: z.int(),
    taxAmount: z.int(),
  });
  return z.strictObject({
    type: z.enum(TYPES), settled: z.boolean(), receiptNumber: text, timestamp: z.string().regex(TIMESTAMP),
    currency: z.string().regex(/^[A-Z]{3}$/), locale: z.string().optional(), metadata: z.record(z.string(), z.unknown()).optional(),
    vendor: z.strictObject({ id: text, locationName: z.string().optional() }), items: z.array(item).min(1),
    tax: z.strictObject({ scheme: z.enum(SCHEMES), pricesIncludeTax: z.boolean(), summary: z.array(entry) }),
    totals: z.strictObject({ subtotal: z.int(), discount: z.int(), tax: z.int(), rounding: z.int().optional(), total: z.int() }),
    payment: z.strictObject({ method: z.enum(METHODS), last4: z.string().regex(/^[0-9]{4}$/).optional() }),
    source: z.strictObject({ platform: text, externalId: text }), extensions: z.record(z.string(), z.unknown()).optional(),
  }); // prettier-ignore
}
