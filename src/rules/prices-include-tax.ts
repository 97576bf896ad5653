import type { Rule } from '../pack/types.js';

/** Receipts to consumers show prices with tax. */
export function pricesIncludeTax(source: string): Rule {
  return {
    id: 'prices-include-tax',
    severity: 'warning',
    codes: ['prices_exclude_tax'],
    summary: 'tax.pricesIncludeTax is true.',
    source,
    reads: ['tax.pricesIncludeTax'],
    check: (run) => {
      if (run.transaction.tax.pricesIncludeTax) return;
      const message = 'tax.pricesIncludeTax is false, but receipts here normally show prices with tax';
      run.report('tax.pricesIncludeTax', 'prices_exclude_tax', message);
    },
  };
}
