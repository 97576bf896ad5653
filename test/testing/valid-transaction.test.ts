import fc from 'fast-check';
import { createRegistry, definePack, type Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction, type TransactionOptions } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { MEMBER_STATES } from '../../src/geography/member-states';
import { SEED } from '../support/numbers';
import { defined } from '../support/own-pack';
import { testPacks } from '../support/test-packs';
import { usageError } from '../support/usage-error';

const registry = createRegistry([seReceipt1, ...testPacks]);
const likePack = (like: string) => testPacks.find(({ id }) => id === `${like}-receipt-1`)!;
const sample = (options: TransactionOptions, numRuns = 60) =>
  fc.sample(validTransaction(seReceipt1, options), { seed: SEED, numRuns });

/** How many of 1,500 generated documents must have a trait of the law. */
const ENOUGH = 5;

/** All strings in a value, including keys. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
}

const isReturned = ({ quantity, unitPrice }: Transaction['items'][number]) => quantity < 0 || unitPrice < 0;

describe('validTransaction', () => {
  it.each<[string, TransactionOptions, (transaction: Transaction) => boolean]>([
    ['a type', { type: 'void' }, ({ type, totals }) => type === 'void' && totals.total === 0],
    ['one of several types', { type: ['refund', 'exchange'] }, ({ type }) => type === 'refund' || type === 'exchange'],
    ['a tender', { tender: 'cash' }, ({ payment, totals }) => payment.method === 'cash' && totals.total % 100 === 0],
    ['a domestic sale', { sale: 'home' }, ({ tax }) => tax.scheme === 'SE_MOMS'],
    ['a scheme', { scheme: 'EU_VAT' }, ({ tax, channel }) => tax.scheme === 'EU_VAT' && channel === 'ecommerce'],
    ['a destination', { destination: 'DE' }, ({ customer }) => customer?.country === 'DE'],
    ['a number of lines', { lines: 3 }, ({ items }) => items.length === 3],
    ['a range of lines', { lines: { min: 30, max: 40 } }, ({ items }) => items.length >= 30 && items.length <= 40],
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
    ['a rate', { rates: 12 }, ({ items }) => items.every(({ taxRate }) => taxRate === 12)],
    [
      'rates',
      { rates: [25, 5.5], sale: 'oss' },
      ({ items }) => items.every(({ taxRate }) => taxRate === 25 || taxRate === 5.5),
    ],
    ['weighed goods', { weighed: true }, ({ items }) => !Number.isInteger(items[0]!.quantity)],
    [
      'weighed goods with a discount',
      { weighed: true, discounted: true },
      ({ items }) => !Number.isInteger(items[0]!.quantity) && items[0]!.discount !== undefined,
    ],
    ['pieces', { weighed: false }, ({ items }) => items.every(({ quantity }) => Number.isInteger(quantity))],
    ['returned goods', { returned: true }, ({ items }) => isReturned(items[0]!)],
    [
      'returned goods in sales',
      { returned: true, type: 'sale', pricesIncludeTax: false, lines: { max: 3 } },
      ({ items, totals }) => isReturned(items[0]!) && items.length > 1 && items.length <= 3 && totals.total >= 0,
    ],
    [
      'a single returned line',
      { returned: true, lines: 1 },
      ({ type, items }) => isReturned(items[0]!) && (type === 'exchange' || type === 'void'),
    ],
    [
      'no returned goods',
      { returned: false },
      ({ items }) => items.every((item) => !isReturned(item) && item.amount >= 0),
    ],
    [
      'dates',
      { timestamps: { from: '2024-02-28', until: '2024-03-01' } },
      ({ timestamp }) => /^2024-0(?:2-2[89]|3-01)T/.test(timestamp),
    ],
    [
      'dates from a start date onwards',
      { timestamps: { from: '2049-12-31' } },
      ({ timestamp }) => timestamp >= '2049-12-31',
    ],
    ['missing bounds', { timestamps: { from: undefined, until: '1999-12-31' } }, ({ timestamp }) => timestamp < '2000'],
    ['dates until an end date', { timestamps: { until: '1999-12-31' } }, ({ timestamp }) => timestamp < '2000'],
    [
      'a single day',
      { timestamps: { from: '2027-05-05', until: '2027-05-05' } },
      ({ timestamp }) => timestamp.startsWith('2027-05-05T'),
    ],
    [
      'timestamps',
      { timestamps: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z') },
      ({ timestamp }) => /^2026-01-0[12]T00:00:00Z$/.test(timestamp),
    ],
    ['plain text', { plainText: true }, (transaction) => textsIn(transaction).every((text) => /^[ -~]*$/.test(text))],
    [
      'extensions',
      { extensions: fc.constant({ se: {} }) },
      ({ extensions }) => JSON.stringify(extensions) === '{"se":{}}',
    ],
  ])('respects %s', (_, options, holds) => {
    const drawn = sample(options);
    expect(drawn.filter((transaction) => !holds(transaction))).toEqual([]);
    if (options.extensions === undefined)
      expect(drawn.flatMap((transaction) => registry.validate(transaction, { country: 'SE' }).issues)).toEqual([]);
  });

  it('is valid for a business with several locations', () => {
    const business = { country: 'SE', multiLocation: true };
    for (const transaction of sample({ multiLocation: true }))
      expect(registry.validate(transaction, business).valid).toBe(true);
  });

  it('keeps sums exact with many large lines', () => {
    for (const transaction of sample({ lines: 200 }, 20))
      expect(registry.validate(transaction, { country: 'SE' }).valid).toBe(true);
  });

  it('chooses days on which the rates were in force', () => {
    const productTaxClass = () => 'food';
    const food = { rateWindows: 'enforce', productTaxClass, sale: 'home', type: 'sale', rates: 6 } as const;
    const days = sample(food).map(({ timestamp }) => timestamp.slice(0, 10));
    expect(days.filter((day) => day < '2026-04-01' || day > '2027-12-31')).toEqual([]);
    expect(days).toEqual(expect.arrayContaining(['2026-04-01', '2027-12-31']));
  });

  it.each<[string, TransactionOptions]>([
    ['on those days', { rates: 16, timestamps: { from: '2021-01-01', until: '2022-12-31' }, destination: 'DE' }],
    ['in domestic sales', { sale: 'home', rates: 7 }],
  ])('throws for rates that are not available %s', (_, options) => {
    expect(() => validTransaction(seReceipt1, { ...options, rateWindows: 'enforce' })).toThrow(
      usageError('invalid_option', 'options'),
    );
  });

  it("throws while generating if no rate was in force on the caller's timestamp", () => {
    const timestamps = fc.constant('2021-01-01T00:00:00Z');
    const options = { rates: 16, destination: 'DE', timestamps, rateWindows: 'enforce' } as const;
    expect(() => sample(options, 1)).toThrow(usageError('invalid_option', 'options'));
  });

  it.each<[string, object, string]>([
    ['an unknown type', { type: 'gift' }, '.type'],
    ['an unknown tender', { tender: 'swish' }, '.tender'],
    ['a list with an unknown type', { type: ['sale', 'gift'] }, '.type[1]'],
    ['an empty list of types', { type: [] }, '.type'],
    ['an empty list of tenders', { tender: [] }, '.tender'],
    ['a flag given as text', { pricesIncludeTax: 'no' }, '.pricesIncludeTax'],
    ['extensions that are not an arbitrary', { extensions: {} }, '.extensions'],
    ['0 lines', { lines: 0 }, '.lines'],
    ['a limit of 0 lines', { lines: { min: 0 } }, '.lines.min'],
    ['reversed bounds', { lines: { min: 3, max: 2 } }, '.lines.max'],
    ['a number of lines given as text', { lines: '3' }, '.lines'],
    ['a rate given as text', { rates: ['25'] }, '.rates[0]'],
    ['an invalid rate', { rates: 101 }, '.rates'],
    ['an invalid date', { timestamps: { from: '2026-02-29' } }, '.timestamps.from'],
    ['reversed dates', { timestamps: { from: '2026-02-02', until: '2026-02-01' } }, '.timestamps.until'],
    ['a timestamp instead of an arbitrary', { timestamps: '2026-02-02T10:00:00Z' }, '.timestamps'],
    ['an unknown setting', { rateWindows: 'on' }, '.rateWindows'],
    ['a class of goods that is not a function', { productTaxClass: 'food' }, '.productTaxClass'],
    ['a scheme that the pack does not have', { scheme: 'NO_MVA' }, ''],
    ['a destination in a domestic sale', { sale: 'home', destination: 'DE' }, ''],
    ['a single returned line in a sale', { returned: true, lines: 1, type: 'sale' }, ''],
  ])('throws for %s', (_, options, name) => {
    expect(() => validTransaction(seReceipt1, options)).toThrow(usageError('invalid_option', `options${name}`));
  });

  it.each<[string, object]>([
    ['options.tenders', { tenders: ['cash'] }],
    ['options.lines.mx', { lines: { min: 1, mx: 3 } }],
    ['options.timestamps.form', { timestamps: { form: '2026-02-02' } }],
  ])('rejects the option %s', (argument, options) => {
    expect(() => validTransaction(seReceipt1, options)).toThrow(usageError('unknown_option', argument));
  });

  it.each([[null], ['sale'], [[]]])('throws if options are %j', (options) => {
    expect(() => validTransaction(seReceipt1, options as object)).toThrow(usageError('invalid_argument', 'options'));
  });

  it('throws for a pack without a law', () => {
    expect(() => validTransaction(defined())).toThrow(usageError('invalid_pack', 'pack'));
    expect(() => validTransaction(definePack({ ...seReceipt1 }))).not.toThrow();
  });

  it('generates destinations in every other member state', () => {
    const seen = new Set(sample({ sale: 'oss' }, 1000).map(({ customer }) => customer!.country));
    expect([...seen].sort()).toEqual(MEMBER_STATES.split(' ').filter((country) => country !== 'SE'));
  });

  it.each<[string, string, TransactionOptions, (transaction: Transaction) => boolean]>([
    [
      'rounding only for cash',
      'qq',
      { tender: ['card', 'mobile', 'transfer'] },
      ({ totals }) => (totals.rounding ?? 0) === 0,
    ],
    [
      'no rounding before its first day',
      'qq',
      { tender: 'cash', timestamps: { until: '2012-04-30' } },
      ({ totals }) => totals.rounding === 0,
    ],
    [
      'the currency in use on the day',
      'qr',
      { type: 'sale' },
      ({ currency, timestamp }) => (currency === 'EUR') === timestamp >= '2009',
    ],
    ['no rounding', 'qs', {}, ({ totals }) => (totals.rounding ?? 0) === 0],
    [
      'sales to other member states',
      'qs',
      { sale: 'union' },
      ({ tax, channel }) => tax.scheme === 'EU_VAT' && channel === 'ecommerce',
    ],
    ['no rounding if rounding is rare', 'qt', {}, ({ totals }) => (totals.rounding ?? 0) === 0],
    ['prices without tax', 'qu', {}, ({ tax }) => !tax.pricesIncludeTax],
    [
      'rates in a range',
      'qu',
      {},
      ({ items }) => items.every(({ taxRate }) => taxRate === 0 || (taxRate >= 0.125 && taxRate <= 15)),
    ],
    [
      'a requested rate in a range',
      'qu',
      { rates: 8.875 },
      ({ items }) => items.every(({ taxRate }) => taxRate === 8.875),
    ],
  ])('complies with the law: %s', (_, like, options, holds) => {
    const drawn = fc.sample(validTransaction(likePack(like), options), { seed: SEED, numRuns: 200 });
    expect(drawn.filter((transaction) => !holds(transaction))).toEqual([]);
  });

  it.each<[string, string, TransactionOptions, (transaction: Transaction) => boolean]>([
    [
      'parts paid in cash',
      'qq',
      { tender: 'other' },
      ({ totals }) => (totals.rounding ?? 0) !== 0 && totals.total % 100 !== 0,
    ],
    [
      'small totals rounded to 5',
      'qr',
      { tender: 'cash', timestamps: { from: '2023-01-01' } },
      ({ totals }) => totals.rounding === 4 || totals.rounding === 3,
    ],
    [
      'small totals that stay unrounded',
      'qv',
      { tender: 'cash' },
      ({ totals, type }) => type !== 'void' && totals.rounding === 0 && totals.total % 5 !== 0 && totals.total <= 5,
    ],
    [
      'businesses exempt from rounding',
      'qv',
      { tender: 'cash' },
      ({ totals }) => totals.rounding === 0 && totals.total % 5 !== 0 && totals.total > 5,
    ],
    [
      'corrections in an old currency',
      'qr',
      { type: 'refund', timestamps: { from: '2020-01-01' } },
      ({ currency }) => currency === 'QRK',
    ],
    ['jurisdictions', 'qu', {}, ({ tax }) => (tax.jurisdictions ?? []).length > 1],
    [
      'optional fields',
      'qs',
      {},
      ({ extensions }) => (extensions?.qs as { serial?: string } | undefined)?.serial !== undefined,
    ],
    [
      'rates at a destination',
      'qs',
      { sale: 'union' },
      ({ items }) => items.some(({ taxRate }) => ![19, 7, 0].includes(taxRate)),
    ],
    [
      'tax within a wide tolerance',
      'qw',
      { pricesIncludeTax: true, rates: 27 },
      ({ items }) => items.some(({ amount, taxAmount }) => Math.abs(taxAmount - (amount * 27) / 127) > 40),
    ],
    ['rounding even if rare', 'qt', { unusual: true }, ({ totals }) => (totals.rounding ?? 0) !== 0],
    [
      'rounding past the nearest increment',
      'qu',
      { unusual: true, tender: 'cash' },
      ({ totals, type }) => type !== 'void' && Math.abs(totals.rounding ?? 0) > 2,
    ],
    ['unusual rates', 'qu', { unusual: true }, ({ items }) => items.some(({ taxRate }) => taxRate > 15)],
  ])('covers the law: %s', (_, like, options, holds) => {
    let found = 0;
    const seek = fc.property(validTransaction(likePack(like), options), (transaction) => {
      if (holds(transaction)) found += 1;
      return found < ENOUGH;
    });
    // Stops as soon as enough documents have been found.
    fc.check(seek, { seed: SEED, numRuns: 1500, endOnFailure: true });
    expect(found).toBe(ENOUGH);
  });
});
