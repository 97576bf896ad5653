import { unitOf } from '../../law/currency-unit.js';
import type { ReceiptLaw } from '../../law/types.js';
import { inexactLinesOf, type RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';

/**
 * Checks totals and line amounts if receipts must be in whole units of the currency. Amounts with a fraction are valid
 * if cash rounding removes it.
 */
export function wholeUnits({ currencies, country }: ReceiptLaw): Rule[] {
  if (currencies.every(({ unit }) => unit === undefined)) return [];
  return [
    {
      id: 'currency-unit',
      severity: 'warning',
      codes: ['amount_deviates'],
      source: `Currency of ${country}`,
      reads: [
        'currency',
        'items',
        'items[].quantity',
        'items[].unitPrice',
        'items[].discount',
        'items[].discount.amount',
        'items[].amount',
        'totals.total',
      ],
      check: (run) => {
        const { currency, items, totals } = run.transaction;
        const unit = unitOf(currencies, currency);
        if (totals.total % unit === 0) return;
        const reported = inexactLinesOf(run);
        items.forEach(({ amount }, i) => {
          if (!reported.includes(i)) report(run, 'items[].amount', `items[${i}].amount`, amount, unit, i);
        });
        report(run, 'totals.total', 'totals.total', totals.total, unit);
      },
    },
  ];
}

function report(
  run: RuleContext,
  pattern: 'items[].amount' | 'totals.total',
  field: string,
  amount: number,
  unit: number,
  index?: number,
): void {
  if (amount % unit === 0) return;
  const message = (): string =>
    `${field} is ${amount}, but ${run.transaction.currency} is charged in multiples of ${unit} minor units.`;
  run.report(pattern, 'amount_deviates', message, { index, found: amount });
}
