/**
 * Writes rate tables in the short form that src/law/rate-rows.ts reads: the packs' tables, and the member states'
 * tables for every pack.
 */
import { MEMBER_STATES } from '../../src/geography/member-states.js';
import { PRODUCT_TAX_CLASSES } from '../../src/law/product-tax-classes.js';
import { lastDay } from '../../src/law/rate-rows.js';
import type { RateRow } from '../../src/law/types.js';
import { readRates } from './read-law.js';

/** src/law/union-rates.generated.ts */
export function unionRates(): string {
  return [
    '// Generated from packs/*/rates.json, which contain the sources, by `npm run generate`. Do not edit.',
    '',
    '/** The rates of each member state, in the form of rate-rows.ts. */',
    'export const UNION_RATES: Readonly<Record<string, string>> = {',
    ...MEMBER_STATES.split(' ').map((state) => `  ${state}: '${ratesOf(state)}',`),
    '};',
    '',
  ].join('\n');
}

/**
 * The rates for sales from other countries: without rates for tax regimes, and with the rates of every part of the
 * country, because such a sale may go to any part.
 */
function ratesOf(state: string): string {
  const rates = readRates(`packs/${state.toLowerCase()}-receipt-1/rates.json`) as readonly RateRow[];
  const rows = rates.filter(({ regime }) => regime === undefined);
  return shortRows(rows.map((row) => ({ ...row, part: undefined, citation: '' })));
}

/** The rows in short form, which refers to `citations` by index. */
export function shortRows(rows: readonly RateRow[], citations: readonly string[] = ['']): string {
  let heading = ':';
  let [cited] = citations;
  return rows
    .flatMap((row) => {
      const tokens: string[] = [];
      if (headingOf(row) !== heading) tokens.push((heading = headingOf(row)));
      const source = row.citation === cited ? '' : `#${citations.indexOf((cited = row.citation))}`;
      return [...tokens, shortRow(row) + source];
    })
    .join(' ');
}

function headingOf({ productTaxClass, regime, part }: RateRow): string {
  const index = (PRODUCT_TAX_CLASSES as readonly (string | undefined)[]).indexOf(productTaxClass);
  if (productTaxClass !== undefined && index < 0)
    throw new Error(
      `the class ${productTaxClass} is not in src/law/product-tax-classes.ts: add it there, or use one that is`,
    );
  return [
    index < 0 ? '' : index.toString(36),
    regime === undefined ? '' : `~${regime}`,
    part === undefined ? '' : `@${part.join(',')}`,
    ':',
  ].join('');
}

function shortRow({ rate, from = '', until = '', enforce }: RateRow): string {
  const days = [from.replace(/(?:-01)?-01$/, ''), shortEnd(until)];
  while (days.at(-1) === '') days.pop();
  return [rate, ...days.map((day) => day.replace(/^\d\d/, ''))].join('/') + (enforce ? '' : '?');
}

/** Shortens the last day of a year to the year, and the last day of a month to the month. */
function shortEnd(day: string): string {
  return [day.slice(0, 4), day.slice(0, 7)].find((short) => short !== '' && lastDay(short) === day) ?? day;
}
