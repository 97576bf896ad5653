import type { ExtensionField, ExtensionNamespace, ReceiptLaw, Transaction } from 'receipt-rule-packs';
import { abroadOf } from './rate-days';
import { currencyOn, ratesOf, rowOn } from './document-of';
import type { Values } from './placeholders';

/** What a case may ask of a law, by the row of cash rounding that held on the day. */
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
    consumersOnly: row?.consumersOnly === true,
    rounding: law.cashRounding.length === 0 ? 'none' : law.cashRounding[0]!.from === undefined ? 'always' : 'dated',
    pricesIncludeTax: law.tax.pricesIncludeTax,
    distanceSales: law.distanceSales,
    rates: Array.isArray(law.rates) ? 'table' : 'range',
    secondRate: ratesOf(law, day)[1] > 0,
    currencies: law.currencies.length === 1 ? 'one' : 'dated',
    taxJurisdictions: law.taxJurisdictions,
    lineTolerance: law.tax.lineTolerance ?? 1,
  };
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

/** The values that a case may name before its document is built. */
export function lawValues(law: ReceiptLaw, day: string): Values {
  const [rate, rate2] = ratesOf(law, day);
  const row = rowOn(law, day);
  const { lineTolerance = 1 } = law.tax;
  const [first] = law.cashRounding;
  const change = law.currencies[0]!.until;
  return {
    country: law.country,
    currency: currencyOn(law, day),
    scheme: law.tax.scheme,
    otherScheme: law.tax.scheme === 'UK_VAT' ? 'NO_MVA' : 'UK_VAT',
    rate,
    rate2,
    tolerance: lineTolerance === 'perJurisdiction' ? 2 : lineTolerance,
    // Twice what an entry of the summary may be off, for each of its lines and once more.
    share: typeof lineTolerance === 'number' && law.tax.lineTolerance !== undefined ? 2 * lineTolerance : 1,
    ...rangeOf(law.rates),
    ...(row !== undefined && {
      increment: row.increment,
      half: Math.floor(row.increment / 2),
      maxRounding: Math.floor(row.maxRounding ?? row.increment / 2),
    }),
    ...(row?.smallTotals !== undefined && { upTo: row.smallTotals.upTo, mayBecome: row.smallTotals.mayBecome }),
    ...(first?.from !== undefined && { dayBefore: dayBefore(first.from), firstDay: first.from }),
    ...abroadOf(law),
    ...(change !== undefined && { lastDay: change, formerCurrency: law.currencies[0]!.code }),
    ...(law.currencies.length > 1 && { nextCurrency: law.currencies[1]!.code, nextDay: law.currencies[1]!.from }),
  };
}

function rangeOf(rates: ReceiptLaw['rates']): Values {
  if (!('usual' in rates)) return {};
  return { min: rates.min, max: rates.max, low: rates.usual[0], high: rates.usual[1] };
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** The values of the document that a case changes. */
export function documentValues({ totals }: Transaction): Values {
  return { subtotal: totals.subtotal, tax: totals.tax, total: totals.total };
}

/** The namespaces and fields that a case on extensions is run for. */
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

/** A text that a field's pattern does not take. */
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
