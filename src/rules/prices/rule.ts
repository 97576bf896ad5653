import { countryIn } from '../../law/schemes.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

const SOURCE = 'Service interface, tax: pricesIncludeTax';

/** Warns if prices include tax although receipts in the country usually exclude it, or the reverse. */
export function pricesIncludeTax({ tax, name }: ReceiptLaw): Rule[] {
  const including = tax.pricesIncludeTax;
  const usual = including ? 'including' : 'excluding';
  return [
    {
      id: 'prices-include-tax',
      severity: 'warning',
      codes: [including ? 'prices_exclude_tax' : 'prices_include_tax'],
      source: SOURCE,
      reads: ['tax.pricesIncludeTax'],
      check: (run) => {
        const stated = run.transaction.tax.pricesIncludeTax;
        if (stated === including) return;
        const message = (): string =>
          `tax.pricesIncludeTax is ${stated}, but receipts in ${countryIn(name)} normally show prices ${usual} ${tax.name.replace(/\.$/, '')}.`;
        run.report('tax.pricesIncludeTax', including ? 'prices_exclude_tax' : 'prices_include_tax', message, {
          found: stated,
          expected: including,
        });
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'prices-include-tax': ({ tax }) => `tax.pricesIncludeTax is ${tax.pricesIncludeTax}.`,
};
