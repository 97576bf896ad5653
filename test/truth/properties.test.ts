/** Properties of the rules on rate dates, under every law that has a rate table. */
import fc from 'fast-check';
import { createRegistry, lawChanges, type Business, type RateRow, type RateWindows } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../support/document-of';
import { DRAWS, SEED } from '../support/numbers';

const registry = createRegistry(packs);
const RATE_CODES = ['rate_not_in_window', 'invalid_rate', 'rate_unknown', 'rate_of_territory', 'rate_of_regime'];

const tables = packs.flatMap(({ country, law }) =>
  Array.isArray(law.rates) ? [{ country, law, rows: law.rates as readonly RateRow[] }] : [],
);

/** The day `by` days after a day, or before it if `by` is negative. */
const beside = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** Days on which a row begins or ends, the days next to them, and arbitrary days. */
function daysFor(rows: readonly RateRow[]): fc.Arbitrary<string> {
  const ends = [...new Set(rows.flatMap(({ from, until }) => [from ?? [], until ?? []].flat()))];
  const around = fc
    .tuple(fc.constantFrom(...ends, '2026-11-21'), fc.constantFrom(-1, 0, 1))
    .map(([day, by]) => beside(day, by));
  const any = fc.date({ min: new Date('2005-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  return fc.oneof(
    around,
    any.map((date) => date.toISOString().slice(0, 10)),
  );
}

const classesOf = (rows: readonly RateRow[]) => [
  undefined,
  ...new Set(rows.flatMap((row) => row.productTaxClass ?? [])),
];

describe.each(tables)('the dated rates of $country', ({ country, law, rows }) => {
  const rates = [...new Set(rows.map(({ rate }) => rate)), 0, 3.33];
  const linesFor = fc.array(
    fc.record({ rate: fc.constantFrom(...rates), name: fc.constantFrom(...classesOf(rows), 'unheard_of') }),
    { minLength: 1, maxLength: 5 },
  );
  const places = [undefined, ...(law.territories ?? []).map(({ code }) => code)];
  const regimes = [undefined, ...[...new Set(rows.flatMap(({ regime }) => regime ?? []))].map((one) => [one])];
  const business = fc.record({ territory: fc.constantFrom(...places), regimes: fc.constantFrom(...regimes) });

  const judged = (
    day: string,
    lines: readonly { rate: number; name: string | undefined }[],
    rateWindows: RateWindows,
    more: Partial<Business>,
  ) =>
    registry.validate(
      documentOf(law, { date: day, lines: lines.map(({ rate }, i) => ({ unitPrice: 1000 + i, rate })) }),
      { country, ...more },
      { rateWindows, productTaxClass: ({ unitPrice }) => lines[unitPrice - 1000]?.name },
    );

  it('cause warnings on exactly the lines that rateWindows `enforce` refuses or warns about', () => {
    const found = (issues: readonly { code: string; field: string }[]) =>
      issues.filter(({ code }) => code === 'rate_not_in_window').map(({ field }) => field);
    let outside = 0;
    fc.assert(
      fc.property(daysFor(rows), linesFor, business, (day, lines, more) => {
        const warned = judged(day, lines, 'warn', more);
        const enforced = judged(day, lines, 'enforce', more);
        outside += found(warned.warnings).length;
        expect(found(warned.issues)).toEqual([]);
        expect(found(warned.warnings).sort()).toEqual([...found(enforced.issues), ...found(enforced.warnings)].sort());
      }),
      { seed: SEED, numRuns: DRAWS / 2 },
    );
    if (rows.some(({ until }) => until !== undefined)) expect(outside).toBeGreaterThan(0);
  });

  it('lead to the same verdict on two days if no rate changes between them', () => {
    let compared = 0;
    fc.assert(
      fc.property(daysFor(rows), fc.integer({ min: 1, max: 400 }), linesFor, business, (day, by, lines, more) => {
        const later = beside(day, by);
        if (lawChanges(packs, day, later, [country]).some(({ part }) => part === 'rates')) return;
        compared++;
        const verdict = (date: string) => {
          const { issues, warnings } = judged(date, lines, 'enforce', more);
          return [issues, warnings].map((all) =>
            all.filter(({ code }) => RATE_CODES.includes(code)).map(({ code, field }) => `${code}@${field}`),
          );
        };
        expect(verdict(later)).toEqual(verdict(day));
      }),
      { seed: SEED, numRuns: DRAWS / 2 },
    );
    expect(compared).toBeGreaterThan(DRAWS / 20);
  });
});
