import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import { ExactSum } from '../../money/exact-sum.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { isDated } from '../../law/cash-rounding.js';
import { rowReads } from '../cash-rounding/applicable.js';
import { unstatedRounding } from '../cash-rounding/stated.js';

const SOURCE = 'Service interface, totals';

/** Checks that every total is the sum of its parts, with the correct sign for the document type. */
export function documentTotals(law: ReceiptLaw): Rule[] {
  return [...totalsAddUp(law), totalSign(), refundsMoveMoney()];
}

/** Checks that every total is the sum of its parts (service interface, rules T1 to T4). */
function totalsAddUp(law: ReceiptLaw): Rule[] {
  return [
    {
      id: 'totals-subtotal',
      severity: 'error',
      codes: ['sum_mismatch'],
      source: SOURCE,
      reads: ['items', 'items[].amount', 'totals.subtotal'],
      check: (run) => {
        const sum = new ExactSum();
        for (const item of run.transaction.items) sum.add(item.amount);
        checkSum(run, 'totals.subtotal', run.transaction.totals.subtotal, sum, 'the amounts of the items add up to');
      },
    },
    {
      id: 'totals-discount',
      severity: 'error',
      codes: ['sum_mismatch'],
      source: SOURCE,
      reads: ['items', 'items[].discount', 'items[].discount.amount', 'totals.discount'],
      check: (run) => {
        const sum = new ExactSum();
        for (const item of run.transaction.items) if (item.discount !== undefined) sum.add(item.discount.amount);
        checkSum(run, 'totals.discount', run.transaction.totals.discount, sum, 'the discounts of the items add up to');
      },
    },
    {
      id: 'totals-tax',
      severity: 'error',
      codes: ['sum_mismatch'],
      source: SOURCE,
      reads: ['tax.summary', 'tax.summary[].taxAmount', 'totals.tax'],
      check: (run) => {
        const sum = new ExactSum();
        for (const entry of run.transaction.tax.summary) sum.add(entry.taxAmount);
        checkSum(run, 'totals.tax', run.transaction.totals.tax, sum, 'tax.summary adds up to');
      },
    },
    totalRule(law, true),
    totalRule(law, false),
  ];
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
