import fc from 'fast-check';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { changed, set, type Change } from '../support/changes';
import { SEED } from '../support/numbers';
import { asJson } from './documents';
import { figuresSay } from './figures';
import { rulesSay, schemaJudges, structureSays } from './judges';

/** A simple valid document. */
const [plain] = fc.sample(
  validTransaction(seReceipt1, {
    type: 'sale',
    tender: 'card',
    sale: 'home',
    lines: 1,
    pricesIncludeTax: true,
    discounted: false,
  }).filter(({ metadata, totals }) => metadata === undefined && totals.rounding === undefined),
  { seed: SEED, numRuns: 1 },
) as [Transaction];

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
/** An own key that object literals cannot express. */
const polluted: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":1}');

/**
 * Documents that JSON Schema implementations interpret differently, or might. All implementations check each document.
 */
const STRUCTURE: readonly (readonly [
  name: string,
  verdict: ReturnType<typeof structureSays>,
  changes: readonly Change[],
])[] = [
  ['a plain document', 'sound', []],
  [
    'a character outside the Basic Multilingual Plane in a field that refuses lone surrogates',
    'sound',
    [set('vendor.id', '🧾')],
  ],
  ['a lone surrogate in an identity', 'faulted', [set('vendor.id', 'a\ud800')]],
  ['a lone surrogate in a name', 'sound', [set('items[0].name', '\ud800')]],
  ['own keys with unusual names in metadata', 'sound', [set('metadata', polluted)]],
  ['an own key __proto__', 'faulted', [set('__proto__', 1)]],
  ['a field named like a method', 'faulted', [set('vendor.toString', 1)]],
  ['an integer of 2^53', 'faulted', [set('totals.total', 2 ** 53)]],
  ['an integer of 1e308', 'faulted', [set('totals.total', 1e308)]],
  ['a line break after digits', 'faulted', [set('payment.last4', '4242\n')]],
  ['digits from another script', 'faulted', [set('payment.last4', '٤٢٤٢')]],
  ['the 29th of February 2100', 'faulted', [set('timestamp', '2100-02-29T00:00:00Z')]],
  ['an array instead of an object', 'faulted', [set('customer', [])]],
  ['metadata nested 200 levels deep', 'sound', [set('metadata', nested(200))]],
  ['metadata nested 201 levels deep', 'too deep', [set('metadata', nested(201))]],
  ['a namespace nested 199 levels deep', 'sound', [set('extensions', { own: nested(199) })]],
  [
    'a namespace nested 200 levels deep, plus one level for extensions',
    'too deep',
    [set('extensions', { own: nested(200) })],
  ],
  ['namespaces that are not objects', 'sound', [set('extensions', { a: null, b: 1, c: [] })]],
];

describe('all structure checks agree about', () => {
  it.each(STRUCTURE)('%s', async (_, verdict, changes) => {
    const document = asJson(changed(plain, changes));
    expect(structureSays(document)).toBe(verdict);
    for (const [judge, says] of Object.entries(await schemaJudges()))
      expect(says(document), judge).toBe(verdict !== 'faulted');
  });
});

const priced = (quantity: number, unitPrice: number, amount: number): Change[] => [
  set('items[0].quantity', quantity),
  set('items[0].unitPrice', unitPrice),
  set('items[0].amount', amount),
];

/** Figures that doubles compute incorrectly, or that the specification leaves ambiguous. */
const FIGURES: readonly (readonly [name: string, changes: readonly Change[]])[] = [
  ['grams whose product in doubles is rounded up', priced(0.285, 100, 28)],
  ['a product that is a whole number only in doubles', priced(1.1, 10, 11)],
  ['the smallest double', priced(5e-324, 1, 1)],
  ['the largest double', priced(1e308, 1, 2 ** 52)],
  ['a sum that no double can represent', [set('items[0].amount', 2 ** 53 - 1), set('totals.rounding', 2 ** 53 - 1)]],
  ['a rate below −100 %', [set('items[0].taxRate', -100.01)]],
  ['half an increment rounded up', [set('totals.rounding', 50), set('totals.total', 100)]],
  ['half an increment rounded down', [set('totals.rounding', -50), set('totals.total', 100)]],
  ['half an increment rounded to 0', [set('totals.rounding', 50), set('totals.total', 0)]],
  [
    'an entry without lines',
    [{ append: 'tax.summary', value: { rate: 99, category: 'S', taxableAmount: 1, taxAmount: 1 } }],
  ],
];

describe('all figure checks agree about', () => {
  it.each(FIGURES)('%s', (_, changes) => {
    const document = asJson(changed(plain, changes)) as Transaction;
    expect(rulesSay(document, seReceipt1)).toEqual(figuresSay(document, seReceipt1.law));
  });
});

/** Documents on which the project's property tests once failed. */
describe('documents that property tests found', () => {
  const registry = createRegistry([seReceipt1]);

  it('may contain, in the receipt number, characters that an externalId must not contain', () => {
    const number = '\ud800';
    expect(registry.validate({ ...plain, receiptNumber: number }, { country: 'SE' }).valid).toBe(true);
    const copied = { ...plain, receiptNumber: number, source: { ...plain.source, externalId: number } };
    const { issues } = registry.validate(copied, { country: 'SE' });
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['source.externalId invalid_format']);
  });

  it('have a smaller refund if a returned line has a discount', () => {
    const line = { ...plain.items[0]!, quantity: -1, unitPrice: 100, discount: { amount: 10 } };
    const judged = (amount: number) => {
      const document = { ...plain, type: 'exchange', items: [{ ...line, amount }] };
      return registry.validate(document, { country: 'SE' }).issues.some(({ code }) => code === 'amount_mismatch');
    };
    expect([judged(-90), judged(-110)]).toEqual([false, true]);
  });
});
