import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import { ExactSum } from '../../money/exact-sum.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { isDated } from '../../law/cash-rounding.js';
import { rowReads } from '../cash-rounding/applicable.js';
import { unstatedRounding } from '../cash-rounding/stated.js';
import type { Summaries } from '../summaries.js';

const SOURCE = 'Service interface, totals';

/** Checks that every total is the sum of its parts, with the correct sign for the document type. */
export function documentTotals(law: ReceiptLaw): Rule[] {
  return [...totalsAddUp(law), totalSign(), refundsMoveMoney()];
}

/** Checks that every total is the sum of its parts (service interface, rules T1 to T4). */
function totalsAddUp(law: ReceiptLaw): Rule[] {
  return [
    sumRule('subtotal', ['items', 'items[].amount'], 'the amounts of the items', ({ items }, sum) => {
      for (const item of items) sum.add(item.amount);
    }),
    sumRule(
      'discount',
      ['items', 'items[].discount', 'items[].discount.amount'],
      'the discounts of the items',
      ({ items }, sum) => {
        for (const item of items) if (item.discount !== undefined) sum.add(item.discount.amount);
      },
    ),
    sumRule(
      'tax',
      ['tax.summary', 'tax.summary[].taxAmount'],
      'the taxAmount values in tax.summary',
      ({ tax }, sum) => {
        for (const entry of tax.summary) sum.add(entry.taxAmount);
      },
    ),
    totalRule(law, true),
    totalRule(law, false),
  ];
}

/** @param parts names the parts in messages */
function sumRule(
  name: 'subtotal' | 'discount' | 'tax',
  reads: readonly ReadPattern[],
  parts: string,
  addParts: (transaction: RuleContext['transaction'], sum: ExactSum) => void,
): Rule {
  const field = `totals.${name}` as const;
  return {
    id: `totals-${name}`,
    severity: 'error',
    codes: ['sum_mismatch'],
    source: SOURCE,
    reads: [...reads, field],
    check: (run) => {
      const sum = new ExactSum();
      addParts(run.transaction, sum);
      checkSum(run, field, run.transaction.totals[name], sum, `${parts} add up to`);
    },
  };
}

/** There are two rules for totals.total, because only net prices need totals.tax. */
function totalRule({ cashRounding: rows }: ReceiptLaw, including: boolean): Rule {
  const parts = including ? ['subtotal'] : ['subtotal', 'tax'];
  return {
    id: including ? 'totals-total' : 'totals-total-net',
    severity: 'error',
    codes: ['sum_mismatch'],
    source: SOURCE,
    reads: [
      'type',
      'tax.pricesIncludeTax',
      'totals.subtotal',
      ...(including ? [] : (['totals.tax'] as const)),
      'totals.rounding',
      'totals.total',
    ],
    optionalReads: rows.length === 0 ? [] : ['payment.method', ...rowReads(rows)],
    check: (run) => {
      const { type, tax, totals } = run.transaction;
      if (tax.pricesIncludeTax !== including || type === 'void') return;
      const sum = new ExactSum();
      sum.add(totals.subtotal);
      if (!including) sum.add(totals.tax);
      if (totals.rounding !== undefined) sum.add(totals.rounding);
      if (totals.total === sum.value || mayBeRoundedCash(run, rows)) return;
      const all = `${parts.join(' + ')}${totals.rounding === undefined ? '' : ' + rounding'} is`;
      checkSum(run, 'totals.total', totals.total, sum, all);
    },
  };
}

/**
 * Whether cash may have been rounded although totals.rounding is missing, which another rule reports. Also true if the
 * tender or the date is missing or invalid, so that the rule does not check the total.
 */
function mayBeRoundedCash(run: RuleContext, rows: readonly CashRounding[]): boolean {
  const document = run.transaction as Partial<typeof run.transaction>;
  if (rows.length === 0 || document.totals?.rounding !== undefined) return false;
  const method = document.payment?.method;
  if (method !== undefined && method !== 'cash') return false;
  return (isDated(rows) && document.timestamp === undefined) || unstatedRounding(run, rows) !== undefined;
}

type Total = 'totals.subtotal' | 'totals.discount' | 'totals.tax' | 'totals.total';

function checkSum(run: RuleContext, field: Total, stated: number, { value }: ExactSum, parts: string): void {
  if (stated === value) return;
  const expected = typeof value === 'number' ? value : undefined;
  run.report(field, 'sum_mismatch', sumText, { found: stated, expected }, { field, stated, parts, value });
}

interface WrongSum {
  readonly field: Total;
  readonly stated: number;
  readonly parts: string;
  readonly value: number | bigint;
}

const sumText = ({ field, stated, parts, value }: WrongSum): string => `${field} is ${stated}, but ${parts} ${value}.`;

/** Checks the sign of the total: negative only for exchanges, and 0 for voids. */
function totalSign(): Rule {
  return {
    id: 'total-sign',
    severity: 'error',
    codes: ['out_of_range', 'must_be_zero'],
    source: SOURCE,
    reads: ['type', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      const { total } = totals;
      if (type === 'void' && total !== 0) {
        const message = (): string => `totals.total is ${total}, but must be 0 for a void.`;
        run.report('totals.total', 'must_be_zero', message, { found: total, expected: 0 });
      } else if (type !== 'exchange' && total < 0) {
        const message = (): string =>
          `totals.total is ${total}, but the total of a ${type.replace('_', ' ')} cannot be negative.`;
        run.report('totals.total', 'out_of_range', message, { found: total });
      }
    },
  };
}

/** Warns about a refund or credit note whose total is 0. */
function refundsMoveMoney(): Rule {
  return {
    id: 'total-zero',
    severity: 'warning',
    codes: ['total_is_zero'],
    source: SOURCE,
    reads: ['type', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      if ((type === 'refund' || type === 'credit_note') && totals.total === 0) {
        run.report(
          'totals.total',
          'total_is_zero',
          () => `totals.total is 0. A ${type.replace('_', ' ')} states the refunded amount as a positive number.`,
          { found: 0 },
        );
      }
    },
  };
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'total-sign': 'totals.total is 0 for voids, and negative only for exchanges.',
  'total-zero': 'The total of a refund or credit note is above 0.',
  'totals-discount': "totals.discount is the sum of the items' discount.amount.",
  'totals-subtotal': "totals.subtotal is the sum of the items' amount.",
  'totals-tax': 'totals.tax is the sum of tax.summary[].taxAmount.',
  'totals-total': (law) => `If prices include tax, totals.total is subtotal plus rounding${unstated(law)}.`,
  'totals-total-net': (law) =>
    `If prices exclude tax, totals.total is subtotal plus tax plus rounding${unstated(law)}.`,
};

const unstated = ({ cashRounding }: ReceiptLaw): string =>
  cashRounding.length === 0 ? '' : ', except for a cash total that was rounded while totals.rounding is missing';
