import { isTable } from '../../law/rates-on.js';
import { taxIn } from '../../law/schemes.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { dayOf, isInOne } from './line-rates.js';
import { nationalTables } from './national-rates.js';

/** Warns about an unknown rate before the date from which the table is complete: the rate may be valid. */
export function unknownRates(law: ReceiptLaw): Rule[] {
  const { ratesSince: since, rates, tax } = law;
  if (since === undefined || !isTable(rates)) return [];
  const { tables, reads } = nationalTables(law, rates);
  return [
    {
      id: 'national-rate-unknown',
      severity: 'warning',
      codes: ['rate_unknown'],
      source: sourcesOf(rates),
      reads: ['type', 'timestamp', 'tax.scheme', ...reads, 'items[].taxRate'],
      each: 'items',
      schemes: [tax.scheme],
      check: (run) => {
        const date = dayOf(run);
        if (date === undefined || date >= since) return;
        const known = tables(run)!;
        const { items } = run.transaction;
        for (let i = 0; i < items.length; i++) {
          if (run.skips(i)) continue;
          const { taxRate } = items[i]!;
          if (isInOne(known, taxRate)) continue;
          const message = (): string =>
            `items[${i}].taxRate is ${taxRate} on ${date}, which is not checked: not all rates of ${taxIn(law)} before ${since} are known.`;
          run.report('items[].taxRate', 'rate_unknown', message, { index: i, found: taxRate, expected: undefined });
        }
      },
    },
  ];
}
