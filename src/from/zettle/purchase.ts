import type { Charge, DraftLine, DraftTender, Expectation, ExpectedLine, OrderDiscount } from '../../complete/types.js';
import { roundedLineAmount } from '../../money/line-amount.js';
import type { SaleSource } from '../core/adapter.js';
import { discountOf, numbered, OUT_OF_SCOPE, taxed, type Rate, draftOf, paidBy } from '../core/parts.js';
import { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** Payment methods by Zettle's type, with a name if the method alone is not specific enough. */
const TENDERS = new Map<string, Pick<DraftTender, 'method' | 'name'>>([
  ['IZETTLE_CASH', { method: 'cash' }],
  ['IZETTLE_CARD', { method: 'card' }],
  ['IZETTLE_CARD_ONLINE', { method: 'card' }],
  ['SWISH', { method: 'mobile', name: 'Swish' }],
  ['VIPPS', { method: 'mobile', name: 'Vipps' }],
  ['MOBILE_PAY', { method: 'mobile', name: 'MobilePay' }],
  ['GIFTCARD', { method: 'other', name: 'Gift card' }],
  ['STORE_CREDIT', { method: 'other', name: 'Store credit' }],
  ['IZETTLE_INVOICE', { method: 'other', name: 'Invoice' }],
]);

/** The data of a sale or a refund, with positive figures. */
export interface Purchase {
  readonly id: string;
  readonly receiptNumber: string;
  readonly timestamp: string;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly items: readonly Keyed<DraftLine>[];
  readonly discounts: readonly OrderDiscount[];
  readonly charges: readonly Keyed<Charge>[];
  readonly tip: number | undefined;
  readonly tenders: readonly DraftTender[];
  /** The charges and the tip, by key. */
  readonly added: readonly Added[];
  readonly expect: Expectation;
}

/** A charge or a tip. */
interface Added {
  readonly key: string;
  readonly amount: number;
}

/** A value, with the key of the row that it belongs to. */
type Keyed<T> = T & { readonly key: string };

/** The purchase in a Pusher event, whose payload is JSON text; otherwise the payload itself. */
export function unwrap(given: Reader): Reader {
  const inner = given.at('payload');
  if (inner.isAbsent) return given;
  try {
    return new Reader(JSON.parse(inner.text()), inner.path, inner.findings);
  } catch {
    inner.misread('a purchase as JSON');
    return inner;
  }
}

/** @param sign -1 for a refund, whose figures are negative */
export function readPurchase(purchase: Reader, seller: Seller, sign: 1 | -1): Purchase {
  const currency = purchase.at('currency').currency();
  const pricesIncludeTax = purchase.at('taxationMode').text('INCLUSIVE') !== 'EXCLUSIVE';
  const isSalesTax = purchase.at('taxationType').text('VAT') === 'SALES_TAX';
  const products = purchase.at('products').list();
  // The key is the id of the variant, because refunds state that too. The row ids in refunds can differ from the
  // sale's.
  const keys = numbered(products.map((product, i) => product.either('variantUuid', 'id').id(String(i))));
  const items = products.map((product, i) => readLine(product, keys[i]!, { isSalesTax, seller, sign }));
  const discounts = readDiscounts(purchase, items, sign);
  const rows = items.map((item, i) =>
    discounts.length > 0 ? { key: item.key } : expectedLine(products[i]!, item, pricesIncludeTax, sign),
  );
  const charges = readCharge(purchase.at('serviceCharge'), seller, sign);
  const added: Added[] = charges.map(({ key, amount }) => ({ key, amount: amount! }));
  const payments = purchase.at('payments').list();
  const tenders = payments.map((payment) => readTender(payment, sign));
  const tip = sign * payments.reduce((sum, payment) => sum + payment.at('gratuityAmount').minor(0), 0);
  if (tip !== 0) added.push({ key: 'tip', amount: tip });
  const amount = sign * purchase.at('amount').minor();
  const paid = tenders.reduce((sum, tender) => sum + tender.amount!, 0);
  return {
    id: purchase.either('purchaseUUID1', 'purchaseUuid').id(),
    receiptNumber: purchase.at('purchaseNumber').id(),
    timestamp: purchase.either('created', 'timestamp').time(seller.timeZone),
    currency,
    pricesIncludeTax,
    items,
    discounts,
    charges,
    tip: tip === 0 ? undefined : tip,
    tenders,
    added,
    expect: {
      // Payments include the tip; whether the amount includes the tip is not documented.
      total: paid === amount + tip ? paid : amount,
      // Absent if nothing is taxed.
      tax: sign * purchase.at('vatAmount').minor(0) || 0,
      lines: [...rows, ...added],
    },
  };
}

function readLine(
  product: Reader,
  key: string,
  { isSalesTax, seller, sign }: { isSalesTax: boolean; seller: Seller; sign: 1 | -1 },
): Keyed<DraftLine> {
  const names = ['name', 'variantName'].map((field) => product.at(field).text(''));
  const discount = Math.abs(product.at('discountValue').minor(0));
  return {
    key,
    name: names.filter(Boolean).join(', ') || product.at('comment').text('') || 'Custom amount',
    sku: product.at('sku').text('') || undefined,
    quantity: sign * product.at('quantity').number(),
    unit: product.at('unitName').text('') || undefined,
    unitPrice: product.at('unitPrice').minor(),
    discount: discountOf(discount, namesOf(product.at('discount'))),
    ...readRate(product, isSalesTax, seller),
  };
}

function readRate(product: Reader, isSalesTax: boolean, seller: Seller): Rate {
  if (product.at('type').text('') === 'GIFTCARD') return OUT_OF_SCOPE;
  if (product.at('taxExempt').flag(false)) return { taxRate: 0, taxCategory: 'E' };
  if (!isSalesTax) return readVat(product.at('vatPercentage'), seller);
  const rates = product.at('taxRates').list();
  const name = seller.shop.pack?.law?.tax.name ?? 'Sales tax';
  return taxed(
    rates.map((rate) => ({ name, rate: rate.at('percentage').number() })),
    seller,
  );
}

function readVat(percentage: Reader, { taxRate, zeroRateCategory }: Seller): Rate {
  const rate = percentage.number(taxRate);
  if (rate === undefined) percentage.report('source_needs_option', 'is absent: send the option taxRate');
  return rate === undefined || rate === 0 ? { taxRate: 0, taxCategory: zeroRateCategory } : { taxRate: rate };
}

const namesOf = (discount: Reader): string[] => [discount.at('name').text('')].filter(Boolean);

/**
 * Reads the discounts on the whole purchase. Zettle states their sum and the remaining amount at each rate, so the
 * discount at each rate can be computed. Zettle does not state how this discount is split between the rows at a rate.
 */
function readDiscounts(purchase: Reader, items: readonly DraftLine[], sign: 1 | -1): OrderDiscount[] {
  const given = purchase.entries('discounts');
  const names = given.flatMap(namesOf);
  const description = names.length === 0 ? undefined : names.join(', ');
  const values = given.map((discount) => discount.either('value', 'amount').minor(undefined));
  const sum = values.reduce<number>((total, value = NaN) => total + Math.abs(value), 0);
  if (sum === 0) return [];
  if (Number.isNaN(sum))
    return given.map((discount, k) =>
      values[k] === undefined
        ? { percent: discount.at('percentage').number(), description }
        : { amount: Math.abs(values[k]), description },
    );
  const left = purchase.at('groupedVatAmounts');
  const byRate = new Map<number, number[]>();
  items.forEach(({ taxRate, taxCategory }, i) => {
    if (taxRate === undefined || taxCategory === 'O') return;
    byRate.set(taxRate, [...(byRate.get(taxRate) ?? []), i]);
  });
  if (byRate.size > 1 && !left.isAbsent) {
    const parts = [...byRate].map(([rate, lines]) => {
      const after = left.at(Number.isInteger(rate) ? `${rate}.0` : String(rate)).minor(NaN);
      const before = lines.reduce((total, i) => total + amountOf(items[i]!), 0);
      return { amount: before - sign * after, lines, description };
    });
    const isWhole = parts.reduce((total, { amount }) => total + amount, 0) === sum;
    if (isWhole && parts.every(({ amount }) => amount >= 0)) return parts.filter(({ amount }) => amount > 0);
  }
  return [{ amount: sum, description }];
}

/** The line amount before discounts on the whole purchase. */
const amountOf = ({ quantity = 1, unitPrice = 0, discount }: DraftLine): number =>
  roundedLineAmount(quantity, unitPrice, discount?.amount ?? 0) ?? NaN;

/** The expected figures of a row, with its tax if Zettle states the taxable amount. */
function expectedLine(
  product: Reader,
  item: Keyed<DraftLine>,
  pricesIncludeTax: boolean,
  sign: 1 | -1,
): Keyed<ExpectedLine> {
  const { key } = item;
  const amount = amountOf(item);
  const taxable = product.at('rowTaxableAmount').minor(undefined);
  if (Number.isNaN(amount)) return { key };
  if (taxable === undefined) return { key, amount };
  return pricesIncludeTax ? { key, amount, tax: amount - sign * taxable } : { key, amount: sign * taxable };
}

function readCharge(charge: Reader, seller: Seller, sign: 1 | -1): Keyed<Charge>[] {
  if (charge.isAbsent) return [];
  const name = charge.at('title').text('') || 'Service charge';
  const amount = sign * charge.at('amount').minor();
  const vat = charge.at('vatPercentage');
  const rate = vat.isAbsent ? {} : readVat(vat, seller);
  return amount === 0 ? [] : [{ key: `charge:${name}`, name, amount, ...rate }];
}

function readTender(payment: Reader, sign: 1 | -1): DraftTender {
  const type = payment.at('type').text();
  const tender = { ...(TENDERS.get(type) ?? { method: 'other' as const, name: type }) };
  const amount = sign * payment.at('amount').minor();
  const attributes = payment.at('attributes');
  if (tender.method === 'card') {
    const last4 = /\d{4}$/.exec(attributes.at('maskedPan').text(''))?.[0];
    return { ...tender, amount, last4 };
  }
  const tendered = sign * attributes.at('handedAmount').minor(NaN);
  return tendered >= amount && sign > 0 ? { ...tender, amount, tendered } : { ...tender, amount };
}

/** Reads a purchase that is not a refund. */
export function readSale(given: Reader, seller: Seller): SaleSource {
  const purchase = unwrap(given);
  const refund = purchase.at('refund');
  if (refund.flag(false)) refund.report('source_not_understood', 'is true: map a refund with toCorrection');
  const { id, pricesIncludeTax, tenders, expect, receiptNumber, timestamp, currency, items, discounts, charges, tip } =
    readPurchase(purchase, seller, 1);
  const channel = purchase.at('source').text('') === 'WEB_SHOP' ? 'ecommerce' : undefined;
  const figures = { receiptNumber, timestamp, currency, channel, items, discounts, charges, tip };
  return { draft: { ...draftOf('zettle', seller, id, pricesIncludeTax), ...figures, ...paidBy(tenders) }, expect };
}
