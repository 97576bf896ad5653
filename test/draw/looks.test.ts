import { drawReceipt } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { receipt } from './receipt';
import { elementsOf } from './drawn';

/** Each drawn field's class and text, by path. */
const looks = (
  changes: Readonly<Record<string, unknown>>,
): Record<string, { look: string | undefined; text: string }> =>
  Object.fromEntries(
    elementsOf(drawReceipt(receipt(changes), { country: 'NO' }))
      .filter(({ tag, attributes }) => tag === 'span' && attributes['data-path'] !== undefined)
      .map(
        ({ attributes, text }) =>
          [attributes['data-path']!, { look: attributes.class, text: text.replace(/[\u00a0\u202f]/g, ' ') }] as const,
      ),
  );
const item = (more: object) => ({
  items: [
    { name: 'Mug', quantity: 2, unitPrice: 100, amount: 180, taxRate: 25, taxCategory: 'S', taxAmount: 36, ...more },
  ],
});

describe('a field is drawn', () => {
  it.each<[string, object, string, unknown]>([
    ['with its path', { discount: { amount: 20, description: 'Offer' } }, 'items[0].discount.description', 'Offer'],
    ['with its text', { unit: 'box' }, 'items[0].unit', 'box'],
    ['with its text', {}, 'items[0].name', 'Mug'],
  ])('%s: %j', (_, more, path, text) => {
    expect(looks(item(more))[path]).toEqual({ look: undefined, text });
  });

  it.each<[string, object, string, string]>([
    ['text instead of an amount', { amount: 'x' }, 'items[0].amount', 'receipt-raw'],
    ['a fraction instead of an amount', { unitPrice: 0.5 }, 'items[0].unitPrice', 'receipt-raw'],
    ['a number instead of text', { name: 5 }, 'items[0].name', 'receipt-raw'],
    ['missing text', { name: undefined }, 'items[0].name', 'receipt-missing'],
    ['an empty string', { name: '' }, 'items[0].name', 'receipt-raw'],
    ['a missing amount', { amount: undefined }, 'items[0].amount', 'receipt-missing'],
    ['a discount without an amount', { discount: {} }, 'items[0].discount.amount', 'receipt-missing'],
    ['a discount as text', { discount: { amount: '5' } }, 'items[0].discount.amount', 'receipt-raw'],
    ['NaN as a rate', { taxRate: NaN }, 'items[0].taxRate', 'receipt-raw'],
    ['no quantity', { quantity: null }, 'items[0].quantity', 'receipt-raw'],
  ])('so that wrong values are visible: %s', (_, more, path, look) => {
    expect(looks(item(more))[path]).toMatchObject({ look });
  });

  it('only as an own property', () => {
    const inherited = Object.assign(Object.create({ unit: 'box' }) as object, item({}).items[0]);
    expect(looks({ items: [inherited] })).not.toHaveProperty(['items[0].unit']);
    expect(looks({ items: ['text'] })).toMatchObject({ 'items[0].name': { look: 'receipt-missing' } });
  });
});
