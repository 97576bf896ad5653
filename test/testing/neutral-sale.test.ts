import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import type { NeutralSaleOptions } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { drawSales } from '../../src/testing/neutral-options';
import { currencyDecimals } from '../../src/money/decimal';
import { SEED } from '../support/numbers';

const { seReceipt1 } = Object.fromEntries(
  packs.map((pack) => [pack.id === 'se-receipt-1' ? 'seReceipt1' : pack.id, pack]),
);
const sales = (options: NeutralSaleOptions, numRuns = 100, pack = seReceipt1!) => {
  const shop = createRegistry([pack]).shop({ country: pack.country });
  return fc.sample(drawSales({ shop, ...options }), { numRuns, seed: SEED });
};
const share = (list: readonly unknown[], test: (one: never) => boolean) =>
  list.filter(test as () => boolean).length / list.length;

describe.each(packs.map((pack) => [pack.id, pack] as const))('neutral sales of %s', (_, pack) => {
  const shop = createRegistry([pack]).shop({ country: pack.country }, { rateWindows: 'enforce' });

  it('have a valid document with the same tenders, lines and time', () => {
    for (const { document, lines, tenders, timestamp } of sales({}, 40, pack)) {
      expect(shop.validate(document).issues).toEqual([]);
      expect(tenders.reduce((sum, { amount }) => sum + amount, 0)).toBe(document.totals.total);
      expect(document.timestamp).toBe(timestamp);
      const amounts = lines.map(({ key }) => key);
      expect(new Set(amounts).size).toBe(lines.length);
      for (const { unitPrice, price } of lines)
        if (unitPrice !== undefined)
          expect(Number(price)).toBeCloseTo(unitPrice / 10 ** currencyDecimals(document.currency), 9);
    }
  });
});

describe('neutral sales', () => {
  it('include every kind of sale', () => {
    const all = sales({}, 400);
    const lines = all.flatMap((sale) => sale.lines);
    const some = (test: (sale: (typeof all)[number]) => boolean) => share(all, test);
    expect(some(({ tenders }) => tenders.length === 2)).toBeGreaterThan(0.2);
    expect(some(({ tenders }) => tenders.some(({ change = 0 }) => change > 0))).toBeGreaterThan(0.1);
    expect(some(({ document }) => Math.abs(document.totals.rounding ?? 0) === 50)).toBeGreaterThan(0.02);
    expect(some((sale) => new Set(sale.lines.map(({ name }) => name)).size < sale.lines.length)).toBeGreaterThan(0.1);
    expect(some(({ timestamp }) => timestamp.slice(11, 13) === '00')).toBeGreaterThan(0.1);
    expect(share(lines, ({ quantity }: { quantity: number }) => quantity < 0)).toBeGreaterThan(0.01);
    expect(share(lines, ({ unit }: { unit?: string }) => unit === 'kg')).toBeGreaterThan(0.05);
    expect(share(lines, ({ unitPrice }: { unitPrice?: number }) => unitPrice === undefined)).toBeGreaterThan(0.02);
    expect(share(lines, ({ discount }: { discount?: number }) => discount !== undefined)).toBeGreaterThan(0.1);
  });

  it('have names in printable ASCII with plainText, and otherwise sometimes other names', () => {
    const isPlain = ({ lines }: (typeof all)[number]) => lines.every(({ name }) => /^[ -~]+$/.test(name));
    const all = sales({}, 200);
    expect(all.every(isPlain)).toBe(false);
    expect(sales({ plainText: true }, 200).every(isPlain)).toBe(true);
  });

  it('respect the options', () => {
    for (const { lines } of sales({ weighed: true, decimals: true, discounted: true, lines: 2 })) {
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatchObject({ unit: 'kg', unitPrice: undefined });
      expect(lines[0]!.discount).toBeGreaterThan(0);
    }
    for (const { lines } of sales({ returned: true })) expect(lines[0]!.quantity).toBeLessThan(0);
    const plain = {
      weighed: false,
      discounted: false,
      returned: false,
      splitTenders: false,
      tender: 'card',
      rates: 25,
    } as const;
    for (const { lines, tenders, document } of sales({ ...plain, decimals: false, pricesIncludeTax: false })) {
      expect(tenders.map(({ method }) => method)).toEqual(['card']);
      expect(document.tax.pricesIncludeTax).toBe(false);
      for (const { quantity, discount, unitPrice, taxRate } of lines) {
        expect([Number.isInteger(quantity) && quantity > 0, discount, taxRate]).toEqual([true, undefined, 25]);
        expect(unitPrice).toBeGreaterThan(0);
      }
    }
    const days = { from: '2026-01-01', until: '2026-01-02' };
    for (const { timestamp } of sales({ timestamps: days })) expect(timestamp.slice(0, 10) <= days.until).toBe(true);
  });

  it('have the rates that their class has on the day', () => {
    const productTaxClass = ({ name }: { name: string }) => (name === 'Bread' ? 'food' : undefined);
    const shop = createRegistry([seReceipt1!]).shop({ country: 'SE' }, { rateWindows: 'enforce', productTaxClass });
    const drawn = fc.sample(drawSales({ shop }), { numRuns: 300, seed: SEED });
    const bread = drawn.flatMap(({ lines, timestamp }) =>
      lines
        .filter(({ name, taxRate }) => name === 'Bread' && taxRate > 0)
        .map(({ taxRate }) => [timestamp >= '2026-04-01', taxRate].join()),
    );
    expect(new Set(bread)).toEqual(new Set(['false,12', 'true,6']));
  });

  it("have timestamps in the law's time zone", () => {
    const offsets = new Set(sales({}).map(({ timestamp }) => timestamp.slice(-6)));
    expect(offsets).toEqual(new Set(['+01:00', '+02:00']));
  });
});
