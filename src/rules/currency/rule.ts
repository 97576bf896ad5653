import { hasDays, holdsOn, localDate } from '../../calendar/dates.js';
import { unitOf } from '../../law/cash-rounding.js';
import type { ReceiptLaw } from '../../law/types.js';
import { type RuleContext, inexactLinesOf } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { quoted } from '../../text/show.js';
import type { Summaries } from '../summaries.js';

/**
 * Checks that the document is in the country's currency on its date. A correction may use any of the country's current
 * or former currencies.
 */
export function documentCurrency({ currencies, country }: ReceiptLaw): Rule[] {
  const dated = currencies.some(hasDays);
  const codes = currencies.map(({ code }) => code);
  return [
    {
      id: 'currency',
      severity: 'error',
      codes: ['currency_not_allowed'],
      source: `Service interface, rule pack of ${country}`,
      reads: dated ? ['type', 'timestamp', 'currency'] : ['currency'],
      check: (run) => {
        const stated = run.transaction.currency;
        const allowed = dated ? allowedOn(run) : codes;
        if (allowed.includes(stated)) return;
        const message = (): string =>
          `currency is ${quoted(stated)}, but receipts in ${country} are in ${allowed.join(' or ')}.`;
        const expected = allowed.length === 1 ? allowed[0] : allowed;
        run.report('currency', 'currency_not_allowed', message, { found: stated, expected });
      },
    },
  ];

  function allowedOn(run: RuleContext): readonly string[] {
    const { type, timestamp } = run.transaction;
    if (type !== 'sale') return codes;
    return currencies.filter((currency) => holdsOn(currency, localDate(timestamp))).map(({ code }) => code);
  }
}

/**
 * Checks totals and line amounts if receipts must be in whole units of the currency. Fractional amounts are valid if
 * cash rounding removes the fraction.
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

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  currency: ({ currencies }) => {
    const codes = currencies.map(({ code }) => code).join(' or ');
    return currencies.length === 1
      ? `currency is ${codes}.`
      : `currency is ${codes}, depending on the date of the sale; corrections may use either.`;
  },
  'currency-unit': 'The total and its parts are in whole units of the currency.',
};
