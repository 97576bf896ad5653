import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { CATEGORIES, METHODS, SCHEMES, TIMESTAMP, TYPES } from './shared.mjs';

export const does = 'structure, compiled at start';

export function create() {
  const schema = TypeCompiler.Compile(build());
  return (document) => schema.Check(document) || [...schema.Errors(document)].length === 0;
}

function build() {
  const closed = (properties) => Type.Object(properties, { additionalProperties: false });
  const oneOf = (values) => Type.Union(values.map((value) => Type.Literal(value)));
  const text = Type.String({ minLength: 1 });
  const int = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
  const open = Type.Optional(Type.Record(Type.String(), Type.Unknown()));
  const item = closed({
    name: text, quantity: Type.Number(), unit: Type.Optional(Type.String()), unitPrice: int, amount: int, taxRate: Type.Number(),
    taxCategory: oneOf(CATEGORIES), taxAmount: int, sku: Type.Optional(Type.String()),
    discount: Type.Optional(closed({ amount: Type.Integer({ minimum: 1 }), description: Type.Optional(Type.String()) })),
  }); // prettier-ignore
  const entry = closed({ rate: Type.Number(), category: oneOf(CATEGORIES), taxableAmount: int, taxAmount: int });
  return closed({
    type: oneOf(TYPES), settled: Type.Boolean(), receiptNumber: text, timestamp: Type.String({ pattern: TIMESTAMP.source }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }), locale: Type.Optional(Type.String()), metadata: open,
    vendor: closed({ id: text, locationName: Type.Optional(Type.String()) }), items: Type.Array(item, { minItems: 1 }),
    tax: closed({ scheme: oneOf(SCHEMES), pricesIncludeTax: Type.Boolean(), summary: Type.Array(entry) }),
    totals: closed({ subtotal: int, discount: int, tax: int, rounding: Type.Optional(int), total: int }),
    payment: closed({ method: oneOf(METHODS), last4: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })) }),
    source: closed({ platform: text, externalId: text }), extensions: open,
  }); // prettier-ignore
}
