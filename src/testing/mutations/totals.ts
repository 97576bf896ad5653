import type { Transaction } from '../../document/types.generated.js';
import type { RulePack } from '../../pack/types.js';
import { append, remove, set } from '../change.js';
import type { TransactionOptions } from '../options.js';
import { raises, roundingStep } from '../pack-facts.js';
import { at, mutation, type Mutation } from './mutation.js';

const POSITIVE: TransactionOptions = { type: ['sale', 'refund', 'credit_note'] };
const SUMMED: TransactionOptions = { type: ['sale', 'refund', 'credit_note', 'exchange'] };
const CASH: TransactionOptions = { ...SUMMED, tender: 'cash' };
const ELECTRONIC: TransactionOptions = { ...SUMMED, tender: ['card', 'mobile', 'transfer'] };

/** Only what the pack has a rule for: a row names the rule beside the issue. */
type Consequence = readonly [issue: string, raised: boolean];
const those = (...consequences: readonly Consequence[]): string[] =>
  consequences.flatMap(([issue, raised]) => (raised ? [issue] : []));

const checksSubtotal = (pack: RulePack) => raises(pack, 'sum_mismatch', 'items[].amount', 'totals.subtotal');
const checksTax = (pack: RulePack) => raises(pack, 'sum_mismatch', 'tax.summary[].taxAmount', 'totals.tax');
const checksSign = (pack: RulePack) => raises(pack, 'out_of_range', 'type', 'totals.total');

/** Whether the pack holds the total of this document against its parts. */
function checksTotal(pack: RulePack, { type, tax }: Transaction): boolean {
  return (
    type !== 'void' &&
    raises(pack, 'sum_mismatch', 'totals.total', tax.pricesIncludeTax ? 'totals.subtotal' : 'totals.tax')
  );
}

/** Faults of figures: T1–T4, the sign, and rounding. */
export const TOTALS: readonly Mutation[] = [
  mutation(
    "a line's amount is 2 off",
    'amount_mismatch',
    ({ items }, pick, pack) => {
      const amount = `items[${at(items, pick)}].amount`;
      const change = [set(amount, items[at(items, pick)]!.amount + (pick % 2 === 0 ? 2 : -2))];
      return [
        change,
        those([`${amount} amount_mismatch`, true], ['totals.subtotal sum_mismatch', checksSubtotal(pack)]),
      ];
    },
    { needs: ['amount_mismatch', 'items[].amount'] },
  ),
  mutation(
    'subtotal is too high',
    'sum_mismatch',
    (document, pick, pack) => [
      [set('totals.subtotal', document.totals.subtotal + 1 + (pick % 9))],
      those(['totals.subtotal sum_mismatch', true], ['totals.total sum_mismatch', checksTotal(pack, document)]),
    ],
    { needs: ['sum_mismatch', 'items[].amount', 'totals.subtotal'] },
  ),
  mutation(
    'discount is too high',
    'sum_mismatch',
    ({ totals }, pick) => [
      [set('totals.discount', totals.discount + 1 + (pick % 9))],
      ['totals.discount sum_mismatch'],
    ],
    { needs: ['sum_mismatch', 'items[].discount.amount', 'totals.discount'] },
  ),
  mutation(
    'tax is 1 too low',
    'sum_mismatch',
    (document, _, pack) => [
      [set('totals.tax', document.totals.tax - 1)],
      those(
        ['totals.tax sum_mismatch', checksTax(pack)],
        ['totals.total sum_mismatch', !document.tax.pricesIncludeTax && checksTotal(pack, document)],
      ),
    ],
    { needs: ['sum_mismatch', 'tax.summary[].taxAmount', 'totals.tax'] },
  ),
  ...([true, false] as const).map((pricesIncludeTax) =>
    mutation(
      `total is too high, prices ${pricesIncludeTax ? 'with' : 'without'} tax`,
      'sum_mismatch',
      ({ totals }, pick, pack) => [
        [set('totals.total', totals.total + roundingStep(pack) * (1 + (pick % 9)))],
        ['totals.total sum_mismatch'],
      ],
      {
        on: { ...SUMMED, pricesIncludeTax },
        needs: ['sum_mismatch', 'totals.total', pricesIncludeTax ? 'totals.subtotal' : 'totals.tax'],
      },
    ),
  ),
  mutation(
    'a negative total',
    'out_of_range',
    (document, _, pack) => [
      [set('totals.total', -roundingStep(pack))],
      those(['totals.total out_of_range', true], ['totals.total sum_mismatch', checksTotal(pack, document)]),
    ],
    { on: POSITIVE, needs: ['out_of_range', 'type', 'totals.total'] },
  ),
  mutation(
    'a void with a total',
    'must_be_zero',
    (_, pick, pack) => [[set('totals.total', roundingStep(pack) * (1 + (pick % 9)))], ['totals.total must_be_zero']],
    { on: { type: 'void' }, needs: ['must_be_zero', 'totals.total'] },
  ),
  mutation(
    'no rounding with cash',
    'required',
    ({ type, totals }, _, pack) => {
      const total = type === 'void' ? 0 : totals.total - totals.rounding!;
      const negative = total < 0 && type !== 'exchange' && checksSign(pack);
      return [
        [remove('totals.rounding'), set('totals.total', total)],
        those(['totals.rounding required', true], ['totals.total out_of_range', negative]),
      ];
    },
    { on: { tender: 'cash' }, needs: ['required', 'totals.rounding', 'payment.method'] },
  ),
  mutation(
    'rounding of two steps more',
    'invalid_rounding',
    ({ totals }, _, pack) => {
      const more = 2 * roundingStep(pack);
      return [
        [set('totals.rounding', totals.rounding! + more), set('totals.total', totals.total + more)],
        ['totals.rounding invalid_rounding'],
      ];
    },
    { on: CASH, needs: ['invalid_rounding', 'totals.rounding'] },
  ),
  mutation(
    'rounding off the grid',
    'invalid_rounding',
    ({ totals }) => [
      [set('totals.rounding', totals.rounding! + 1), set('totals.total', totals.total + 1)],
      ['totals.rounding invalid_rounding'],
    ],
    { on: CASH, needs: ['invalid_rounding', 'totals.rounding'] },
  ),
  mutation(
    'cash that is not rounded',
    'invalid_rounding',
    (document, _, pack) => {
      const { rounding = 0, total } = document.totals;
      // Where the total lay on the grid before rounding, it must be moved.
      const moved = rounding === 0 ? 1 : 0;
      return [
        [set('totals.rounding', 0), set('totals.total', total - rounding + moved)],
        those(
          ['totals.rounding invalid_rounding', true],
          ['totals.total sum_mismatch', moved === 1 && checksTotal(pack, document)],
        ),
      ];
    },
    { on: CASH, needs: ['invalid_rounding', 'totals.rounding'] },
  ),
  mutation(
    'rounding of an electronic payment',
    'not_allowed',
    ({ totals }, _, pack) => {
      const rounding = 2 * roundingStep(pack);
      const net = totals.total - (totals.rounding ?? 0);
      return [
        [set('totals.rounding', rounding), set('totals.total', net + rounding)],
        those(
          ['totals.rounding invalid_rounding', raises(pack, 'invalid_rounding')],
          ['totals.rounding not_allowed', true],
        ),
      ];
    },
    { on: ELECTRONIC, needs: ['not_allowed', 'totals.rounding', 'payment.method'] },
  ),
  mutation(
    'an entry of the summary is missing',
    'summary_missing',
    (document, pick, pack) => {
      const { tax, totals } = document;
      const entry = at(tax.summary, pick);
      const { taxAmount } = tax.summary[entry]!;
      const short = taxAmount !== 0 && !tax.pricesIncludeTax && checksTotal(pack, document);
      return [
        [remove(`tax.summary[${entry}]`), set('totals.tax', totals.tax - taxAmount)],
        those(['tax.summary summary_missing', true], ['totals.total sum_mismatch', short]),
      ];
    },
    { needs: ['summary_missing', 'tax.summary'] },
  ),
  mutation(
    'an entry of the summary that no line uses',
    'summary_unused',
    ({ tax }) => [
      [append('tax.summary', { rate: 98.76, category: 'S', taxableAmount: 0, taxAmount: 0 })],
      [`tax.summary[${tax.summary.length}] summary_unused`],
    ],
    { needs: ['summary_unused', 'tax.summary'] },
  ),
  mutation(
    'a second entry of the summary for the same pair',
    'summary_duplicate',
    ({ tax }, pick) => [
      [append('tax.summary', { ...tax.summary[at(tax.summary, pick)]!, taxableAmount: 0, taxAmount: 0 })],
      [`tax.summary[${tax.summary.length}] summary_duplicate`],
    ],
    { needs: ['summary_duplicate', 'tax.summary'] },
  ),
];
