import { isTable } from '../../law/rates-on.js';
import type { RateWindow } from '../../law/rate-window.js';
import type { RateRow, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { DESTINATION_READS, destinationTable } from './national-rates.js';

/** A rate that holds in a part of the country alone is charged there, and where the list is closed no other is. */
export function rateTerritories(law: ReceiptLaw): Rule[] {
  const { territories = [] } = law;
  if (territories.length === 0) return [];
  const parts = limited(law, ({ part }) => part);
  return [
    {
      ...shared(law),
      id: 'rate-territory',
      codes: ['rate_of_territory'],
      summary: `Rates of a territory are charged there, and where its list is closed no other is.`,
      source: sourcesOf(territories),
      check: (run) => {
        const { territory } = run.business;
        const here = territories.find(({ code }) => code === territory);
        eachAtHome(run, law, (rate, i) => {
          const of = parts.get(rate);
          if (here?.rates !== undefined) {
            if (here.rates.includes(rate)) return;
          } else if (of === undefined || (territory !== undefined && of.includes(territory))) return;
          const message = (): string =>
            here?.rates === undefined
              ? `items[${i}].taxRate is ${rate}, which holds in ${of!.join(' and ')} alone.`
              : `items[${i}].taxRate is ${rate}, but rates in ${here.code} (${here.name}) are ${[...here.rates, 0].join(', ')}.`;
          const expected = here?.rates && [...here.rates, 0];
          run.report('items[].taxRate', 'rate_of_territory', message, { index: i, found: rate, expected });
        });
      },
    },
  ];
}

/** A rate of a regime is charged by businesses under it; where nobody says which regimes these are, in silence. */
export function rateRegimes(law: ReceiptLaw): Rule[] {
  const regimes = limited(law, ({ regime }) => (regime === undefined ? undefined : [regime]));
  if (regimes.size === 0) return [];
  const rows = (law.rates as readonly RateRow[]).filter(({ regime }) => regime !== undefined);
  return [
    {
      ...shared(law),
      id: 'rate-regime',
      codes: ['rate_of_regime'],
      summary: 'A rate of a regime is charged by businesses under this regime, where these say theirs.',
      source: sourcesOf(rows),
      check: (run) => {
        const own = run.business.regimes;
        if (own === undefined) return;
        eachAtHome(run, law, (rate, i) => {
          const of = regimes.get(rate);
          if (of === undefined || of.some((one) => own.includes(one))) return;
          const message = (): string =>
            `items[${i}].taxRate is ${rate}, which is a rate of the regime ${of.join(', ')}. The business is under ${own.join(', ') || 'none'}.`;
          run.report('items[].taxRate', 'rate_of_regime', message, { index: i, found: rate, expected: undefined });
        });
      },
    },
  ];
}

function shared({ tax, distanceSales }: ReceiptLaw) {
  return {
    severity: 'warning',
    reads: ['tax.scheme', ...(distanceSales === 'union' ? DESTINATION_READS : []), 'items[].taxRate'],
    each: 'items',
    schemes: [tax.scheme],
  } as const;
}

/** The rates all of whose rows are limited, with what they are limited to. */
function limited(
  { rates }: ReceiptLaw,
  limits: (row: RateWindow) => readonly string[] | undefined,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  if (!isTable(rates)) return found;
  for (const { rate } of rates) {
    const all = rates.filter((row) => row.rate === rate).map(limits);
    if (!all.includes(undefined)) found.set(rate, [...new Set(all.flatMap((some) => some ?? []))]);
  }
  return found;
}

/** The lines with a rate above 0 that a destination in another member state does not have. */
function eachAtHome(run: RuleContext, law: ReceiptLaw, judge: (rate: number, i: number) => void): void {
  const { items } = run.transaction;
  const abroad = destinationTable(run, law)?.rates;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (taxRate > 0 && abroad?.includes(taxRate) !== true) judge(taxRate, i);
  }
}
