import { figure } from '../../complete/completion-context.js';
import { roundHalfAwayFromZero, sumOf } from '../../complete/exact.js';
import type {
  CorrectedSale,
  DraftLineTax,
  DraftPayment,
  DraftRate,
  DraftTender,
  RefundInput,
  SaleDraft,
  CorrectionFields,
} from '../../complete/types.js';
import { OSS_SCHEME } from '../../document/oss-scheme.js';
import type { LineItem, Transaction } from '../../document/types.generated.js';
import type { CorrectionSource } from './adapter.js';
import type { Reader } from './reader.js';
import type { Seller } from './seller.js';

/** How a line is taxed. */
export type Rate = DraftRate & { readonly taxCategory?: LineItem['taxCategory'] | undefined };

/** The rate of gift cards and tips, which are not supplies. */
export const OUT_OF_SCOPE: Rate = { taxRate: 0, taxCategory: 'O' };

/** The taxes on a line; if there are none, rate 0 with the seller's tax category. */
export const taxed = (taxes: readonly DraftLineTax[], { zeroRateCategory }: Seller): Rate =>
  taxes.some(({ rate }) => rate > 0) ? { taxes } : { taxRate: 0, taxCategory: zeroRateCategory };

/** A discount in minor units; no discount for 0. */
export const discountOf = (
  amount: number,
  names: readonly string[] = [],
): { amount: number; description?: string | undefined } | undefined =>
  amount === 0 ? undefined : { amount, description: names.length === 0 ? undefined : names.join(', ') };

/** How a sale was paid. If the platform does not state it, the method is `other`. */
export const paidBy = (tenders: readonly DraftTender[]): DraftPayment =>
  tenders.length === 0 ? { payment: { method: 'other' } } : { tenders };

/** The fields common to all drafts. */
export const draftOf = (
  platform: string,
  { businessId, scheme, extensions }: Seller,
  externalId: string,
  pricesIncludeTax: boolean,
): Pick<SaleDraft, 'vendor' | 'source' | 'tax' | 'extensions'> => ({
  vendor: { id: businessId },
  source: { platform, externalId },
  tax: { scheme, pricesIncludeTax },
  extensions,
});

/** The customer of a sale to another EU member state. */
export const abroad = ({ scheme }: Seller, country: Reader): Pick<SaleDraft, 'channel' | 'customer'> =>
  scheme === OSS_SCHEME ? { channel: 'ecommerce', customer: { country: country.text() } } : {};

/** The data that a correction needs from its sale. The sale may be any value. */
export function factsOf({ sale }: CorrectedSale): {
  readonly externalId: string | undefined;
  readonly currency: string | undefined;
  readonly pricesIncludeTax: boolean;
} {
  const { source, currency, tax } = Object(sale) as Partial<Transaction>;
  return {
    externalId: textOrNone(source?.externalId),
    currency: textOrNone(currency),
    pricesIncludeTax: tax?.pricesIncludeTax === true,
  };
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The keys of a sale's lines, in order; undefined for a line without a key. */
export function keysOf({ sale }: CorrectedSale): readonly (string | undefined)[] {
  const { metadata } = Object(sale) as Partial<Transaction>;
  const { lines } = Object(metadata?.receiptExtra) as { readonly lines?: unknown };
  return Array.isArray(lines) ? lines.map((line) => textOrNone((Object(line) as { readonly key?: unknown }).key)) : [];
}

/**
 * The amount of a credit, computed from the money paid back: without tax if the sale's prices exclude tax. Assumes the
 * same share of tax as in the sale, not counting lines outside the scope of the tax.
 */
function creditOf({ sale }: CorrectedSale, paid: number): number {
  const { items, tax } = Object(sale) as Partial<Transaction>;
  if (tax?.pricesIncludeTax !== false || !Array.isArray(items)) return paid;
  const taxed = items.map((item) => Object(item) as Partial<LineItem>).filter(({ taxCategory }) => taxCategory !== 'O');
  const net = sumOf(taxed.map(({ amount }) => figure(amount)));
  const whole = sumOf([net, ...taxed.map(({ taxAmount }) => figure(taxAmount))]);
  // If the sale has faults, the credit note reports them.
  if (net === undefined || whole === undefined || whole <= 0) return paid;
  return Number(roundHalfAwayFromZero(BigInt(paid) * BigInt(net), BigInt(whole)));
}

/**
 * Checks that a payload corrects the sale.
 *
 * @param field the field with the sale's id in the payload, which may be absent
 */
export function checkSale(field: Reader, of: CorrectedSale, id = field.id(undefined)): void {
  const { externalId } = factsOf(of);
  if (externalId !== undefined && id !== undefined && id !== externalId)
    field.misread(`the id of the sale, ${externalId}`);
}

/** The fields common to all corrections. */
export const correctionOf = (
  platform: string,
  { extensions }: Seller,
  receiptNumber: string,
  timestamp: string,
  externalId = receiptNumber,
): Pick<RefundInput, 'receiptNumber' | 'timestamp' | 'source' | 'extensions'> => ({
  receiptNumber,
  timestamp,
  source: { platform, externalId },
  extensions,
});

/** Checks that the money was paid back in the sale's currency, or in the one that replaced it. */
export function checkCurrency(currency: Reader, of: CorrectedSale, { shop }: Seller): void {
  const code = currency.currency();
  const { currency: sold } = factsOf(of);
  const { successor } = shop.pack?.law?.currencies.find((one) => one.code === sold) ?? {};
  if (sold !== undefined && code !== '' && code !== sold && code !== successor?.code)
    currency.misread(`the currency of the sale, ${sold}`);
}

/** NaN if the value is not an integer. */
export const integerOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : NaN);

/**
 * Reports a status that is not final.
 *
 * @param open the statuses that are accepted unless `requireCompleted` is set
 * @param remedy the end of the message
 */
export function checkFinal(
  status: Reader,
  final: readonly string[],
  open: readonly string[],
  { requireCompleted }: Seller,
  remedy: string,
): void {
  const found = status.text();
  const isFinal = final.includes(found) || (!requireCompleted && open.includes(found));
  // A value that is not text has already been reported.
  if (typeof status.value === 'string' && !isFinal) status.report('source_not_final', `is ${found}: ${remedy}`);
}

/** The order in an API response, REST (`{ order }`) or GraphQL (`{ data: { order } }`); or the order itself. */
export function orderIn(given: Reader): Reader {
  const data = given.at('data');
  const order = (data.isAbsent ? given : data).at('order');
  return order.isAbsent ? given : order;
}

/** Keys derived from product ids, which also occur in returns; repeated ids are numbered. */
export function numbered(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  });
}

/**
 * The law's currency on the day of the sale, for payloads that do not state one. Sets the decimals for money read
 * afterwards. If there is no law either, the currency is XXX, which ISO 4217 assigns to transactions without a
 * currency.
 */
export function currencyOf(payload: Reader, timestamp: string, { shop }: Seller): string {
  const day = timestamp.slice(0, 10);
  const all = shop.pack?.law?.currencies ?? [];
  const found = all.find(({ from = '', until = day }) => from <= day && day <= until) ?? all[0];
  return payload.at('currency').currency(found?.code ?? 'XXX');
}

/**
 * Maps a refund of an amount without lines: to a return of all lines if it refunds the whole remaining balance of the
 * sale, otherwise to a credit.
 *
 * @param total minor units
 * @param tax minor units, if stated
 */
export function moneyBack(of: CorrectedSale, fields: CorrectionFields, total: number, tax?: number): CorrectionSource {
  const expect = { total, tax };
  const exact = (document: unknown): number => {
    const { totals } = Object(document) as Partial<Transaction>;
    return integerOf(totals?.total) - integerOf(totals?.rounding ?? 0);
  };
  const left = of.priorCorrections.reduce((rest, document) => rest - exact(document), exact(of.sale));
  return total === left
    ? { kind: 'refund', input: { ...of, ...fields, lines: 'all' }, expect }
    : { kind: 'credit_note', input: { ...of, ...fields, amount: creditOf(of, total) }, expect };
}
