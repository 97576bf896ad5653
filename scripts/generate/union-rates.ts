/**
 * Writes src/law/union-rates.generated.ts: the rates of the member states, in a form compact enough for every pack.
 */
import type { RateRow } from '../../src/law/types.js';
import { MEMBER_STATES } from '../../src/geography/member-states.js';
import { lastDay } from '../../src/law/union-rows.js';
import { readRates } from './read-law.js';

export function unionRates(): string {
  return [
    '// Generated from packs/*/rates.json, which hold the sources, by `npm run generate`. Do not edit.',
    '',
    '/** The rates of each member state: rows of `rate/from/until`, with `?` where they are not enforced, behind `class:` those of a class, behind `:` those of none. A year or a month is its first day in `from`, its last in `until`. Years have two digits; from 70 on they are of the last century. */',
    'export const UNION_RATES: Readonly<Record<string, string>> = {',
    ...MEMBER_STATES.split(' ').map((state) => `  ${state}: '${rowsOf(state)}',`),
    '};',
    '',
  ].join('\n');
}

function rowsOf(state: string): string {
  const rates = readRates(`packs/${state.toLowerCase()}-receipt-1/rates.json`) as readonly RateRow[];
  let ofClass = '';
  // A sale from another country is never under a regime of this one.
  return rates
    .filter(({ regime }) => regime === undefined)
    .flatMap(({ rate, from = '', until = '', productTaxClass = '', enforce }) => {
      if (/[/ ?:]/.test(productTaxClass))
        throw new Error(`${state}: the class ${productTaxClass} cannot be written here`);
      const days = [from.replace(/(?:-01)?-01$/, ''), shortEnd(until)];
      while (days.at(-1) === '') days.pop();
      const row = [rate, ...days.map((day) => day.replace(/^\d\d/, ''))].join('/');
      const heading = productTaxClass === ofClass ? [] : [`${productTaxClass}:`];
      ofClass = productTaxClass;
      return [...heading, row + (enforce ? '' : '?')];
    })
    .join(' ');
}

/** Shortens the last day of a year to the year, and of a month to the month. */
function shortEnd(day: string): string {
  return [day.slice(0, 4), day.slice(0, 7)].find((short) => short !== '' && lastDay(short) === day) ?? day;
}
