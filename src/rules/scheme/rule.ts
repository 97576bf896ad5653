import { schemesOf } from '../../law/schemes.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

/** Checks that tax.scheme is valid under the pack. */
export function allowedScheme(law: ReceiptLaw): Rule[] {
  const schemes = schemesOf(law);
  return [
    {
      id: 'tax-scheme',
      severity: 'error',
      codes: ['tax.scheme/scheme_not_allowed'],
      source: `Service interface, rule pack of ${law.country}`,
      reads: ['tax.scheme'],
      check: (run) => {
        const { scheme } = run.transaction.tax;
        if (schemes.includes(scheme)) return;
        const message = (): string =>
          `tax.scheme is ${scheme}, which is not valid in ${law.country}. Valid schemes: ${schemes.join(', ')}.`;
        const expected = schemes.length === 1 ? schemes[0] : schemes;
        run.report('tax.scheme', 'tax.scheme/scheme_not_allowed', message, { found: scheme, expected });
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'tax-scheme': (law) => `tax.scheme is ${schemesOf(law).join(' or ')}.`,
};
