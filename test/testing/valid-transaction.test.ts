import fc from 'fast-check';
import { createRegistry, definePack, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction, type TransactionOptions } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { OSS_RATES } from '../../src/tax/oss-rates.generated';
import { schemaValidator } from '../support/ajv';
import { SEED } from '../support/numbers';
import { ROW } from '../support/own-pack';
import { testPacks } from '../support/test-packs';

const all = [...packs, ...testPacks];
const registry = createRegistry(all);
const isTransaction = schemaValidator('transaction');
const sample = (options: TransactionOptions, numRuns = 100) =>
  fc.sample(validTransaction(seReceipt1, options), { seed: SEED, numRuns });

describe('validTransaction', () => {
  it.each(all.map((pack) => [pack.id, pack] as const))('is valid under %s', (_, pack) => {
    fc.assert(
      fc.property(validTransaction(pack), (transaction) => {
        expect(registry.validate(transaction, { country: pack.country }).issues).toEqual([]);
        expect(isTransaction(transaction)).toBe(true);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it.each<[string, TransactionOptions, (transaction: Transaction) => boolean]>([
    ['a type', { type: 'void' }, ({ type, totals }) => type === 'void' && totals.total === 0],
    ['one of several types', { type: ['refund', 'exchange'] }, ({ type }) => type === 'refund' || type === 'exchange'],
    ['a tender', { tender: 'cash' }, ({ payment, totals }) => payment.method === 'cash' && totals.total % 100 === 0],
    ['a sale at home', { sale: 'home' }, ({ tax }) => tax.scheme === 'SE_MOMS'],
    ['a scheme', { scheme: 'EU_VAT' }, ({ tax, channel }) => tax.scheme === 'EU_VAT' && channel === 'ecommerce'],
    ['a destination', { destination: 'DE' }, ({ customer }) => customer?.country === 'DE'],
    ['a number of lines', { lines: 3 }, ({ items }) => items.length === 3],
    ['bounds of lines', { lines: { min: 30, max: 40 } }, ({ items }) => items.length >= 30 && items.length <= 40],
    ['prices', { pricesIncludeTax: false }, ({ tax }) => !tax.pricesIncludeTax],
    ['a discount', { discounted: true }, ({ items }) => items[0]!.discount !== undefined],
    ['no discount', { discounted: false }, ({ totals }) => totals.discount === 0],
    [
      'reverse charge',
      { reverseCharge: true },
      ({ tax, items }) => tax.reverseCharge === true && items[0]!.taxCategory === 'AE',
    ],
    [
      'no reverse charge',
      { reverseCharge: false },
      ({ items }) => items.every(({ taxCategory }) => taxCategory !== 'AE'),
    ],
    ['a location', { multiLocation: true }, ({ vendor }) => (vendor.locationName ?? '') !== ''],
    [
      'extensions',
      { extensions: fc.constant({ se: {} }) },
      ({ extensions }) => JSON.stringify(extensions) === '{"se":{}}',
    ],
  ])('holds %s fast', (_, options, holds) => {
    expect(sample(options).filter((transaction) => !holds(transaction))).toEqual([]);
  });

  it('stays valid with several locations', () => {
    const business = { country: 'SE', multiLocation: true };
    for (const transaction of sample({ multiLocation: true }))
      expect(registry.validate(transaction, business).valid).toBe(true);
  });

  it('keeps sums exact with many large lines', () => {
    for (const transaction of sample({ lines: 200 }, 20))
      expect(registry.validate(transaction, { country: 'SE' }).valid).toBe(true);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown option', { tenders: ['cash'] }, /unknown option tenders/],
    ['no line', { lines: 0 }, /lines must be/],
    ['bounds that cross', { lines: { min: 3, max: 2 } }, /lines must be/],
    ['a scheme that the pack does not have', { scheme: 'NO_MVA' }, /no sale that fits/],
    ['a destination at home', { sale: 'home', destination: 'DE' }, /no sale that fits/],
  ])('throws for %s', (_, options, message) => {
    expect(() => validTransaction(seReceipt1, options)).toThrow(TypeError);
    expect(() => validTransaction(seReceipt1, options)).toThrow(message);
  });

  it('asks for extensions that it does not know', () => {
    const rule = { ...ROW, reads: ['extensions.xx.code'] as const };
    const definition = {
      country: 'SE',
      documentTier: 'receipt',
      currency: 'SEK',
      schemes: ['SE_MOMS'],
      rates: {},
    } as const;
    const pack = definePack({ ...definition, id: 'se-receipt-9', rules: [rule] });
    expect(() => validTransaction(pack)).toThrow(/reads extensions\.xx/);
    const extensions = fc.constant({ xx: { code: '1' } });
    expect(fc.sample(validTransaction(pack, { extensions }), 1)[0]!.extensions).toEqual({ xx: { code: '1' } });
  });

  it('goes to every member state but the own one', () => {
    const seen = new Set(sample({ sale: 'oss' }, 1000).map(({ customer }) => customer!.country));
    expect([...seen].sort()).toEqual(
      Object.keys(OSS_RATES)
        .filter((country) => country !== 'SE')
        .sort(),
    );
  });

  it('knows the rounding of packs by their rules', () => {
    const grids = all.map((pack) => {
      const drawn = fc.sample(validTransaction(pack, { type: 'sale' }), { seed: SEED, numRuns: 500 });
      const rounded = drawn.filter(({ totals }) => (totals.rounding ?? 0) !== 0);
      const step = [100, 50, 5].find((size) => rounded.every(({ totals }) => totals.total % size === 0));
      return [pack.id, step, rounded.some(({ payment }) => payment.method === 'card')];
    });
    expect(grids).toEqual([
      ['se-receipt-1', 100, true],
      ['no-receipt-1', 100, false],
      ['dk-receipt-1', 50, false],
      ['fi-receipt-1', 5, false],
    ]);
  });
});
