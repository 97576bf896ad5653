import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRegistry, type Business, type LawPack, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { complete, type Draft } from 'receipt-rule-packs/complete';
import { invalidTransaction, validTransaction } from 'receipt-rule-packs/testing';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { readReceipts, validateReceipt } from '../../examples/lib/verdicts.mjs';
import { extensionsOf } from './support/arbitraries';
import { sixPacks } from './support/packs';
import { withDocument } from './support/results';

const ARITHMETIC = [
  'amount_mismatch',
  'sum_mismatch',
  'summary_missing',
  'summary_unused',
  'summary_duplicate',
  'must_be_zero',
  'invalid_rounding',
];
const FIGURES = /^(?:items\[\d+\]\.(?:amount|taxAmount)|tax\.summary.*|totals.*)$/;

describe('recompute', () => {
  it.each([seReceipt1, ...sixPacks])('fixes any error in the figures: $id', (pack) => {
    const registry = createRegistry([pack]);
    const options = { extensions: fc.constant(extensionsOf(pack.law) ?? {}) };
    for (const code of ARITHMETIC) {
      const faulty = attempt(() => invalidTransaction(pack, { code, ...options }));
      if (faulty === undefined) continue;
      fc.assert(
        fc.property(faulty, ({ document, business }) => {
          fc.pre(registry.validate(document, business).issues.some((issue) => issue.code === code));
          const { issues } = complete(registry.shop(business), document as Draft, { recompute: true });
          expect(
            issues
              .filter((issue) => FIGURES.test(issue.field) && issue.code !== 'out_of_range')
              .map(({ message }) => message),
          ).toEqual([]);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('keeps a valid document valid', () => {
    const shop = createRegistry([seReceipt1]).shop({ country: 'SE', multiLocation: false });
    fc.assert(
      fc.property(validTransaction(seReceipt1, { returned: false }), (document) => {
        expect(complete(shop, document as Draft, { recompute: true }).issues).toEqual([]);
      }),
    );
  });
});

describe('recompute for a receipt from the United States', () => {
  const shop = createRegistry(packs).shop({ country: 'US', territory: 'US-IL' });
  const [state, city] = [
    { level: 'state', name: 'Illinois', rate: 6.25, taxAmount: 125 },
    { level: 'city', name: 'Chicago', rate: 1.25, taxAmount: 25 },
  ] as const;
  const receipt = (jurisdictions: object[]) =>
    ({
      ...{ receiptNumber: '1', timestamp: '2026-11-21T10:00:00-06:00', currency: 'USD', vendor: { id: 'biz_1' } },
      ...{ source: { platform: 'test', externalId: '1' }, payment: { method: 'card' } },
      items: [{ name: 'Mug', quantity: 1, unitPrice: 2000, taxRate: 7.5, taxAmount: 151 }],
      tax: { pricesIncludeTax: false, jurisdictions },
    }) as unknown as Draft;

  it.each([
    ['all jurisdictions', [state, city], [125, 25]],
    ['one of two jurisdictions', [state], [125]],
    ['one of two taxes, with another amount', [{ ...state, taxAmount: 124 }], [124]],
  ])('keeps jurisdiction taxes that the library cannot compute: %s', (_, jurisdictions, expected) => {
    const { document, ...result } = withDocument(complete(shop, receipt(jurisdictions), { recompute: true }));
    expect(result.issues).toEqual([]);
    expect(document.totals.tax).toBe(150);
    expect(document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual(expected);
  });

  it('requires jurisdiction taxes that the document lacks and the library cannot compute', () => {
    const { taxAmount: _, ...open } = state;
    const { issues } = complete(shop, receipt([open]), { recompute: true });
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['tax.jurisdictions[0].taxAmount required']);
  });
});

/** Returns undefined for a TypeError, because some packs lack the rule that a mutation is for. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

describe('the example receipts, completed without their figures', () => {
  const registry = createRegistry(packs);
  const receipts = readReceipts(fileURLToPath(new URL('../../examples/receipts', import.meta.url))).filter(
    (receipt) => validateReceipt(registry, receipt).valid,
  );

  it('number more than five', () => {
    expect(receipts.length).toBeGreaterThan(5);
  });

  it.each(receipts)('differ from the original only in figures with warnings: $name', (receipt) => {
    const stated = receipt.transaction as Transaction;
    const warned = validateReceipt(registry, receipt).warnings.map(({ field }) => field);
    const items = stated.items.map(({ amount: _, taxAmount: __, ...item }) => item);
    const { summary: _, ...tax } = stated.tax;
    const { totals: __, ...root } = stated;
    const shop = registry.shop(receipt.business as Business);
    const { document: completed, issues } = withDocument(complete(shop, { ...root, items, tax }));
    expect(issues).toEqual([]);
    const pack = registry.resolve(receipt.business.country) as LawPack;
    const tolerance = toleranceOf(pack);
    const unit = pack.law.currencies.find(({ code }) => code === stated.currency)?.unit ?? 1;
    completed.items.forEach((item, i) => {
      const line = stated.items[i]!;
      if (!warned.includes(`items[${i}].amount`)) expect(Math.abs(item.amount - line.amount)).toBeLessThanOrEqual(unit);
      if (warned.some((field) => field.startsWith(`items[${i}]`)) || item.amount !== line.amount) return;
      expect(Math.abs(item.taxAmount - line.taxAmount)).toBeLessThanOrEqual(tolerance);
    });
    if (warned.length > 0) return;
    const slack = stated.items.length * (tolerance + unit);
    for (const name of ['subtotal', 'tax', 'total'] as const) {
      const step =
        name === 'total' && stated.totals.rounding !== completed.totals.rounding
          ? Math.abs(stated.totals.rounding ?? 0) + Math.abs(completed.totals.rounding ?? 0)
          : 0;
      expect(Math.abs(completed.totals[name] - stated.totals[name])).toBeLessThanOrEqual(slack + step);
    }
  });
});

function toleranceOf({ law: { tax } }: LawPack): number {
  return typeof tax.lineTolerance === 'number' ? tax.lineTolerance : tax.lineTolerance === undefined ? 1 : 2;
}
