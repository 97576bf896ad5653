import { readFileSync } from 'node:fs';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import type { LawLabels } from '../../src/law/types';
import { receipt } from './receipt';
import { elementsOf, fieldsOf } from './drawn';
import { layoutFile, packs } from './of-countries';

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`examples/receipts/${path}.json`, 'utf8')) as Record<string, unknown>;

const KINDS = ['sale', 'refund', 'credit_note', 'exchange', 'void'] as const;
const ENGLISH = JSON.parse(readFileSync('packs/gb-receipt-1/law.json', 'utf8')) as { labels: LawLabels };
const labelsOf = (id: string) =>
  (JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as { labels?: LawLabels }).labels ?? ENGLISH.labels;

describe.each(packs.map(({ id, country }) => [country, id]))('a receipt of %s', (country, id) => {
  const words = labelsOf(id);
  const layout = layoutFile(id);

  it.each(KINDS)("has the title in the country's layout: %s", (type) => {
    const [title] = layout.title[type]!.split('\n');
    const isTitled = type !== 'sale' || layout.blocks.includes('title');
    expect(fieldsOf(receipt({ type }), { country }).get('type')).toBe(isTitled ? title : undefined);
  });

  it("has the labels in the country's law and layout", () => {
    const item = { name: 'A', quantity: 1, unitPrice: 2, amount: 1, taxRate: 0, discount: { amount: 1 } };
    const text = drawReceiptText(
      receipt({
        currency: layout.currency.code,
        items: [item],
        totals: { subtotal: 1, discount: 1, tax: 1, rounding: 1, total: 2 },
        payment: { method: 'cash' },
      }),
      { country },
    );
    const { subtotal, discount, rounding, cash, number } = words;
    for (const word of [subtotal, discount, rounding, number, layout.total, layout.tender?.cash ?? cash])
      expect(text).toContain(word);
    for (const word of layout.taxTable?.sentence === undefined ? Object.values(layout.taxTable?.labels ?? {}) : [])
      expect(text).toContain(word);
  });
});

describe('the kind of document', () => {
  it.each([
    ['a sale', 'se/zettle-sale', ['200,00', '100,00', '21,42']],
    ['a refund', 'se/derived-refund', ['−100,00', '−100,00', '−10,71']],
    ['a void', 'se/derived-void', ['0,00', undefined, '20,00']],
    ['an exchange', 'se/derived-exchange', ['45,00', undefined, '9,00']],
    ['a refund that states negative amounts', 'us/us-ny-taxjar-refund-negative', ['-$43.56', '-10.00', undefined]],
  ])('shows whether money was paid or refunded: %s', (_, path, figures) => {
    const fields = fieldsOf(read(path), { country: path.slice(0, 2).toUpperCase() });
    const drawn = ['totals.total', 'items[0].amount', 'tax.summary[0].taxAmount'].map((field) => fields.get(field));
    expect(drawn).toEqual(figures);
  });

  it.each(['refund', 'credit_note'])(
    'puts a minus before every amount in a %s, and names the refunded tender',
    (type) => {
      const document = { ...read('se/derived-refund'), type, payment: { method: 'card', last4: '4242' } };
      const fields = fieldsOf(document, { country: 'SE' });
      for (const [field, text] of fields)
        if (/[aA]mount$|totals\./.test(field)) expect([field, text]).toEqual([field, expect.stringMatching(/^−/)]);
      expect(fields.has('items[0].unitPrice')).toBe(false);
      const two = { ...document, items: [{ name: 'A', quantity: 2, unitPrice: 500, amount: 1000, taxRate: 25 }] };
      expect(fieldsOf(two, { country: 'SE' }).get('items[0].unitPrice')).toBe('5,00');
      expect(drawReceiptText(document, { country: 'SE' })).toMatch(/Retur till kort •••• 4242 +100,00/);
    },
  );

  it('names the refunded tender in an exchange that returns money', () => {
    const document = {
      ...read('se/derived-exchange'),
      totals: { subtotal: -500, discount: 0, tax: -100, total: -500 },
    };
    expect(drawReceiptText(document, { country: 'SE' })).toMatch(/Retur till kontant +5,00/);
    expect(drawReceiptText(read('se/derived-exchange'), { country: 'SE' })).not.toContain('Retur till');
  });

  it('has a separate class, so that a refund does not look like a sale', () => {
    const kindOf = (type: unknown) =>
      elementsOf(drawReceipt(receipt({ type })))[0]!.attributes.class!.replace(/ receipt-mark.*$/, '');
    const kinds = [...KINDS, 'gift', null].map(kindOf);
    expect(kinds).toEqual([
      'receipt receipt-sale',
      'receipt receipt-refund',
      'receipt receipt-credit-note',
      'receipt receipt-exchange',
      'receipt receipt-void',
      'receipt receipt-unknown',
      'receipt receipt-unknown',
    ]);
  });

  it('is printed as stated if the type is unknown', () => {
    expect(fieldsOf(receipt({ type: 'gift' })).get('type')).toBe('"gift"');
    expect(fieldsOf(receipt({ type: undefined })).get('type')).toBe('—');
    expect(drawReceiptText(receipt({ type: 'gift' })).replaceAll(' ', '')).not.toContain('KVITTO');
  });

  it('is accompanied by a notice if the document is not settled', () => {
    expect(fieldsOf(receipt({ settled: false })).get('settled')).toBe('Ej betald');
    expect(fieldsOf(receipt()).has('settled')).toBe(false);
    expect(fieldsOf(receipt({ type: 'void', settled: false })).has('settled')).toBe(false);
  });
});
