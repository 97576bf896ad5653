import { hasDays, holdsOn, localDate } from '../../calendar/dates.js';
import { CASH_LIMIT, hasDuty } from '../../law/obligations.js';
import type { CashLimit, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import type { Summaries } from '../summaries.js';

/** Checks that a cash total is within the legal limit. */
export function cashLimit({ cashLimits = [] }: ReceiptLaw): Rule[] {
  const rows = cashLimits.filter(({ level }) => level === 'warning');
  if (rows.length === 0) return [];
  const dated = rows.some(hasDays);
  return [
    {
      id: 'cash-limit',
      severity: 'warning',
      codes: ['cash_limit'],
      source: sourcesOf(rows),
      reads: ['type', ...(dated ? (['timestamp'] as const) : []), 'currency', 'payment.method', 'totals.total'],
      check: (run) => {
        const { type, payment, totals } = run.transaction;
        if (payment.method !== 'cash' || (type !== 'sale' && type !== 'exchange')) return;
        const row = rows.find((one) => totals.total >= leastOf(one) && binds(run, one));
        if (row === undefined || !hasDuty(run.business.duties, CASH_LIMIT)) return;
        run.report('payment.method', 'cash_limit', limitText, { found: 'cash' }, { row, total: totals.total });
      },
    },
  ];
}

/** The smallest total that must not be paid in cash. */
const leastOf = ({ limit, forbids }: CashLimit): number => (forbids === 'above' ? limit + 1 : limit);

function binds({ transaction }: RuleContext, row: CashLimit): boolean {
  return row.currency === transaction.currency && (!hasDays(row) || holdsOn(row, localDate(transaction.timestamp)));
}

const limitText = ({ row, total }: { readonly row: CashLimit; readonly total: number }): string =>
  `payment.method is cash, but totals.total ${total} is ${row.forbids === 'above' ? 'above' : 'not below'} ${row.limit}, the limit of ${row.citation ?? 'the law'}. Use another tender, or set duties: { ${CASH_LIMIT}: false } for a buyer who is exempt.`;

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'cash-limit': 'A cash total is within the legal limit.',
};
