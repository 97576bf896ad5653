import { isTable } from '../../law/rates-on.js';
import type { RateWindow } from '../../law/rate-window.js';
import type { RateRow, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { DESTINATION_READS, destinationTable } from './national-rates.js';

/** Checks that a rate for a part of the country is charged only there. */
export function partRates(law: ReceiptLaw): Rule[] {
  const parts = limited(law, ({ part }) => part);
  if (parts.size === 0) return [];
  const { territories = [] } = law;
  return [
    {
      ...shared(law),
      id: 'rate-territory',
      codes: ['rate_of_territory'],
      source: sourcesOf(territories),
      check: (run) => {
        const { territory } = run.business;
        // Another rule checks territories with a complete list of rates.
        if (territories.some(({ code, rates }) => code === territory && rates !== undefined)) return;
        eachAtHome(run, law, (rate, i) => {
          const of = parts.get(rate);
          if (of === undefined || (territory !== undefined && of.includes(territory))) return;
          const message = (): string => `items[${i}].taxRate is ${rate}, which applies only in ${of.join(' and ')}.`;
          run.report('items[].taxRate', 'rate_of_territory', message, { index: i, found: rate, expected: undefined });
        });
      },
    },
  ];
}

/** Checks that a territory with a complete list of rates charges only these rates. */
export function closedTerritories(law: ReceiptLaw): Rule[] {
  const closed = (law.territories ?? []).filter(({ rates }) => rates !== undefined);
  if (closed.length === 0) return [];
  return [
    {
      ...shared(law),
      id: 'territory-rates',
      codes: ['rate_of_territory'],
      source: sourcesOf(closed),
      check: (run) => {
        const here = closed.find(({ code }) => code === run.business.territory);
        if (here === undefined) return;
        const expected = [...here.rates!, 0];
        eachAtHome(run, law, (rate, i) => {
          if (expected.includes(rate)) return;
          const message = (): string => `items[${i}].taxRate is ${rate}, but ${here.name} has ${expected.join(', ')}.`;
          run.report('items[].taxRate', 'rate_of_territory', message, { index: i, found: rate, expected });
        });
      },
    },
  ];
}

/**
 * Checks that only businesses under a regime charge its rates. Does not check a business that does not state its
 * regimes.
 */
export function rateRegimes(law: ReceiptLaw): Rule[] {
  const regimes = limited(law, ({ regime }) => (regime === undefined ? undefined : [regime]));
  if (regimes.size === 0) return [];
  const rows = (law.rates as readonly RateRow[]).filter(({ regime }) => regime !== undefined);
  return [
    {
      ...shared(law),
      id: 'rate-regime',
      codes: ['rate_of_regime'],
      source: sourcesOf(rows),
      check: (run) => {
        const own = run.business.regimes;
        if (own === undefined) return;
        eachAtHome(run, law, (rate, i) => {
          const of = regimes.get(rate);
          if (of === undefined || of.some((one) => own.includes(one))) return;
          const message = (): string =>
            `items[${i}].taxRate is ${rate}, which applies only under the regime ${of.join(', ')}. The business is under ${own.join(', ') || 'none'}.`;
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

/** The rates that have a limit in every row, each with its limits. */
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

/**
 * Calls `judge` for each line with a rate above 0, except lines at a rate of the member state to which the goods are
 * sent.
 */
function eachAtHome(run: RuleContext, law: ReceiptLaw, judge: (rate: number, i: number) => void): void {
  const { items } = run.transaction;
  const abroad = destinationTable(run, law)?.rates;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate } = items[i]!;
    if (taxRate > 0 && abroad?.includes(taxRate) !== true) judge(taxRate, i);
  }
}
