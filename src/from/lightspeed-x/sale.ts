import type { Charge, DraftLine, DraftTender, Expectation, ExpectedLine } from '../../complete/types.js';
import { isTable } from '../../law/rates-on.js';
import { addDecimals, decimalOf, decimalText, multiplyDecimals, type Decimal } from '../../money/decimal.js';
import type { SaleSource } from '../core/adapter.js';
import {
  checkFinal,
  currencyOf,
  discountOf,
  draftOf,
  numbered,
  OUT_OF_SCOPE,
  paidBy,
  type Rate,
} from '../core/parts.js';
import { Reader, rounded } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** The data of a sale or a return, with positive figures. */
export interface Sale {
  readonly id: string;
  readonly receiptNumber: string;
  readonly timestamp: string;
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly { readonly line: Keyed<DraftLine>; readonly expected: Keyed<ExpectedLine> }[];
  readonly charges: readonly (Charge & Added)[];
  readonly tip: number | undefined;
  /** The charges and the tip, by key. */
  readonly added: readonly Added[];
  readonly tenders: readonly DraftTender[];
  readonly total: number;
  readonly tax: number;
}

type Keyed<T> = T & { readonly key: string };

/** A charge or a tip. */
interface Added {
  readonly key: string;
  readonly amount: number;
}

export function readSale(given: Reader, seller: Seller): SaleSource {
  const payload = unwrap(given);
  const returned = payload.at('return_for');
  if (!returned.isAbsent && returned.value !== '')
    returned.report('source_not_understood', 'is set: map a return with toCorrection');
  const { id, receiptNumber, timestamp, currency, pricesIncludeTax, lines, charges, tip, ...sale } = readFigures(
    payload,
    seller,
    1,
  );
  const figures = { receiptNumber, timestamp, currency, items: lines.map(({ line }) => line), charges, tip };
  return {
    draft: { ...draftOf('lightspeed-x', seller, id, pricesIncludeTax), ...figures, ...paidBy(sale.tenders) },
    expect: expectOf({ lines, ...sale }),
  };
}

export const expectOf = ({
  total,
  tax,
  lines,
  added,
}: Pick<Sale, 'total' | 'tax' | 'lines' | 'added'>): Expectation => ({
  total,
  tax,
  lines: [...lines.map(({ expected }) => expected), ...added],
});

/**
 * Extracts the sale from an API response (`{ data }`) or from a webhook, which is a form, parsed or as text, with the
 * sale as JSON text in its `payload` field.
 */
export function unwrap(given: Reader): Reader {
  const { value } = given;
  const form = typeof value === 'string' ? /(?:^|&)payload=([^&]*)/.exec(value)?.[1] : undefined;
  if (form !== undefined) return parsed(given, () => decodeURIComponent(form.replaceAll('+', ' ')));
  const inner = given.either('payload', 'data', 'register_sale');
  if (inner.isAbsent) return given;
  return typeof inner.value === 'string' ? parsed(inner, () => inner.text()) : inner;
}

function parsed(given: Reader, textOf: () => string): Reader {
  try {
    return new Reader(JSON.parse(textOf()), given.path, given.findings);
  } catch {
    given.misread('a sale as JSON');
    return given;
  }
}

const CLOSED = [
  ...['CLOSED', 'LAYBY_CLOSED', 'ONACCOUNT_CLOSED', 'DISPATCHED_CLOSED', 'PICKED_UP_CLOSED', 'SERVICE_CLOSED'],
  // Sales that were paid online.
  ...['AWAITING_DISPATCH', 'AWAITING_PICKUP'],
];
const OPEN = ['SAVED', 'LAYBY', 'ONACCOUNT', 'SERVICE'];

/** @param sign -1 for a return, whose figures are negative */
export function readFigures(sale: Reader, seller: Seller, sign: 1 | -1): Sale {
  checkFinal(sale.at('status'), CLOSED, OPEN, seller, 'send the sale once it is closed');
  const timestamp = sale.either('sale_date', 'created_at').time(seller.timeZone);
  const currency = currencyOf(sale, timestamp, seller);
  const usual = seller.shop.pack?.law?.tax.pricesIncludeTax ?? true;
  const goods = sale
    .either('register_sale_products', 'line_items')
    .list()
    .filter((line) => line.at('status').value !== 'VOIDED');
  const isShown = goods.map((line) => line.at('display_retail_price_tax_inclusive').value);
  const pricesIncludeTax = isShown.includes('1') || (usual && !isShown.includes('0'));
  const keys = numbered(goods.map((line, i) => line.either('product_id', 'sku', 'id').id(String(i))));
  const all = goods.map((line, i) => readLine(line, keys[i]!, pricesIncludeTax, seller, sign));
  const net = sale.at('total_price').decimal();
  const tax = sale.at('total_tax');
  const stated = sign * rounded(tax) || 0;
  const isSum = all.reduce((sum, { expected }) => sum + (expected.tax ?? NaN), 0) === stated;
  const adjustments = sale.entries('adjustments');
  const { charges, tip } = readAdjustments(adjustments, pricesIncludeTax, seller, sign);
  const payments = sale.either('register_sale_payments', 'payments').list([]);
  const total = sign * rounded(tax, addDecimals(net, tax.decimal()));
  if (adjustments.length === 0 && payments.some((payment) => !payment.at('surcharge').isAbsent)) {
    // The sale does not state the amount of its surcharge, which is the part of the total that the lines do not account
    // for.
    const goodsAmount = all.reduce((sum, { expected }) => sum + expected.amount!, 0);
    const amount = (pricesIncludeTax ? total : sign * rounded(sale, net)) - goodsAmount;
    if (amount > 0) charges.push({ key: 'charge:Surcharge', name: 'Surcharge', amount });
  }
  return {
    id: sale.at('id').id(),
    receiptNumber: sale.either('invoice_number', 'receipt_number', 'id').id(),
    timestamp,
    currency,
    pricesIncludeTax,
    // If the line taxes do not add up to the sale's tax, omits them, so that only the sale's tax is compared.
    lines: isSum
      ? all
      : all.map(({ line, expected: { key, amount } }) => ({ line: without(line), expected: { key, amount } })),
    charges,
    tip: tip === 0 ? undefined : tip,
    added: [
      ...charges.map(({ key, amount }) => ({ key, amount })),
      ...(tip === 0 ? [] : [{ key: 'tip', amount: tip }]),
    ],
    tenders: readTenders(payments, sign),
    total,
    tax: stated,
  };
}

const without = (line: Keyed<DraftLine>): Keyed<DraftLine> => ({ ...line, taxAmount: undefined });

function readLine(
  line: Reader,
  key: string,
  pricesIncludeTax: boolean,
  seller: Seller,
  sign: 1 | -1,
): Sale['lines'][number] {
  const net = line.at('price').decimal();
  const tax = line.at('tax').decimal();
  const quantity = line.at('quantity').decimal();
  const units: Decimal = { ...quantity, coefficient: BigInt(sign) * quantity.coefficient };
  const price = pricesIncludeTax ? addDecimals(net, tax) : net;
  const rate = readRate(line, net, tax, seller);
  const amount = rounded(line.at('price'), multiplyDecimals(units, price));
  const charged = rounded(line.at('tax'), multiplyDecimals(units, tax));
  const totals = ['price_total', 'tax_total'].map((name) => line.at(name));
  // `price` is the price after the discount; `discount` excludes tax.
  const off = line.at('discount').decimal(decimalOf(0));
  const share = addDecimals(
    decimalOf(1),
    multiplyDecimals(decimalOf(rate.taxRate ?? 0), { coefficient: 1n, scale: 2 }),
  );
  const discount = rounded(
    line.at('discount'),
    multiplyDecimals(units, pricesIncludeTax ? multiplyDecimals(off, share) : off),
  );
  const stated = totals.some((total) => total.isAbsent)
    ? amount
    : sign *
      rounded(
        line,
        totals
          .slice(0, pricesIncludeTax ? 2 : 1)
          .map((total) => total.decimal())
          .reduce(addDecimals),
      );
  return {
    line: {
      key,
      name: line.either('name', 'sku', 'product_id').text(),
      sku: line.at('sku').text('') || undefined,
      quantity: Number(decimalText(units)),
      ...(discount === 0
        ? { price: { net: decimalText(net), tax: decimalText(tax) } }
        : { lineTotal: amount + discount, discount: discountOf(discount) }),
      ...rate,
      taxAmount: charged,
    },
    expected: { key, amount: stated, tax: charged },
  };
}

/** How far a computed tax may differ from the stated tax, which has five decimals. */
const CLOSE = 1.01e-5;

/**
 * The stated rate, else the rate from `options.rates`, else a rate that yields the stated tax, else `options.taxRate`.
 */
function readRate(line: Reader, net: Decimal, tax: Decimal, seller: Seller): Rate & { readonly taxRate?: number } {
  if (seller.giftCardProducts?.includes(line.at('product_id').id(''))) return OUT_OF_SCOPE;
  if (tax.coefficient === 0n) return { taxRate: 0, taxCategory: seller.zeroRateCategory };
  const taxId = line.at('tax_id');
  const id = taxId.id('');
  const known = line.at('tax_rate').fraction(undefined) ?? seller.rates.get(id) ?? rateOf(net, tax, seller);
  const taxRate = known ?? seller.taxRate;
  if (taxRate === undefined)
    taxId.report(
      'source_needs_option',
      id === ''
        ? 'is absent, and no rate fits the tax: send options.taxRate'
        : `is no known tax rate: send options.rates['${id}']`,
    );
  return { taxRate: taxRate ?? 0 };
}

function rateOf(net: Decimal, tax: Decimal, { shop }: Seller): number | undefined {
  const [price, charged] = [net, tax].map((amount) => Number(decimalText(amount))) as [number, number];
  const isIt = (rate: number): boolean => Math.abs((price * rate) / 100 - charged) <= CLOSE;
  const rates = shop.pack?.law?.rates ?? [];
  const found = isTable(rates)
    ? rates.map(({ rate }) => rate)
    : [0, 1, 2, 3].map((n) => Number(((100 * charged) / price).toFixed(n)));
  return found.find(isIt);
}

/** Reads surcharges, online order charges and tips. Skips discounts, which the lines already include. */
function readAdjustments(
  adjustments: readonly Reader[],
  pricesIncludeTax: boolean,
  { zeroRateCategory }: Seller,
  sign: 1 | -1,
): { readonly charges: (Charge & Added)[]; readonly tip: number } {
  const charges: (Charge & Added)[] = [];
  let tip = 0;
  for (const adjustment of adjustments) {
    const type = adjustment.either('adjustment_type', 'type').text('');
    if (type === 'DISCOUNT') continue;
    const value = adjustment.at('value').decimal();
    const taxes = adjustment.entries('tax_components').map((one) => one.at('total_tax').decimal());
    const tax = taxes.reduce(addDecimals, decimalOf(0));
    const amount = sign * rounded(adjustment, pricesIncludeTax ? addDecimals(value, tax) : value);
    if (type === 'TIP') tip += amount;
    else if (amount !== 0) {
      const name = adjustment.at('name').text('') || 'Surcharge';
      const rate: Partial<Rate> = tax.coefficient === 0n ? { taxRate: 0, taxCategory: zeroRateCategory } : {};
      charges.push({ key: `charge:${name}`, name, amount, ...rate });
    }
  }
  return { charges, tip };
}

/** Adds up the payments by name. Change is a negative payment. */
function readTenders(payments: readonly Reader[], sign: 1 | -1): DraftTender[] {
  const byName = new Map<string, { method: DraftTender['method']; amount: number; tendered: number }>();
  for (const payment of payments) {
    const name = payment.at('name').text('');
    const isCash = payment.at('payment_type_id').id('') === '1' || /^cash$/i.test(name);
    const isCard = /card|eftpos|visa|mastercard|amex/i.test(name) && !/gift|loyalty|store/i.test(name);
    const amount = sign * rounded(payment.at('amount'));
    const known = byName.get(name) ?? { method: isCash ? 'cash' : isCard ? 'card' : 'other', amount: 0, tendered: 0 };
    byName.set(name, {
      ...known,
      amount: known.amount + amount,
      tendered: known.tendered + Math.max(0, amount),
    });
  }
  return [...byName].map(([name, { method, amount, tendered }]) => ({
    method,
    amount,
    ...(method === 'cash' && tendered > amount && { tendered }),
    ...(method !== 'cash' && name !== '' && { name }),
  }));
}
