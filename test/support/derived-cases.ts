/**
 * Derives cases from a law's rows, so that every row is tested. Computes the expected issues here and in rate-days.ts,
 * without code from src.
 */
import type { CashLimit, CashRounding, Obligation, RateRow, ReceiptLaw, StateRounding } from 'receipt-rule-packs';
import type { CaseLine } from './case-lines';
import { DAY, documentOf, rowOn } from './document-of';
import { outsiderOf } from './outsider';
import { holds, moved, staleDayOf, verdictOf } from './rate-days';

export function derivedCases(law: ReceiptLaw): CaseLine[] {
  return named([
    ...windowCases(law),
    ...law.cashRounding.flatMap((row) => roundingCases(law, row)),
    ...(law.stateRounding ?? []).flatMap((row) => stateCases(law, row)),
    ...(law.obligations ?? []).filter(({ level }) => level === 'warning').flatMap((row) => obligationCases(law, row)),
    ...(law.cashLimits ?? []).filter(({ level }) => level === 'warning').flatMap((row) => limitCases(law, row)),
    ...ageCases(law),
  ]);
}

const EXPECTED = {
  inside: {},
  outside: { issues: ['items[0].taxRate'] },
  warned: { warnings: ['items[0].taxRate'] },
};

/**
 * For each row in the rate table: its first and last days, and the days before and after; for a row without dates, any
 * day.
 */
function windowCases(law: ReceiptLaw): CaseLine[] {
  const { rates } = law;
  if (!Array.isArray(rates)) return [];
  const table = rates as readonly RateRow[];
  const told = (word: string, what: string | undefined) => (what === undefined ? '' : ` ${word} ${what}`);
  return table.flatMap(({ rate, productTaxClass, part: [territory] = [], regime, ...row }) =>
    daysOf(row).map((date): CaseLine => ({
      code: 'rate_not_in_window',
      name: `${rate} %${told('for', productTaxClass)}${told('in', territory)}${told('under', regime)} on ${date}`,
      options: {
        rateWindows: 'enforce',
        ...(productTaxClass !== undefined && { productTaxClass: { 0: productTaxClass } }),
      },
      // A territory's rate is charged only in that territory, and a regime's rate only under that regime.
      ...((territory !== undefined || regime !== undefined) && {
        business: {
          ...outsiderOf(law),
          ...(territory !== undefined && { territory }),
          ...(regime !== undefined && { regimes: [regime] }),
        },
      }),
      parts: { date, lines: [{ unitPrice: 9000, rate }] },
      ...EXPECTED[verdictOf([table], rate, date, productTaxClass)],
    })),
  );
}

interface Days {
  readonly from?: string;
  readonly until?: string;
}

/** A row's first and last days, and the days before and after, as far as the row has dates. */
const aroundEnds = ({ from, until }: Days): string[] => [
  ...(from === undefined ? [] : [moved(from, -1), from]),
  ...(until === undefined ? [] : [until, moved(until, 1)]),
];

function daysOf(row: Days): string[] {
  const days = aroundEnds(row);
  return days.length > 0 ? days : [DAY];
}

/**
 * Removes duplicates: if one row ends when another begins, both produce cases for those two days.
 *
 * @throws Error if two different cases have the same name, because one of them would be lost
 */
export function named(cases: readonly CaseLine[]): CaseLine[] {
  const byName = new Map<string, CaseLine>();
  for (const one of cases) {
    const other = byName.get(one.name) ?? one;
    if (JSON.stringify(other) !== JSON.stringify(one))
      throw new Error(
        `test/support/derived-cases.ts derives two different cases named ${one.name}: ${JSON.stringify(
          other,
        )} and ${JSON.stringify(one)}`,
      );
    byName.set(one.name, one);
  }
  return [...byName.values()];
}

/**
 * Cash totals around the increment, half the increment and the maximum rounding, and unrounded totals on the days
 * around the row.
 */
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

/** Whether this cash rounding is forbidden; the totals in these cases are not small. */
function isInvalid(
  { increment, cash, unlessAgreed, maxRounding = increment / 2 }: CashRounding,
  exact: number,
  rounding: number,
) {
  if (rounding === 0) return cash === 'required' && unlessAgreed !== true && exact % increment !== 0;
  return Math.abs(rounding) > maxRounding || (exact + rounding) % increment !== 0;
}

function warningsOf(
  { increment, cash, halfway, maxRounding, unlessAgreed }: CashRounding,
  exact: number,
  rounding: number,
): string[] {
  const twice = 2 * Math.abs(rounding);
  if (rounding === 0 && unlessAgreed === true && exact % increment !== 0) return ['rounding_not_applied'];
  if (cash === 'unusual') return rounding === 0 ? [] : ['rounding_unusual'];
  if (maxRounding !== undefined && twice > increment) return ['rounding_not_nearest'];
  const isTie = 2 * (exact % increment) === increment;
  return isTie && halfway === 'away_from_zero' && 2 * rounding === -increment ? ['rounding_tie_down'] : [];
}

/** In a state, cash totals between two multiples of the increment, rounded either way, around the law's first day. */
function stateCases(law: ReceiptLaw, { code: state, from, level, maxUp, maxDown }: StateRounding): CaseLine[] {
  const [row] = law.cashRounding;
  if (level !== 'rule' || from === undefined || row === undefined) return [];
  const { increment } = row;
  return aroundEnds({ from }).flatMap((date) =>
    Array.from({ length: increment - 1 }, (_, i) => i + 1).flatMap((over) =>
      [0, -over, increment - over].map((rounding): CaseLine => {
        const national = cashCase(law, date, 100 * increment + over, rounding);
        const { issues: _issues, warnings: _warnings, ...rest } = national;
        const business = { ...outsiderOf(law), territory: `${law.country}-${state}` };
        const name = `${state}: ${national.name}`;
        if (date < from) return { ...national, name, business };
        const isBeyond = rounding > maxUp || rounding < -maxDown;
        return { ...rest, code: 'invalid_rounding', name, business, ...(isBeyond && { issues: ['totals.rounding'] }) };
      }),
    ),
  );
}

const TENDERS = ['cash', 'card', 'mobile', 'transfer', 'other'] as const;

/** A sale to which only one obligation applies: on the days around the row, with every tender, and on two channels. */
function obligationCases(law: ReceiptLaw, row: Obligation): CaseLine[] {
  const { id, from, until, tenders: [usual = 'card'] = [], when } = row;
  const day = holds(row, DAY) ? DAY : (until ?? from!);
  const here = { date: day, tender: usual };
  const present = when === undefined ? {} : { customer: { [when.present.replace('customer.', '')]: 'X' } };
  return [
    ...aroundEnds(row).map((date) => ({ date, tender: usual })),
    ...TENDERS.map((tender) => ({ date: day, tender })),
    ...['pos', 'ecommerce'].map((channel) => ({ ...here, channel })),
  ].flatMap((parts) => {
    const sale = obligedCase(law, row, { ...parts, ...present }, `${id}: ${Object.values(parts).join(', ')}`);
    if (when !== undefined) return [sale, obligedCase(law, row, parts, `${sale.name}, without ${when.present}`)];
    const empty = Object.fromEntries(law.extensions.map(({ namespace }) => [namespace, {}]));
    return [sale, { ...sale, name: `${sale.name}, no fields`, change: [{ set: 'extensions', value: empty }] }];
  });
}

interface Sale {
  readonly date: string;
  readonly tender: (typeof TENDERS)[number];
  readonly channel?: string;
  readonly customer?: Readonly<Record<string, string>>;
}

function obligedCase(law: ReceiptLaw, { duty, code }: Obligation, sale: Sale, name: string): CaseLine {
  const business = outsiderOf(law);
  const rows = (law.obligations ?? []).filter((row) => row.level === 'warning' && row.duty === duty);
  const fields = rows.filter((row) => isAsked(row, sale)).map((row) => row.when?.present ?? fewest(row.anyOf)[0]!);
  const order = law.extensions.flatMap(({ namespace: space, fields }) =>
    fields.map((field) => `extensions.${space}.${field.name}`),
  );
  fields.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return {
    code,
    name,
    business: duty === undefined ? business : { ...business, duties: { ...business.duties, [duty]: true } },
    parts: sale,
    ...(fields.length > 0 && { warnings: fields }),
  };
}

const isAsked = ({ from, until, tenders, channels, when }: Obligation, sale: Sale): boolean =>
  holds({ from, until }, sale.date) &&
  (tenders?.includes(sale.tender) ?? true) &&
  (channels?.includes(sale.channel ?? null) ?? true) &&
  (when === undefined || sale.customer !== undefined);

/** The missing fields if a document has none of the fields: the smallest set. */
const fewest = (sets: Obligation['anyOf']): readonly string[] =>
  sets.reduce((least, set) => (set.length < least.length ? set : least));

/** Cash totals around the limit, on the days around the row, for a sale and a refund. */
function limitCases(law: ReceiptLaw, row: CashLimit): CaseLine[] {
  const { from, until, limit } = row;
  const day = holds(row, DAY) ? DAY : (until ?? from!);
  const { country } = law;
  const cash = (date: string, exact: number, type: 'sale' | 'refund' = 'sale'): CaseLine => {
    const parts = { date, type, tender: 'cash', lines: [{ unitPrice: exact, rate: 0 }] } as const;
    const { totals, currency } = documentOf(law, parts);
    const isBeyond = (one: CashLimit) =>
      one.currency === currency &&
      holds(one, date) &&
      (totals.total > one.limit || (totals.total === one.limit && one.forbids === 'at_or_above'));
    const isLimited = type === 'sale' && law.cashLimits!.some((one) => one.level === 'warning' && isBeyond(one));
    const { duties } = outsiderOf(law);
    return {
      code: 'cash_limit',
      name: `${type} of ${exact} in cash on ${date}`,
      business: { country, duties: { ...duties, cashLimit: true } },
      parts,
      ...(isLimited && { warnings: ['payment.method'] }),
    };
  };
  const steps = [0, 1, -1].map((step) => limit + step * (law.cashRounding.at(-1)?.increment ?? 1));
  return [
    ...aroundEnds(row).flatMap((date) => [limit, 2 * limit].map((exact) => cash(date, exact))),
    ...steps.map((exact) => cash(day, exact)),
    cash(day, 2 * limit, 'refund'),
  ];
}

/** The days around the first day that the reviewed law does not cover. */
function ageCases(law: ReceiptLaw): CaseLine[] {
  const from = staleDayOf(law);
  if (from === undefined) return [];
  return [-1, 0, 1].map((days): CaseLine => {
    const date = moved(from, days);
    return {
      code: 'pack_stale',
      name: `a sale on ${date}, under a law that is known until ${from}`,
      parts: { date },
      ...(days >= 0 && { warnings: ['timestamp'] }),
    };
  });
}
