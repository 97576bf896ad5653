/**
 * Builds valid documents under a law, as the basis for shared cases, with slow, exact arithmetic that is independent of
 * src. src/rules/README.md describes the parts.
 */
import type { CashRounding, ReceiptLaw, Transaction, RateRow } from 'receipt-rule-packs';
import { holds } from './rate-days';
import { lineAmount, rounded, vat } from './rational';

export interface LineParts {
  readonly quantity?: number;
  readonly unitPrice?: number;
  readonly rate?: number;
  readonly category?: 'S' | 'Z' | 'E' | 'AE' | 'O';
  readonly discount?: number;
  /** The stated amount, instead of the exact amount. */
  readonly amount?: number;
  /** Added to the correct amount and tax. */
  readonly amountOff?: number;
  readonly taxOff?: number;
}

export interface DocumentParts {
  readonly type?: Transaction['type'];
  /** Local date; the time is noon. */
  readonly date?: string;
  readonly pricesIncludeTax?: boolean;
  readonly tender?: Transaction['payment']['method'];
  /**
   * The stated rounding; `left out`: the total is rounded as the law requires, but the document does not state the
   * rounding.
   */
  readonly rounding?: number | 'left out';
  readonly lines?: readonly LineParts[];
  readonly scheme?: Transaction['tax']['scheme'];
  readonly channel?: string;
  readonly customer?: Readonly<Record<string, string>>;
  /** Whether to send extensions namespaces that the law does not require. */
  readonly extensions?: boolean;
  /** For each jurisdiction, how much its tax differs from an equal share. */
  readonly jurisdictions?: readonly number[];
}

export const DAY = '2026-11-21';

/** The cash rounding row in force on a day. */
export const rowOn = ({ cashRounding }: ReceiptLaw, day: string): CashRounding | undefined =>
  cashRounding.find((row) => holds(row, day));

export const currencyOn = ({ currencies }: ReceiptLaw, day: string): string =>
  (currencies.find((one) => holds(one, day)) ?? currencies.at(-1)!).code;

const isTable = (rates: ReceiptLaw['rates']): rates is readonly RateRow[] => Array.isArray(rates);

/**
 * Two rates that are valid on the day for a line without a class; 0, which is in every table, if there are fewer. Uses
 * rates whose days are not verified only if no other applies, as in a new table.
 */
export function ratesOf({ rates }: ReceiptLaw, day: string): readonly [number, number] {
  const general = isTable(rates) ? rates.filter((row) => isGeneral(row) && holds(row, day)) : [];
  const enforced = general.filter(({ enforce }) => enforce);
  const usual = isTable(rates) ? (enforced.length > 0 ? enforced : general).map(({ rate }) => rate) : [8, 4];
  const [first = 0, second = 0] = [...new Set(usual)];
  return [first, second];
}

/** Whether a row applies to all goods, in the whole country and to every business. */
const isGeneral = ({ productTaxClass, part, regime }: RateRow): boolean =>
  productTaxClass === undefined && part === undefined && regime === undefined;

/** By how much rounding to the nearest multiple of the increment changes a total, with halves away from zero. */
function nearestRounding(exact: number, increment: number): number {
  const above = Math.abs(exact) % increment;
  const move = 2 * above < increment ? -above : increment - above;
  return (exact < 0 ? -move : move) || 0;
}

export function documentOf(law: ReceiptLaw, parts: DocumentParts): Transaction {
  const { type = 'sale', date = DAY, tender = 'card' } = parts;
  const including = parts.pricesIncludeTax ?? law.tax.pricesIncludeTax;
  const [high, low] = ratesOf(law, date);
  const lines = parts.lines ?? [
    { quantity: 2, unitPrice: 4500 },
    { unitPrice: 12_000, rate: low },
  ];
  const items = lines.map((line, i) => itemOf({ rate: high, ...line }, i, including));
  const summary = summaryOf(items, including);
  const subtotal = sum(items.map(({ amount }) => amount));
  const tax = sum(summary.map(({ taxAmount }) => taxAmount));
  const exact = including ? subtotal : subtotal + tax;
  const { stated, moved } = roundingOf(law, parts, exact, type === 'void');
  return {
    type,
    settled: type !== 'void',
    receiptNumber: 'R-1',
    timestamp: `${date}T12:00:00+01:00`,
    currency: currencyOn(law, date),
    ...(parts.channel !== undefined && { channel: parts.channel }),
    vendor: { id: 'biz_1' },
    ...(parts.customer !== undefined && { customer: parts.customer }),
    items,
    tax: {
      scheme: parts.scheme ?? law.tax.scheme,
      pricesIncludeTax: including,
      ...(items.some(({ taxCategory }) => taxCategory === 'AE') && { reverseCharge: true }),
      summary,
      ...(parts.jurisdictions !== undefined && { jurisdictions: jurisdictionsOf(parts.jurisdictions, tax) }),
    },
    totals: {
      subtotal,
      discount: sum(items.map(({ discount }) => discount?.amount ?? 0)),
      tax,
      ...(stated !== undefined && { rounding: stated }),
      total: type === 'void' ? 0 : exact + moved,
    },
    payment: { method: tender },
    source: { platform: 'acme-pos', externalId: 'A-1' },
    ...(type !== 'sale' && { linkedTransaction: { originalTransactionId: 'txn_1' } }),
    ...extensionsOf(law, parts.extensions === true),
  } as Transaction;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function itemOf(
  {
    quantity = 1,
    unitPrice = 1000,
    rate = 0,
    category = rate === 0 ? 'Z' : 'S',
    discount,
    amount: stated,
    amountOff = 0,
    taxOff = 0,
  }: LineParts,
  i: number,
  including: boolean,
) {
  const amount = (stated ?? Number(rounded(lineAmount(quantity, unitPrice, discount ?? 0)))) + amountOff;
  return {
    name: `Line ${i + 1}`,
    quantity,
    unitPrice,
    amount,
    taxRate: rate,
    taxCategory: category,
    taxAmount: Number(rounded(vat(amount, rate, including)!)) + taxOff,
    ...(discount !== undefined && { discount: { amount: discount } }),
  };
}

function summaryOf(items: readonly ReturnType<typeof itemOf>[], including: boolean) {
  const pairs = new Map(items.map((item) => [`${item.taxRate} ${item.taxCategory}`, item]));
  return [...pairs.values()].map(({ taxRate, taxCategory }) => {
    const group = items.filter((item) => item.taxRate === taxRate && item.taxCategory === taxCategory);
    const taxAmount = sum(group.map((item) => item.taxAmount));
    const amount = sum(group.map((item) => item.amount));
    return { rate: taxRate, category: taxCategory, taxableAmount: including ? amount - taxAmount : amount, taxAmount };
  });
}

function roundingOf(
  law: ReceiptLaw,
  parts: DocumentParts,
  exact: number,
  isVoid: boolean,
): { stated?: number; moved: number } {
  const { rounding, tender, date = DAY } = parts;
  if (typeof rounding === 'number') return { stated: rounding, moved: rounding };
  if (tender !== 'cash') return { moved: 0 };
  const row = rowOn(law, date);
  const grid = row?.cash === 'required' || row?.cash === 'allowed';
  const moved = grid && !isVoid ? nearestRounding(exact, row.increment) : 0;
  return rounding === 'left out' ? { moved } : { stated: moved, moved };
}

function jurisdictionsOf(offs: readonly number[], tax: number) {
  const share = Math.floor(tax / offs.length);
  const rest = tax - share * offs.length;
  return offs.map((off, i) => ({
    level: 'city',
    name: 'Springfield',
    rate: 4,
    taxAmount: share + (i === 0 ? rest : 0) + off,
  }));
}

function extensionsOf({ extensions }: ReceiptLaw, all: boolean): object {
  const sent = extensions.filter(({ required }) => all || required === true);
  if (sent.length === 0) return {};
  const fieldsOf = ({ fields }: (typeof sent)[number]) =>
    Object.fromEntries(fields.map(({ name, example }) => [name, example]));
  return { extensions: Object.fromEntries(sent.map((namespace) => [namespace.namespace, fieldsOf(namespace)])) };
}
