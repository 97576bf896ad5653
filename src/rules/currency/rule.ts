import type { ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { quoted } from '../../text/show.js';
import { hasDays, holdsOn, localDate } from '../../calendar/dates.js';

/**
 * Checks that the document is in a currency of the country on its date. A correction may use any current or former
 * currency of the country.
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
