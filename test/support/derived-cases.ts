/**
 * The cases that the rows of a law need, derived from the rows: so no row is without proof. What is expected is worked out
 * here, and in rate-days.ts, by code that src does not share.
 */
import type { CashRounding, RateRow, ReceiptLaw } from 'receipt-rule-packs';
import type { CaseLine } from './case-lines';
import { DAY, rowOn } from './document-of';
import { holds, moved, verdictOf } from './rate-days';

export function derivedCases(law: ReceiptLaw): CaseLine[] {
  return named([...windowCases(law), ...law.cashRounding.flatMap((row) => roundingCases(law, row))]);
}

const EXPECTED = {
  inside: {},
  outside: { issues: ['items[0].taxRate'] },
  warned: { warnings: ['items[0].taxRate'] },
};

/** The day before, the first, the last and the day after of each row of the rate table; of a row that always holds, any day. */
function windowCases({ rates }: ReceiptLaw): CaseLine[] {
  if (!Array.isArray(rates)) return [];
  const table = rates as readonly RateRow[];
  return table.flatMap(({ rate, productTaxClass, ...row }) =>
    daysOf(row).map((date): CaseLine => ({
      code: 'rate_not_in_window',
      name: `${rate} %${productTaxClass === undefined ? '' : ` for ${productTaxClass}`} on ${date}`,
      options: {
        rateWindows: 'enforce',
        ...(productTaxClass !== undefined && { productTaxClass: { 0: productTaxClass } }),
      },
      parts: { date, lines: [{ unitPrice: 9000, rate }] },
      ...EXPECTED[verdictOf([table], rate, date, productTaxClass)],
    })),
  );
}

interface Days {
  readonly from?: string;
  readonly until?: string;
}

/** The day before, the first, the last and the day after, as far as a row has them. */
const aroundEnds = ({ from, until }: Days): string[] => [
  ...(from === undefined ? [] : [moved(from, -1), from]),
  ...(until === undefined ? [] : [until, moved(until, 1)]),
];

function daysOf(row: Days): string[] {
  const days = aroundEnds(row);
  return days.length > 0 ? days : [DAY];
}

/** Each name once: where a row ends as another begins, both have the two days. */
const named = (cases: readonly CaseLine[]): CaseLine[] => [...new Map(cases.map((one) => [one.name, one])).values()];

/** Cash around the increment, around half of it and around the greatest rounding; and not rounded, on the days around the row. */
function roundingCases(law: ReceiptLaw, row: CashRounding): CaseLine[] {
  const { increment, maxRounding = Math.floor(increment / 2) } = row;
  const half = Math.floor(increment / 2);
  const day = holds(row, DAY) ? DAY : (row.until ?? row.from!);
  const above = [
    ...new Set([0, 1, half - 1, half, half + 1, increment - 1].filter((some) => some >= 0 && some < increment)),
  ];
  const cash = (date: string, over: number, rounding: number) => cashCase(law, date, 100 * increment + over, rounding);
  return [
    ...aroundEnds(row).flatMap((date) => [0, 1].map((rounding) => cash(date, 1 % increment, rounding))),
    ...above.flatMap((over) =>
      [0, -over, 1 - over, increment - over, increment - over - 1].map((rounding) => cash(day, over, rounding || 0)),
    ),
    ...[maxRounding, maxRounding + 1, -maxRounding, -maxRounding - 1].map((rounding) => cash(day, 0, rounding)),
  ];
}

function cashCase(law: ReceiptLaw, date: string, exact: number, rounding: number): CaseLine {
  const row = rowOn(law, date);
  const warnings = row === undefined ? [] : warningsOf(row, exact, rounding);
  const invalid = row !== undefined && isInvalid(row, exact, rounding);
  const [warning = 'invalid_rounding'] = warnings;
  const code = invalid ? 'invalid_rounding' : warning;
  const field = 'totals.rounding';
  return {
    code,
    name: `${exact} in cash, rounded by ${rounding}${date === DAY ? '' : `, on ${date}`}`,
    parts: { date, tender: 'cash', rounding, lines: [{ unitPrice: exact, rate: 0 }] },
    ...(invalid && { issues: [field] }),
    ...(warnings.length > 0 && { warnings: warnings.map((one) => (one === code ? field : `${field} ${one}`)) }),
  };
}

/** Whether cash may not be rounded so. The totals here are not small. */
function isInvalid({ increment, cash, maxRounding = increment / 2 }: CashRounding, exact: number, rounding: number) {
  if (rounding === 0) return cash === 'required' && exact % increment !== 0;
  return Math.abs(rounding) > maxRounding || (exact + rounding) % increment !== 0;
}

function warningsOf(
  { increment, cash, halfway, maxRounding }: CashRounding,
  exact: number,
  rounding: number,
): string[] {
  const twice = 2 * Math.abs(rounding);
  if (cash === 'unusual') return rounding === 0 ? [] : ['rounding_unusual'];
  if (maxRounding !== undefined && twice > increment) return ['rounding_not_nearest'];
  const isTie = 2 * (exact % increment) === increment;
  return isTie && halfway === 'away_from_zero' && 2 * rounding === -increment ? ['rounding_tie_down'] : [];
}
