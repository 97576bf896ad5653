import { append, remove, set, at, chosen, mutation, type Mutation } from '../mutation.js';
import { totalMismatch } from './totals.js';

export const mutations: readonly Mutation[] = [
  mutation(
    'a missing tax summary entry',
    'summary_missing',
    (document, pick) => {
      const { tax, totals } = document;
      const { taxAmount } = chosen(tax.summary, pick);
      const short = taxAmount !== 0 && !tax.pricesIncludeTax;
      return [
        [remove(`tax.summary[${at(tax.summary, pick)}]`), set('totals.tax', totals.tax - taxAmount)],
        ['tax.summary summary_missing', ...(short ? totalMismatch(document) : [])],
      ];
    },
    { rule: 'summary-missing' },
  ),
  mutation(
    'a tax summary entry that no line uses',
    'summary_unused',
    ({ tax }) => {
      const rate = [98.76, 87.65].find((one) => !tax.summary.some((entry) => entry.rate === one));
      return [
        [append('tax.summary', { rate, category: 'S', taxableAmount: 0, taxAmount: 0 })],
        [`tax.summary[${tax.summary.length}] summary_unused`],
      ];
    },
    { rule: 'summary-unused' },
  ),
  mutation(
    'a second tax summary entry for the same pair',
    'summary_duplicate',
    ({ tax }, pick) => [
      [append('tax.summary', { ...chosen(tax.summary, pick), taxableAmount: 0, taxAmount: 0 })],
      [`tax.summary[${tax.summary.length}] summary_duplicate`],
    ],
    { rule: 'summary-duplicate' },
  ),
];
