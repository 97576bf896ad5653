import type { Rule } from '../pack/types.js';
import { quoted } from '../show.js';

/**
 * The document is in the pack's currency.
 *
 * @param currency ISO 4217 code
 */
export function documentCurrency(currency: string, source: string): Rule {
  return {
    id: 'currency',
    severity: 'error',
    codes: ['currency_not_allowed'],
    summary: `currency is ${currency}.`,
    source,
    reads: ['currency'],
    check: (run) => {
      const stated = run.transaction.currency;
      if (stated !== currency)
        run.report('currency', 'currency_not_allowed', `currency is ${quoted(stated)}, but must be ${currency}`);
    },
  };
}
