import { type } from 'arktype';
import { CATEGORIES, METHODS, SCHEMES, TIMESTAMP, TYPES } from './shared.mjs';

export const does = 'structure, compiled at start';

export function create() {
  const schema = build();
  return (document) => !(schema(document) instanceof type.errors);
}

function build() {
  const oneOf = (values) => values.map((value) => `'${value}'`).join(' | ');
  const text = 'string >= 1';
  const int = 'number.safe';
  const integer = type(int).and('number.integer');
  const closed = (properties) => type({ '+': 'reject', ...properties });
  const item = closed({
    name: text, quantity: 'number', 'unit?': 'string', unitPrice: integer, amount: integer, taxRate: 'number',
    taxCategory: oneOf(CATEGORIES), taxAmount: integer, 'sku?': 'string',
    'discount?': closed({ amount: 'number.integer >= 1', 'description?': 'string' }),
  }); // prettier-ignore
  const entry = closed({ rate: 'number', category: oneOf(CATEGORIES), taxableAmount: integer, taxAmount: integer });
  return closed({
    type: oneOf(TYPES), settled: 'boolean', receiptNumber: text, timestamp: TIMESTAMP, currency: /^[A-Z]{3}$/, 'locale?': 'string',
    'metadata?': 'object', vendor: closed({ id: text, 'locationName?': 'string' }), items: item.array().atLeastLength(1),
    tax: closed({ scheme: oneOf(SCHEMES), pricesIncludeTax: 'boolean', summary: entry.array() }),
    totals: closed({ subtotal: integer, discount: integer, tax: integer, 'rounding?': integer, total: integer }),
    payment: closed({ method: oneOf(METHODS), 'last4?': /^[0-9]{4}$/ }), source: closed({ platform: text, externalId: text }),
    'extensions?': 'object',
  }); // prettier-ignore
}
