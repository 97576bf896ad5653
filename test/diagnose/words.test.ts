import { diagnose } from 'receipt-rule-packs/diagnose';
import { describe, expect, it } from 'vitest';
import { fieldMeant, meaningOf, plain } from '../../src/diagnose/words';
import { changed } from '../support/changes';
import { norway, VALID } from './support/norway';

describe('a word', () => {
  it.each([
    ['Überweisung', 'uberweisung'],
    ['e-commerce (2)', 'ecommerce2'],
    ['Μετρητά', 'μετρητα'],
    ['Карта', 'карта'],
    ['現金', ''],
  ])('is compared without case, accents and punctuation: %s', (text, letters) => {
    expect(plain(text)).toBe(letters);
  });

  it.each([
    ['payment.method', 'CASH', 'cash'],
    ['payment.method', 'Barzahlung', 'cash'],
    ['payment.method', 'μετρητά', 'cash'],
    ['payment.method', 'Credit card', 'card'],
    ['payment.method', 'Swish-betalning', 'mobile'],
    ['payment.method', 'SEPA transfer', 'transfer'],
    ['payment.method', 'Gift card', 'other'],
    ['type', 'kvitto', 'sale'],
    ['type', 'RETURN', 'refund'],
    ['type', 'Storno', 'void'],
    ['type', 'Gutschrift', 'credit_note'],
    ['type', 'credit-note', 'credit_note'],
    ['type', 'swap', 'exchange'],
    ['tax.jurisdictions.*.level', 'Province', 'state'],
    ['tax.jurisdictions.*.level', 'parish', 'county'],
    ['tax.jurisdictions.*.level', 'municipal', 'city'],
    ['tax.jurisdictions.*.level', 'MTA', 'district'],
    ['items.*.taxCategory', 'standard', 'S'],
    ['items.*.taxCategory', 's', 'S'],
    ['tax.summary.*.category', 'zero-rated', 'Z'],
    ['tax.summary.*.category', 'Exempt', 'E'],
    ['items.*.taxCategory', 'reverse charge', 'AE'],
    ['items.*.taxCategory', 'out of scope', 'O'],
    ['linkedTransaction.reason', 'Damaged', 'defective'],
    ['linkedTransaction.reason', 'price adjustment', 'price_adjustment'],
  ])('for %s is known: %s', (place, word, value) => {
    expect(meaningOf(place, word)).toBe(value);
  });

  // A slip of one letter in words of four or five letters, and of two in longer words.
  it.each([
    ['karrte', 'card'],
    ['kash', 'cash'],
    ['efectvio', 'cash'],
    ['efctivvo', 'cash'],
    ['kontnt', 'cash'],
    ['kntnt', 'cash'],
    ['vissa', 'card'],
  ])('may have slips: %s', (word, value) => {
    expect(meaningOf('payment.method', word)).toBe(value);
  });

  it.each([
    ['in a short word', 'bor', 'payment.method'],
    ['that only contains a short word', 'poster', 'payment.method'],
    ['two, in a word of five letters: outro', 'oddro', 'payment.method'],
    ['two, in a word of five letters', 'korrtte', 'payment.method'],
    ['three, in a longer word', 'efcivv', 'payment.method'],
  ])('with too many slips has no meaning: %s', (_, word, place) => {
    expect(meaningOf(place, word)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['punctuation', '--'],
    ['a number', 5],
    ['a sentence', `${'the customer paid with a '.repeat(2)}card`],
  ])('is not %s', (_, found) => {
    expect(meaningOf('payment.method', found)).toBeUndefined();
  });

  it('has at most forty letters', () => {
    expect(meaningOf('payment.method', 'card'.padEnd(40))).toBe('card');
    expect(meaningOf('payment.method', 'card'.padEnd(41))).toBeUndefined();
    expect(fieldMeant('unit_price'.padEnd(40, '_'), ['unitPrice'])).toBe('unitPrice');
    expect(fieldMeant('unit_price'.padEnd(41, '_'), ['unitPrice'])).toBeUndefined();
  });

  it('has no meaning for a field without a list of values', () => {
    expect(meaningOf('currency', 'cash')).toBeUndefined();
  });
});

describe('an unknown field', () => {
  const LINE = ['unitPrice', 'quantity', 'taxRate', 'taxAmount', 'name', 'sku', 'unit'];

  it.each([
    ['unit_price', 'unitPrice'],
    ['UNITPRICE', 'unitPrice'],
    ['qty', 'quantity'],
    ['price', 'unitPrice'],
    ['vat', 'taxRate'],
    ['vatAmount', 'taxAmount'],
    ['title', 'name'],
    ['ean', 'sku'],
    ['quantty', 'quantity'],
    ['quntty', 'quantity'],
    ['nme', 'name'],
  ])('%s means %s', (key, field) => {
    expect(fieldMeant(key, LINE)).toBe(field);
  });

  it.each([['colour'], ['skv'], ['nm'], ['qnttt'], ['QTY'], ['unit_price'.padEnd(41, '_')]])('%s means none', (key) => {
    expect(fieldMeant(key, LINE)).toBeUndefined();
  });

  it('means the field in another spelling before one with a similar name', () => {
    expect(fieldMeant('Rate', ['rates', 'rate'])).toBe('rate');
  });

  it('means no field that is there already', () => {
    expect(fieldMeant('qty', ['unitPrice'])).toBeUndefined();
  });
});

describe('a value that is not in the schema', () => {
  const chosen = (path: string, value: unknown): unknown => {
    const [cause] = diagnose(norway, changed(VALID, [{ set: path, value }])).causes;
    const { code, confidence, options } = cause!;
    return [code, confidence, options?.map(({ changes: [change] }) => (change as { value: unknown }).value)];
  };

  it('is replaced by the value that it means, likely', () => {
    expect(chosen('type', 'kvitto')).toEqual(['word', 'likely', undefined]);
    expect(chosen('tax.summary[0].category', 'standard')).toEqual(['word', 'likely', undefined]);
  });

  it.each(['xyzzy', '', 5, 'a receipt that is longer than forty letters'])(
    'is a choice if it has no meaning: %j',
    (type) => {
      const types = ['sale', 'refund', 'credit_note', 'exchange', 'void'];
      expect(chosen('type', type)).toEqual(['word', 'choose', expect.arrayContaining(types)]);
    },
  );
});
