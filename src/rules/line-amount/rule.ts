import type { LawCurrency, ReceiptLaw } from '../../law/types.js';
import { isWeighedAmount, isWholeAmount, lineAmountText, neighbours } from '../../money/line-amount.js';
import { inexactLinesOf, type RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { shortened } from '../../text/show.js';
import type { Summaries } from '../summaries.js';

const READS: readonly ReadPattern[] = [
  'items[].quantity',
  'items[].unitPrice',
  'items[].amount',
  'items[].discount',
  'items[].discount.amount',
];

/**
 * Rule A1 of the service interface: amount is quantity × unitPrice − discount, or one of the two nearest integers if
 * that is not a whole number. A weighed line's amount may also differ by the rounding of the weight: tills that read a
 * price from the barcode compute the weight from that price. In a currency that is charged in larger units, the amount
 * may also be the nearest multiple of that unit in either direction.
 */
export function lineAmounts({ currencies }: ReceiptLaw): Rule[] {
  const whole = currencies.find(({ unit }) => unit !== undefined);
  const reads = whole === undefined ? READS : [...READS, 'currency' as const];
  const shared = { source: 'Service interface, line items: amount', reads, each: 'items' } as const;
  return [
    {
      ...shared,
      id: 'line-amount',
      severity: 'error',
      codes: ['amount_mismatch'],
      check: (run) => checkAmounts(run, false, whole),
    },
    {
      ...shared,
      id: 'weighed-amount',
      severity: 'warning',
      codes: ['amount_deviates'],
      check: (run) => checkAmounts(run, true, whole),
    },
  ];
}

/** The unit that amounts are multiples of, in minor units; undefined if the document is in a different currency. */
const unitIn = (run: RuleContext, { code, unit }: LawCurrency): number | undefined =>
  run.transaction.currency === code ? unit : undefined;

function checkAmounts(run: RuleContext, weighed: boolean, whole: LawCurrency | undefined): void {
  const { items } = run.transaction;
  const unit = whole === undefined ? undefined : unitIn(run, whole);
  for (const i of inexactLinesOf(run)) {
    const { quantity, unitPrice, amount, discount } = items[i]!;
    const deducted = discount === undefined ? 0 : discount.amount;
    if (unit !== undefined && isWholeAmount(quantity, unitPrice, deducted, amount, unit)) continue;
    if (isWeighedAmount(quantity, unitPrice, deducted, amount) !== weighed) continue;
    const expected = neighbours(quantity, unitPrice, deducted);
    run.report(
      'items[].amount',
      weighed ? 'amount_deviates' : 'amount_mismatch',
      amountText,
      { index: i, found: amount, expected: expected.length === 1 ? expected[0] : expected },
      { i, quantity, unitPrice, deducted, amount, weighed },
    );
  }
}

interface WrongAmount {
  readonly i: number;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly deducted: number;
  readonly amount: number;
  readonly weighed: boolean;
}

function amountText({ i, quantity, unitPrice, deducted, amount, weighed }: WrongAmount): string {
  const exact = shortened(lineAmountText(quantity, unitPrice, deducted));
  const factors = `${quantity} × ${unitPrice}${deducted === 0 ? '' : ` minus the discount of ${deducted}`}`;
  const off = weighed ? `${exact}. This is only correct if the scale derived the weight from the price` : exact;
  return `items[${i}].amount is ${amount}, but ${factors} is ${off}.`;
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'line-amount': 'The amount of every line is quantity × unitPrice − discount, rounded up or down to a whole number.',
  'weighed-amount': 'A weighed line whose amount differs only because its weight is rounded gets a warning.',
};
