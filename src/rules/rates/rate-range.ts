import { isTable } from '../../law/rates-on.js';
import { taxIn } from '../../law/schemes.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';

/** Checks the rates of a country without a table: an error outside the range, a warning for unusual rates. */
export function rateRange(law: ReceiptLaw): Rule[] {
  const { tax, rates: range } = law;
  if (isTable(range)) return [];
  const { min, max, usual, citation } = range;
  const shared = {
    source: citation,
    reads: ['tax.scheme', 'items[].taxRate'],
    each: 'items',
    schemes: [tax.scheme],
  } as const;
  return [
    {
      ...shared,
      id: 'national-rate',
      severity: 'error',
      codes: ['invalid_rate'],
      check: (run) =>
        eachRate(run, (taxRate, i) => {
          if (taxRate >= min && taxRate <= max) return;
          const message = (): string =>
            `items[${i}].taxRate is ${taxRate}, but a rate of ${taxIn(law)} must be from ${min} to ${max} percent.`;
          run.report('items[].taxRate', 'invalid_rate', message, { index: i, found: taxRate, expected: undefined });
        }),
    },
    {
      ...shared,
      id: 'national-rate-usual',
      severity: 'warning',
      codes: ['rate_unusual'],
      check: (run) =>
        eachRate(run, (taxRate, i) => {
          if (taxRate <= 0 || taxRate > max || (taxRate >= usual[0] && taxRate <= usual[1])) return;
          const why =
            taxRate < usual[0]
              ? 'which looks like a fraction. Send percent, such as 8.25.'
              : `but rates of ${tax.name} above ${usual[1]} percent are rare. Check the rate.`;
          const message = (): string => `items[${i}].taxRate is ${taxRate}, ${why}`;
          run.report('items[].taxRate', 'rate_unusual', message, { index: i, found: taxRate, expected: undefined });
        }),
    },
  ];
}

function eachRate(run: RuleContext, judge: (taxRate: number, i: number) => void): void {
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) if (!run.skips(i)) judge(items[i]!.taxRate, i);
}
