import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { deReceipt1 } from 'receipt-rule-packs/packs/de-receipt-1';
import { mapperProperty, sensitivity, type MapperTest } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { differences } from '../../src/testing/differences';
import { drawSales } from '../../src/testing/neutral-options';
import { outcomeOf, strictly } from '../../src/testing/outcome';
import { SEED } from '../support/numbers';
import { BUGS, draw, ofOrder, shop, toDocument, type Order } from './till';

const check = (test: Partial<MapperTest<Order>>, numRuns = 100) =>
  fc.check(mapperProperty({ shop, draw, map: toDocument, pricesIncludeTax: true, ...test }), { seed: SEED, numRuns });
const causeOf = ({ errorInstance }: ReturnType<typeof check>) => (errorInstance as Error).message;

describe('a mapper of sales', () => {
  it('passes if it is correct', () => {
    expect(check({}).failed).toBe(false);
  });

  it('with a bug, fails with an error that shows the issues, the input and the receipt', () => {
    const result = check({ map: BUGS.qtyOne! });
    const message = causeOf(result);
    expect(message).toContain('(tenders_differ)');
    expect(message).toContain('"qty": "2"');
    expect(message).toMatch(/╭─+╮/);
    expect(result.counterexample![0].lines).toHaveLength(1);
  });

  it('causes an error for figures that differ from the sale', () => {
    const message = causeOf(check({ map: ofOrder(({ at }) => ({ at: new Date(at).toISOString() })) }));
    expect(message).toContain('timestamp');
  });

  it('causes an error, without shrinking, for fields that it does not read', () => {
    const test = { draw: (sale: Parameters<typeof draw>[0]) => ({ ...draw(sale), cashier: { id: sale.timestamp } }) };
    const result = check(test);
    expect([result.failed, result.numRuns, result.numShrinks]).toEqual([true, 1, 0]);
    expect(causeOf(result)).toContain('cashier.id');
    expect(check({ ...test, ignores: ['cashier'] }, 1).failed).toBe(false);
  });

  it('may omit parts of the sale, and add other fields', () => {
    const map = ofOrder(({ rows }) => ({ rows: rows.map((row) => ({ ...row, name: `${row.name}!` })) }));
    expect(check({ map }).failed).toBe(true);
    expect(check({ map, expect: ({ document }) => ({ totals: document.totals }) }, 20).failed).toBe(false);
    expect(check({ expect: () => ({ channel: 'kiosk' }) }).failed).toBe(true);
  });

  it('must not be asynchronous', () => {
    const later = (order: Order) => Promise.resolve(toDocument(order));
    expect(check({ map: later }).errorInstance).toMatchObject({ code: 'invalid_argument', argument: 'map' });
  });

  it('may omit fiscal data only in a completion', () => {
    const bare = (order: Order) => toDocument(order).unsigned;
    expect(causeOf(check({ map: bare }))).toContain('(required)');
  });
});

describe('deliberate bugs', () => {
  it('number fifteen', () => {
    expect(Object.keys(BUGS)).toHaveLength(15);
  });

  // With the guide's settings: one run with 100 sales and one with 150 samples.
  it.each(Object.entries(BUGS))('are found by the property: %s', (_, map) => {
    expect(check({ map }).failed).toBe(true);
  });

  const orders = fc.sample(drawSales({ shop, pricesIncludeTax: true }), { numRuns: 300, seed: SEED }).map(draw);
  const strict = strictly(shop);
  const isInvalid = (map: (order: Order) => unknown) =>
    orders.some((order) => outcomeOf(map(order), strict).issues.length > 0);
  const isInsensitive = (map: (order: Order) => unknown) => {
    try {
      sensitivity(orders.slice(0, 150), map);
      return false;
    } catch {
      return true;
    }
  };
  const INSENSITIVE = new Set(Object.keys(BUGS).filter((name) => isInsensitive(BUGS[name]!)));

  it.each(Object.entries(BUGS))('are found by validation or by sensitivity: %s', (name, map) => {
    expect(INSENSITIVE.has(name) || isInvalid(map)).toBe(true);
  });

  it.each(
    [
      ['dropDiscount', 'firstTax', 'parseInt', 'floor100', 'dropNegative', 'mergeByName', 'qtyOne', 'dropLastLine'],
      ['cashAsCard', 'absQty'],
    ].flat(),
  )('are found by sensitivity alone: %s', (name) => {
    expect(INSENSITIVE).toContain(name);
  });

  it('are not reported for the correct mapper', () => {
    expect([isInvalid(toDocument), isInsensitive(toDocument)]).toEqual([false, false]);
  });
});

describe('a mapper of generated inputs', () => {
  const one = fc.constant({ total: 100 });
  const draft = {
    receiptNumber: '1',
    timestamp: '2026-11-21T10:00:00+01:00',
    currency: 'EUR',
    vendor: { id: 'b' },
    source: { platform: 'p', externalId: '1' },
    payment: { method: 'card' },
    tax: { pricesIncludeTax: true },
  } as const;

  it.each(packs.map((pack) => [pack.id, pack] as const))('is tested under %s', (_, pack) => {
    expect(fc.check(mapperProperty(pack, one, (input) => input)).failed).toBe(true);
  });

  it('may return a document or a completion', () => {
    const de = createRegistry([deReceipt1]).shop({ country: 'DE' });
    const line = { name: 'Mug', unitPrice: 100, taxRate: 19 };
    const map = () => complete(de, { ...draft, items: [line] });
    expect(fc.check(mapperProperty(deReceipt1, one, map)).failed).toBe(false);
    expect(fc.check(mapperProperty(deReceipt1, one, () => map().transaction)).failed).toBe(false);
    const wrong = () => complete(de, { ...draft, items: [{ ...line, taxRate: 77 }] });
    expect(fc.check(mapperProperty(deReceipt1, one, wrong)).failed).toBe(true);
  });
});

describe('differences', () => {
  it.each<[unknown, unknown, number]>([
    [{ a: 1 }, { a: 1, b: 2 }, 0],
    [{ a: undefined }, {}, 0],
    [{ a: undefined }, { a: null }, 1],
    [{ a: 0 }, { a: -0 }, 0],
    [[1, 2], [1], 1],
    [[1, 2], [2, 1], 2],
    [[1], { 0: 1, length: 1 }, 1],
    [{ a: { b: 1 } }, undefined, 1],
    ['2026-11-21T10:00:00+01:00', '2026-11-21T10:00+01:00', 0],
    ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00Z', 1],
    ['2026-11-21T10:00:00+01:00', '2026-11-21T10:00:00+02:00', 1],
    ['a long text of one', 'a long text of two', 1],
  ])('lists those between %j and %j', (expected, found, count) => {
    expect(differences(expected, found)).toHaveLength(count);
  });
});
