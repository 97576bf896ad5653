import { isLineAmount, lineAmountText } from '../money/line-amount.js';
import type { RuleRun } from '../pack/rule-run.js';
import type { Rule } from '../pack/types.js';
import { shortened } from '../show.js';

/** A1: amount is quantity × unitPrice − discount, or a neighbouring integer where that is no whole number. */
export function lineAmounts(): Rule {
  return {
    id: 'line-amount',
    severity: 'error',
    codes: ['amount_mismatch'],
    summary:
      'Every amount is quantity × unitPrice after discount, rounded to either neighbour where it is no whole number.',
    source: 'Service interface, line items: amount',
    reads: ['items[].quantity', 'items[].unitPrice', 'items[].amount', 'items[].discount', 'items[].discount.amount'],
    each: 'items',
    check: checkLineAmounts,
  };
}

function checkLineAmounts(run: RuleRun): void {
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { quantity, unitPrice, amount, discount } = items[i]!;
    const deducted = discount === undefined ? 0 : discount.amount;
    if (isLineAmount(quantity, unitPrice, deducted, amount)) continue;
    const exact = shortened(lineAmountText(quantity, unitPrice, deducted));
    const factors = `${quantity} × ${unitPrice}${deducted === 0 ? '' : ` less the discount ${deducted}`}`;
    run.report('items[].amount', 'amount_mismatch', `items[${i}].amount is ${amount}, but ${factors} is ${exact}`, i);
  }
}
