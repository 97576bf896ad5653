import type { Transaction } from '../../document/types.generated.js';
import type { ReceiptLaw } from '../../law/types.js';
import { remove, set, mutation, type Expected, type Mutation } from '../mutation.js';
import type { Needs } from '../options.js';
import { rowOf } from '../rounding.js';

const POSITIVE: Needs = { type: ['sale', 'refund', 'credit_note'] };
const SUMMED: Needs = { type: ['sale', 'refund', 'credit_note', 'exchange'] };

/** The id of the rule that compares the total with the sum of its parts. */
const totalRule = (pricesIncludeTax: boolean): string => (pricesIncludeTax ? 'totals-total' : 'totals-total-net');

/** The issue for a total that differs from the sum of its parts; none for a void. */
export function totalMismatch(document: Transaction): Expected[] {
  return document.type === 'void' ? [] : [[totalRule(document.tax.pricesIncludeTax), 'totals.total sum_mismatch']];
}

/** The cash rounding increment on the document's day; 1 without cash rounding. */
function increment(law: ReceiptLaw, document: Transaction): number {
  return rowOf(law, document)?.increment ?? 1;
}

/** A number from 1 to 9. */
const some = (pick: number): number => 1 + (pick % 9);

export const mutations: readonly Mutation[] = [
  mutation(
    'subtotal is too high',
    'sum_mismatch',
    (document, pick) => [
      [set('totals.subtotal', document.totals.subtotal + some(pick))],
      ['totals.subtotal sum_mismatch', ...totalMismatch(document)],
    ],
    { rule: 'totals-subtotal' },
  ),
  mutation(
    'discount is too high',
    'sum_mismatch',
    ({ totals }, pick) => [[set('totals.discount', totals.discount + some(pick))], ['totals.discount sum_mismatch']],
    { rule: 'totals-discount' },
  ),
  mutation(
    'tax is 1 too low',
    'sum_mismatch',
    (document) => [
      [set('totals.tax', document.totals.tax - 1)],
      ['totals.tax sum_mismatch', ...(document.tax.pricesIncludeTax ? [] : totalMismatch(document))],
    ],
    { rule: 'totals-tax' },
  ),
  ...[true, false].flatMap((pricesIncludeTax) => [
    mutation(
      `total is too high, prices ${pricesIncludeTax ? 'with' : 'without'} tax`,
      'sum_mismatch',
      (document, pick, law) => {
        const { rounding = 0, total } = document.totals;
        const moved = total + increment(law, document) * some(pick);
        return [[set('totals.rounding', rounding), set('totals.total', moved)], ['totals.total sum_mismatch']];
      },
      { rule: totalRule(pricesIncludeTax), places: { ...SUMMED, pricesIncludeTax } },
    ),
    mutation(
      `total is too high, prices ${pricesIncludeTax ? 'with' : 'without'} tax, without rounding`,
      'sum_mismatch',
      ({ totals }, pick) => {
        const { rounding, total } = totals;
        const rounded = rounding === undefined ? [] : [remove('totals.rounding')];
        return [[...rounded, set('totals.total', total - (rounding ?? 0) + some(pick))], ['totals.total sum_mismatch']];
      },
      {
        rule: totalRule(pricesIncludeTax),
        places: { ...SUMMED, tender: ['card', 'mobile', 'transfer', 'other'], pricesIncludeTax },
      },
    ),
  ]),
  mutation(
    'a negative total',
    'out_of_range',
    (document, _, law) => [
      [set('totals.total', -increment(law, document))],
      ['totals.total out_of_range', ...totalMismatch(document)],
    ],
    { rule: 'total-sign', places: POSITIVE },
  ),
  mutation(
    'a void with a total',
    'must_be_zero',
    (document, pick, law) => [
      [set('totals.total', increment(law, document) * some(pick))],
      ['totals.total must_be_zero'],
    ],
    { rule: 'total-sign', places: { type: 'void' } },
  ),
];
