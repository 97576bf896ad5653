/**
 * Writes src/tax/union-rates.generated.ts: the rates of the member states, in a form that is small enough for every
 * pack.
 */
import type { RateRow } from '../../src/law/types.js';
import { MEMBER_STATES } from '../../src/tax/member-states.js';
import { readRates } from './read-law.js';

export function unionRates(): string {
  return [
    '// Generated from packs/*/rates.json, which hold the sources, by `npm run generate`. Do not edit.',
    '',
    '/** The rates of each member state: rows of `rate/from/until/class`, with `?` where they are not enforced. A year is its first day in `from`, its last in `until`. */',
    'export const UNION_RATES: Readonly<Record<string, string>> = {',
    ...MEMBER_STATES.split(' ').map((state) => `  ${state}: '${rowsOf(state)}',`),
    '};',
    '',
  ].join('\n');
}

function rowsOf(state: string): string {
  const rates = readRates(`packs/${state.toLowerCase()}-receipt-1/rates.json`) as readonly RateRow[];
  return rates
    .map(({ rate, from = '', until = '', productTaxClass = '', enforce }) => {
      if (/[/ ?]/.test(productTaxClass))
        throw new Error(`${state}: the class ${productTaxClass} cannot be written here`);
      const parts = [rate, from.replace(/-01-01$/, ''), until.replace(/-12-31$/, ''), productTaxClass];
      while (parts.at(-1) === '') parts.pop();
      return parts.join('/') + (enforce ? '' : '?');
    })
    .join(' ');
}
