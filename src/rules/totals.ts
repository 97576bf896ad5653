import type { RuleRun } from '../pack/rule-run.js';
import type { Rule } from '../pack/types.js';
import { ExactSum } from '../money/exact-sum.js';

const SOURCE = 'Service interface, totals';

/** T1–T4: every total is the sum of its parts. T4 stands in two rows, since only net prices bring totals.tax into it. */
export function totalsAddUp(): Rule[] {
  return [
    {
      id: 'totals-subtotal',
      severity: 'error',
      codes: ['sum_mismatch'],
      summary: "totals.subtotal is the sum of the items' amount.",
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
      summary: "totals.discount is the sum of the items' discount.amount.",
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
      summary: 'totals.tax is the sum of tax.summary[].taxAmount.',
      source: SOURCE,
      reads: ['tax.summary', 'tax.summary[].taxAmount', 'totals.tax'],
      check: (run) => {
        const sum = new ExactSum();
        for (const entry of run.transaction.tax.summary) sum.add(entry.taxAmount);
        checkSum(run, 'totals.tax', run.transaction.totals.tax, sum, 'tax.summary adds up to');
      },
    },
    {
      id: 'totals-total',
      severity: 'error',
      codes: ['sum_mismatch'],
      summary: 'Where prices include tax, totals.total is subtotal plus rounding.',
      source: SOURCE,
      reads: ['type', 'tax.pricesIncludeTax', 'totals.subtotal', 'totals.rounding', 'totals.total'],
      check: (run) => {
        if (run.transaction.tax.pricesIncludeTax) checkTotal(run, undefined);
      },
    },
    {
      id: 'totals-total-net',
      severity: 'error',
      codes: ['sum_mismatch'],
      summary: 'Where prices exclude tax, totals.total is subtotal plus tax plus rounding.',
      source: SOURCE,
      reads: ['type', 'tax.pricesIncludeTax', 'totals.subtotal', 'totals.tax', 'totals.rounding', 'totals.total'],
      check: (run) => {
        if (!run.transaction.tax.pricesIncludeTax) checkTotal(run, run.transaction.totals.tax);
      },
    },
  ];
}

function checkTotal(run: RuleRun, tax: number | undefined): void {
  const { type, totals } = run.transaction;
  if (type === 'void') return;
  const sum = new ExactSum();
  sum.add(totals.subtotal);
  if (tax !== undefined) sum.add(tax);
  if (totals.rounding !== undefined) sum.add(totals.rounding);
  checkSum(
    run,
    'totals.total',
    totals.total,
    sum,
    `subtotal${tax === undefined ? '' : ' + tax'}${totals.rounding === undefined ? '' : ' + rounding'} is`,
  );
}

type Total = 'totals.subtotal' | 'totals.discount' | 'totals.tax' | 'totals.total';

function checkSum(run: RuleRun, field: Total, stated: number, { value }: ExactSum, parts: string): void {
  if (stated !== value) run.report(field, 'sum_mismatch', `${field} is ${stated}, but ${parts} ${value}`);
}

/** The sign of the total: never negative but for exchanges, and 0 for voids. */
export function totalSign(): Rule {
  return {
    id: 'total-sign',
    severity: 'error',
    codes: ['out_of_range', 'must_be_zero'],
    summary: 'totals.total is 0 for voids and not negative for sales, refunds and credit notes.',
    source: SOURCE,
    reads: ['type', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      if (type === 'void' && totals.total !== 0) {
        run.report('totals.total', 'must_be_zero', `totals.total is ${totals.total}, but the total of a void is 0`);
      } else if (type !== 'exchange' && totals.total < 0) {
        run.report(
          'totals.total',
          'out_of_range',
          `totals.total is ${totals.total}, but the total of a ${type} is 0 or positive`,
        );
      }
    },
  };
}

/** A refund or credit note normally moves money. */
export function refundsMoveMoney(): Rule {
  return {
    id: 'total-zero',
    severity: 'warning',
    codes: ['total_is_zero'],
    summary: 'The total of a refund or credit note is above 0.',
    source: SOURCE,
    reads: ['type', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      if ((type === 'refund' || type === 'credit_note') && totals.total === 0) {
        run.report(
          'totals.total',
          'total_is_zero',
          `totals.total is 0, but a ${type} states what was given back, positive`,
        );
      }
    },
  };
}
