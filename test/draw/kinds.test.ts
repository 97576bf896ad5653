import { readFileSync } from 'node:fs';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import type { LawLabels } from '../../src/law/types';
import { packs } from '../../packs/index';
import { receipt } from './receipt';
import { elementsOf, fieldsOf } from './drawn';

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`examples/receipts/${path}.json`, 'utf8')) as Record<string, unknown>;

const WORD_OF = {
  sale: 'receipt',
  refund: 'refund',
  credit_note: 'creditNote',
  exchange: 'exchange',
  void: 'void',
} as const satisfies Record<string, keyof LawLabels>;

const wordsOf = (id: string) =>
  (JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as { labels?: LawLabels }).labels;
const ENGLISH = wordsOf('gb-receipt-1')!;

describe.each(packs.map(({ id, country }) => [country, id]))('a receipt of %s', (country, id) => {
  const words = wordsOf(id) ?? ENGLISH;

  it.each(Object.entries(WORD_OF))('calls a %s what its law calls it', (type, word) => {
    expect(fieldsOf(receipt({ type }), { country }).get('type')).toBe(words[word]);
  });

  it('has the words of its law for the rest', () => {
    const text = drawReceiptText(
      receipt({
        totals: { subtotal: 1, discount: 1, tax: 1, rounding: 1, total: 1 },
        payment: { method: 'cash' },
      }),
      { country },
    );
    const { subtotal, discount, rounding, total, tax, net, cash, number } = words;
    for (const word of [subtotal, discount, rounding, total, tax, net, cash, number]) expect(text).toContain(word);
  });
});

describe('what kind of document it is', () => {
  it.each([
    ['a sale', 'se/zettle-sale', ['200,00', '100,00', '21,42']],
    ['a refund', 'se/derived-refund', ['−100,00', '−100,00', '−10,71']],
    ['a void', 'se/derived-void', ['0,00', '100,00', '20,00']],
    ['an exchange', 'se/derived-exchange', ['45,00', '−350,00', '9,00']],
    ['a refund with signs of its own', 'us/us-ny-taxjar-refund-negative', ['-43.56', '-10.00', '-3.56']],
  ])('%s has the signs of what was paid', (_, path, figures) => {
    const fields = fieldsOf(read(path), { country: path.slice(0, 2).toUpperCase() });
    const drawn = ['totals.total', 'items[0].amount', 'tax.summary[0].taxAmount'].map((field) => fields.get(field));
    expect(drawn).toEqual(figures);
  });

  it.each(['refund', 'credit_note'])('a %s has a minus at every amount, and says where the money went', (type) => {
    const document = { ...read('se/derived-refund'), type, payment: { method: 'card', last4: '4242' } };
    const fields = fieldsOf(document, { country: 'SE' });
    for (const [field, text] of fields)
      if (/[aA]mount$|totals\./.test(field)) expect([field, text]).toEqual([field, expect.stringMatching(/^−/)]);
    expect(fields.get('items[0].unitPrice')).toBe('100,00');
    expect(drawReceiptText(document, { country: 'SE' })).toMatch(/→ Kort •••• 4242 +−100,00/);
  });

  it('an exchange in which money goes back says so too', () => {
    const document = {
      ...read('se/derived-exchange'),
      totals: { subtotal: -500, discount: 0, tax: -100, total: -500 },
    };
    expect(drawReceiptText(document, { country: 'SE' })).toMatch(/BYTE → Kontant +−5,00/);
    expect(drawReceiptText(read('se/derived-exchange'), { country: 'SE' })).not.toContain('→');
  });

  it('has a class, so that a refund does not look like a sale', () => {
    const kindOf = (type: unknown) => elementsOf(drawReceipt(receipt({ type })))[0]!.attributes.class;
    const kinds = [...Object.keys(WORD_OF), 'gift', null].map(kindOf);
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

  it('of an unknown type is not called a receipt', () => {
    expect(fieldsOf(receipt({ type: 'gift' })).get('type')).toBe('"gift"');
    expect(fieldsOf(receipt({ type: undefined })).get('type')).toBe('—');
    expect(drawReceiptText(receipt({ type: 'gift' })).replaceAll(' ', '')).not.toContain('KVITTO');
  });

  it('that is not settled says so', () => {
    expect(fieldsOf(receipt({ settled: false })).get('settled')).toBe('false');
    expect(fieldsOf(receipt()).has('settled')).toBe(false);
    expect(fieldsOf(receipt({ type: 'void', settled: false })).has('settled')).toBe(false);
  });
});
