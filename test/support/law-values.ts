import type {
  ExtensionField,
  ExtensionNamespace,
  Obligation,
  RateRow,
  ReceiptLaw,
  Transaction,
} from 'receipt-rule-packs';
import { abroadOf, holds, staleDayOf } from './rate-days';
import { currencyOn, ratesOf, rowOn } from './document-of';
import type { Values } from './placeholders';

/** The traits of a law that a case may require, including those of the day's cash rounding row. */
export function traitsOf(law: ReceiptLaw, day: string): Readonly<Record<string, unknown>> {
  const row = rowOn(law, day);
  const become = row?.smallTotals?.mayBecome === undefined ? 'stay' : 'become';
  return {
    cash: row?.cash ?? 'none',
    electronic: row?.electronic ?? 'none',
    other: row?.other ?? 'none',
    halfway: row === undefined || row.increment % 2 === 1 ? 'none' : row.halfway,
    increment: row === undefined ? 'none' : row.increment === 1 ? 'one' : 'more',
    maxRounding: row?.maxRounding !== undefined,
    smallTotals: row?.smallTotals === undefined ? 'none' : become,
    business: row?.business ?? 'none',
    channels: row?.channels !== undefined,
    unlessAgreed: row?.unlessAgreed === true,
    rounding: law.cashRounding.length === 0 ? 'none' : law.cashRounding[0]!.from === undefined ? 'always' : 'dated',
    pricesIncludeTax: law.tax.pricesIncludeTax,
    distanceSales: law.distanceSales,
    rates: Array.isArray(law.rates) ? 'table' : 'range',
    territories: territoriesOf(law),
    regime: limitsOf(law, day).regime !== undefined,
    secondRate: ratesOf(law, day)[1] > 0,
    currencies: law.currencies.length === 1 ? 'one' : 'dated',
    taxJurisdictions: law.taxJurisdictions,
    lineTolerance: law.tax.lineTolerance ?? 1,
    fiscal: ['none', 'one'][fiscalRows(law, day).length] ?? 'several',
  };
}

/** The obligations for a card payment at the counter on a day, for a business that does not set duties. */
function fiscalRows({ obligations = [] }: ReceiptLaw, day: string): readonly Obligation[] {
  return obligations.filter(
    (row) =>
      row.level === 'warning' &&
      row.when === undefined &&
      row.assumed !== false &&
      holds(row, day) &&
      (row.tenders?.includes('card') ?? true) &&
      (row.channels?.includes(null) ?? true),
  );
}

export function meets(
  traits: Readonly<Record<string, unknown>>,
  when: Readonly<Record<string, unknown>> = {},
): boolean {
  return Object.entries(when).every(([name, wanted]) => {
    if (!Object.hasOwn(traits, name)) throw new Error(`laws have no trait ${name}`);
    return Array.isArray(wanted) ? wanted.includes(traits[name]) : traits[name] === wanted;
  });
}

/** The placeholders that a case may use before its document is built. */
export function lawValues(law: ReceiptLaw, day: string): Values {
  const [rate, rate2] = ratesOf(law, day);
  const row = rowOn(law, day);
  const { lineTolerance = 1 } = law.tax;
  const [first] = law.cashRounding;
  const change = law.currencies[0]!.until;
  const [fiscal] = fiscalRows(law, day);
  const fiscalField = fiscal?.anyOf.reduce((a, b) => (b.length < a.length ? b : a))[0];
  return {
    country: law.country,
    currency: currencyOn(law, day),
    scheme: law.tax.scheme,
    otherScheme: law.tax.scheme === 'UK_VAT' ? 'NO_MVA' : 'UK_VAT',
    rate,
    rate2,
    tolerance: lineTolerance === 'perJurisdiction' ? 2 : lineTolerance,
    // Twice the tolerance of a summary entry, divided by its number of lines plus one.
    share: typeof lineTolerance === 'number' && law.tax.lineTolerance !== undefined ? 2 * lineTolerance : 1,
    ...rangeOf(law.rates),
    ...agesOf(law),
    ...(row !== undefined && {
      increment: row.increment,
      half: Math.floor(row.increment / 2),
      maxRounding: Math.floor(row.maxRounding ?? row.increment / 2),
    }),
    ...(row?.smallTotals !== undefined && { upTo: row.smallTotals.upTo, mayBecome: row.smallTotals.mayBecome }),
    ...(first?.from !== undefined && { dayBefore: dayBefore(first.from), firstDay: first.from }),
    ...abroadOf(law),
    ...limitsOf(law, day),
    ...(fiscalField !== undefined && { fiscalField, fiscalDuty: fiscal!.duty }),
    ...(change !== undefined && { lastDay: change, formerCurrency: law.currencies[0]!.code }),
    ...(law.currencies.length > 1 && { nextCurrency: law.currencies[1]!.code, nextDay: law.currencies[1]!.from }),
  };
}

const closedOf = ({ territories = [] }: ReceiptLaw) => territories.find(({ rates }) => rates !== undefined);

function territoriesOf(law: ReceiptLaw): 'none' | 'closed' | 'open' {
  if (law.territories === undefined) return 'none';
  return closedOf(law) === undefined ? 'open' : 'closed';
}

/** The day's rates that apply only in a territory or under a regime, and a territory with a complete list of rates. */
function limitsOf(law: ReceiptLaw, day: string): Values {
  const rows = (Array.isArray(law.rates) ? (law.rates as readonly RateRow[]) : []).filter((row) => holds(row, day));
  const inPart = rows.find(({ part }) => part !== undefined);
  const ofRegime = rows.find(({ regime }) => regime !== undefined);
  const closed = closedOf(law);
  return {
    ...(inPart !== undefined && { partRate: inPart.rate, territory: inPart.part![0] }),
    ...(ofRegime !== undefined && { regimeRate: ofRegime.rate, regime: ofRegime.regime }),
    ...(closed !== undefined && { closedTerritory: closed.code }),
  };
}

function rangeOf(rates: ReceiptLaw['rates']): Values {
  if (!('usual' in rates)) return {};
  return { min: rates.min, max: rates.max, low: rates.usual[0], high: rates.usual[1] };
}

/** The first day that the reviewed law does not cover, and the day before. */
function agesOf(law: ReceiptLaw): Values {
  const staleDay = staleDayOf(law);
  return staleDay === undefined ? {} : { staleDay, freshDay: dayBefore(staleDay) };
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** The placeholders for values of the document that a case changes. */
export function documentValues({ totals }: Transaction): Values {
  return { subtotal: totals.subtotal, tax: totals.tax, total: totals.total };
}

/** The kinds of namespaces and fields for which a case on extensions can run. */
export type FieldKind = 'required' | 'string' | 'counter' | 'integer' | 'pattern';

export function fieldValues({ extensions }: ReceiptLaw, required: boolean, kind: FieldKind | undefined): Values[] {
  return extensions
    .filter((namespace) => (namespace.required === true) === required)
    .flatMap((namespace) => {
      const names = (field?: ExtensionField) => namesOf(namespace, field);
      return kind === undefined ? [names()] : namespace.fields.filter((field) => isOf(field, kind)).map(names);
    });
}

const isOf = ({ type, pattern, required }: ExtensionField, kind: FieldKind): boolean =>
  kind === 'required'
    ? required === true
    : kind === 'pattern'
      ? pattern !== undefined && type !== 'integer'
      : type === kind;

const TEXTS = ['?', '_', '\n', ' ', '\u0007', 'x'.repeat(1000)];

/** A string that does not match a field's pattern. */
const malformed = ({ pattern }: ExtensionField): string | undefined =>
  pattern === undefined ? undefined : TEXTS.find((text) => !new RegExp(pattern, 'u').test(text));

const namesOf = ({ namespace }: ExtensionNamespace, field: ExtensionField | undefined): Values => ({
  ns: namespace,
  id: namespace.toLowerCase(),
  ...(field !== undefined && {
    field: field.name,
    malformed: malformed(field),
    example: field.example,
    formCode: field.warningCode ?? 'fiscal_format',
  }),
});
