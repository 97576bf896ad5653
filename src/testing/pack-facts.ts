import type { Transaction } from '../document/types.generated.js';
import type { ReadPattern, RulePack } from '../pack/types.js';

/** Whether the pack has a rule of severity error with this code that reads all of these fields. */
export function raises(pack: RulePack, code: string, ...fields: readonly ReadPattern[]): boolean {
  return pack.rules.some(
    (rule) =>
      rule.severity === 'error' && rule.codes.includes(code) && fields.every((field) => rule.reads.includes(field)),
  );
}

/** The namespaces in `extensions` that the pack's rules read, such as `se`. */
export function namespacesOf(pack: RulePack): readonly string[] {
  const names = pack.rules
    .flatMap(({ reads }) => reads)
    .flatMap((field) => /^extensions\.([^.]+)/.exec(field)?.[1] ?? []);
  return [...new Set(names)];
}

/** Whether totals that are paid electronically may be rounded too. */
export function roundsElectronic(pack: RulePack): boolean {
  return !raises(pack, 'not_allowed', 'totals.rounding', 'payment.method');
}

/** No coin is worth more: the search for a step ends here. */
const LARGEST_STEP = 10_000;
const steps = new WeakMap<RulePack, number>();

/**
 * Step of the cash-rounding grid in minor units, 1 where nothing is rounded. It is asked of the rules, so that a pack
 * need not say the same twice: the smallest total that they take for a multiple.
 */
export function roundingStep(pack: RulePack): number {
  const known = steps.get(pack);
  if (known !== undefined) return known;
  let step = 1;
  if (raises(pack, 'invalid_rounding')) while (step < LARGEST_STEP && isOffGrid(pack, step)) step++;
  steps.set(pack, step);
  return step;
}

function isOffGrid(pack: RulePack, total: number): boolean {
  return pack
    .check(cashSale(pack, total), { country: pack.country })
    .some(({ field, code }) => field === 'totals.rounding' && code === 'invalid_rounding');
}

function cashSale(pack: RulePack, total: number): Transaction {
  return {
    type: 'sale',
    settled: true,
    receiptNumber: '1',
    timestamp: '2026-01-01T00:00:00Z',
    currency: pack.currency,
    vendor: { id: '1' },
    items: [{ name: 'x', quantity: 1, unitPrice: total, amount: total, taxRate: 0, taxCategory: 'O', taxAmount: 0 }],
    tax: {
      scheme: pack.schemes[0]!,
      pricesIncludeTax: true,
      summary: [{ rate: 0, category: 'O', taxableAmount: total, taxAmount: 0 }],
    },
    totals: { subtotal: total, discount: 0, tax: 0, rounding: 0, total },
    payment: { method: 'cash' },
    source: { platform: 'x', externalId: '1' },
  };
}
