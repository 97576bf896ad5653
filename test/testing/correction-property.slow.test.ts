import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { createRefund, type RefundLine } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { deReceipt1 } from 'receipt-rule-packs/packs/de-receipt-1';
import { correctionProperty, type NeutralReturn, type NeutralSale, type SoldBefore } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import type { Shop } from 'receipt-rule-packs';
import { SEED } from '../support/numbers';
import { withoutUnit } from '../support/without-unit';

const draw = (sale: NeutralSale, returns: readonly NeutralReturn[]) => ({ sale, returns });
const de = createRegistry([deReceipt1]).shop({ country: 'DE' });
const refund =
  (
    shop: Shop,
    lines: (given: NeutralReturn) => readonly RefundLine[],
    change: (before: SoldBefore) => object = () => ({}),
  ) =>
  (given: NeutralReturn, before: SoldBefore) =>
    createRefund(shop, {
      ...before,
      receiptNumber: given.receiptNumber,
      timestamp: given.timestamp,
      source: { platform: 'till', externalId: given.receiptNumber },
      lines: lines(given),
      ...change(before),
    });
const check = (shop: Shop, mapCorrection: ReturnType<typeof refund>, numRuns = 100) =>
  fc.check(correctionProperty({ shop, draw, mapSale: ({ document }) => document, mapCorrection }), {
    seed: SEED,
    numRuns,
  });

describe('mappers for a sale and its returns', () => {
  it.each(packs.map((pack) => [pack.id, pack] as const))('pass under %s', (_, pack) => {
    // In whole forints, the tax on part of a line may deviate by one, which is a warning.
    const shop = createRegistry([withoutUnit(pack)]).shop({ country: pack.country });
    expect(
      check(
        shop,
        refund(shop, ({ lines }) => lines),
        20,
      ).failed,
    ).toBe(false);
  });

  it.each<[string, ReturnType<typeof refund>]>([
    ['whole lines instead of the returned quantities', refund(de, ({ lines }) => lines.map(({ key }) => ({ key })))],
    ['the first line only', refund(de, ({ lines }) => lines.slice(0, 1))],
    [
      'empty priorCorrections',
      refund(
        de,
        ({ lines }) => lines.map(({ key }) => ({ key })),
        () => ({ priorCorrections: [] }),
      ),
    ],
    [
      'a different sale',
      refund(
        de,
        ({ lines }) => lines,
        ({ sale }) => ({ sale: { ...sale, id: 'txn_2' } }),
      ),
    ],
    ['no lines', (_, { sale }) => ({ ...refund(de, () => [])(_, { sale, priorCorrections: [] }) })],
  ])('fail with %s', (_, mapCorrection) => {
    expect(check(de, mapCorrection).failed).toBe(true);
  });

  it.each<[string, ReturnType<typeof refund>, RegExp]>([
    [
      'issues',
      refund(
        de,
        ({ lines }) => lines,
        () => ({ receiptNumber: '' }),
      ),
      /→ at receiptNumber \(/,
    ],
    [
      'corrections of a different sale',
      refund(
        de,
        ({ lines }) => lines,
        ({ sale }) => ({ sale: { ...sale, id: 'txn_2' } }),
      ),
      /\([a-z_]+_mismatch\)/,
    ],
    ['a refund that differs from the return', refund(de, ({ lines }) => lines.slice(0, 1)), /totals\.total/],
  ])('cause an error that shows input and receipt, for %s', (_, mapCorrection, issue) => {
    const { failed, errorInstance } = check(de, mapCorrection);
    const { message } = errorInstance as Error;
    expect(failed).toBe(true);
    expect(message).toMatch(issue);
    expect(message).toContain('"receiptNumber": "R');
    expect(message).toMatch(/╭─+╮/);
  });

  it('fail for an invalid sale', () => {
    const mapSale = ({ document }: NeutralSale) => ({ ...document, currency: 'SEK' });
    const property = correctionProperty({ shop: de, draw, mapSale, mapCorrection: refund(de, ({ lines }) => lines) });
    expect(fc.check(property).failed).toBe(true);
  });

  it('receive earlier corrections, and returns from later days', () => {
    const seen: number[] = [];
    const right = refund(
      de,
      ({ lines }) => lines,
      ({ priorCorrections }) => (seen.push(priorCorrections.length), {}),
    );
    const times: boolean[] = [];
    const property = correctionProperty({
      shop: de,
      draw: (sale, returns) => {
        const days = [sale.timestamp, ...returns.map(({ timestamp }) => timestamp)].map((time) => time.slice(0, 10));
        times.push(days.every((day, i) => i === 0 || day > days[i - 1]!));
        return draw(sale, returns);
      },
      mapSale: ({ document }) => document,
      mapCorrection: right,
    });
    expect(fc.check(property, { seed: SEED }).failed).toBe(false);
    expect(new Set(seen)).toEqual(new Set([0, 1, 2]));
    expect(new Set(times)).toEqual(new Set([true]));
  });
});
