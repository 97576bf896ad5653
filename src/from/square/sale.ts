import type { Charge, DraftLine, DraftTender, ExpectedLine } from '../../complete/types.js';
import type { SaleSource } from '../core/adapter.js';
import { discountOf, draftOf, orderIn, OUT_OF_SCOPE, paidBy, taxed, type Rate } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** A line for the draft, and the figures that Square charged for it. */
export interface SourceLine {
  readonly line: DraftLine & { readonly key: string };
  readonly expected: ExpectedLine;
}

interface NamedRate {
  readonly name: string;
  /** Percent. */
  readonly rate: number;
  readonly isIncluded: boolean;
}

/** The taxes of an order. Its lines refer to them by uid. */
export interface Taxes {
  readonly byUid: ReadonlyMap<string, NamedRate>;
  /** Whether prices include tax: true if any tax is inclusive. Prices with an additive tax are then grossed up. */
  readonly included: boolean;
}

const METHODS: Readonly<Record<string, DraftTender['method']>> = {
  CASH: 'cash',
  CARD: 'card',
  THIRD_PARTY_CARD: 'card',
  WALLET: 'mobile',
  BANK_ACCOUNT: 'transfer',
};

/** Reads an amount in minor units; returns the fallback if the field is absent. */
export const amountAt = (fields: Reader, name: string, ...fallback: readonly [] | readonly [number]): number =>
  fields.at(name).isAbsent && fallback.length > 0 ? fallback[0]! : fields.at(name).at('amount').minor();

export function readSale(given: Reader, seller: Seller): SaleSource {
  const order = orderIn(given);
  const state = order.at('state');
  const open = seller.requireCompleted ? '' : 'OPEN';
  if (!['', 'COMPLETED', open].includes(state.text()))
    state.report('source_not_final', 'is not COMPLETED: send the order once completed');
  const total = order.at('total_money');
  const currency = total.at('currency').currency();
  const returns = order.at('returns');
  if (returns.list([]).length > 0) returns.report('source_not_understood', 'has returned goods: use toCorrection');
  const taxes = readTaxes(order.at('taxes'));
  const { lines, charges, tenders } = readParts(order, taxes, seller);
  const tip = amountAt(order, 'total_tip_money', 0);
  const rounding = order.at('rounding_adjustment');
  const id = order.at('id').id();
  return {
    draft: {
      ...draftOf('square', seller, id, taxes.included),
      receiptNumber: id,
      timestamp: timeOf(order, seller),
      currency,
      items: lines.map(({ line }) => line),
      charges: charges.map(({ charge }) => charge),
      tip,
      ...paidBy(tenders),
      totals: rounding.isAbsent ? undefined : { rounding: amountAt(rounding, 'amount_money') },
    },
    expect: {
      total: total.at('amount').minor(),
      tax: amountAt(order, 'total_tax_money'),
      lines: [
        ...lines.map(({ expected }) => expected),
        ...charges.map(({ expected }) => expected),
        { key: 'tip', amount: tip, tax: 0 },
      ],
    },
  };
}

/** Reads the lines, charges and tenders of an order. */
export function readParts(
  order: Reader,
  taxes: Taxes,
  seller: Seller,
): {
  readonly lines: readonly SourceLine[];
  readonly charges: readonly SourceCharge[];
  readonly tenders: readonly DraftTender[];
} {
  const charges = order.entries('service_charges');
  return {
    lines: order.entries('line_items').map((line) => readLine(line, taxes, seller)),
    charges: charges
      .filter((charge) => charge.at('treatment_type').value !== 'APPORTIONED_TREATMENT')
      .map((charge) => readCharge(charge, taxes, seller)),
    tenders: order.entries('tenders').map(readTender),
  };
}

/** When the order was closed; for an open order, when it was created. */
export function timeOf(order: Reader, { timeZone }: Pick<Seller, 'timeZone'>): string {
  const closed = order.at('closed_at');
  return (closed.isAbsent ? order.at('created_at') : closed).time(timeZone);
}

export function readTaxes(list: Reader): Taxes {
  const byUid = new Map(
    list.list([]).map((tax): [string, NamedRate] => [
      tax.at('uid').id(),
      {
        name: tax.at('name').text('Tax'),
        rate: tax.at('percentage').number(),
        isIncluded: tax.at('type').text('ADDITIVE') === 'INCLUSIVE',
      },
    ]),
  );
  return { byUid, included: [...byUid.values()].some(({ isIncluded }) => isIncluded) };
}

/**
 * Reads the figures that Square charged for a line or a service charge. The amount includes tax if the draft's prices
 * do.
 */
function readCharged(
  fields: Reader,
  { byUid, included }: Taxes,
  seller: Seller,
): {
  readonly expected: ExpectedLine & { readonly key: string; readonly amount: number };
  readonly rate: Rate;
  /** Whether the amount includes a tax that Square adds to the price. */
  readonly isGrossedUp: boolean;
} {
  const tax = amountAt(fields, 'total_tax_money', 0);
  const total = amountAt(fields, 'total_money');
  let isGrossedUp = false;
  const taxes = fields.entries('applied_taxes').map((applied) => {
    const uid = applied.at('tax_uid');
    const found = byUid.get(uid.id());
    if (found === undefined) uid.misread('the uid of an order tax');
    const { name = '', rate = 0, isIncluded = true } = found ?? {};
    isGrossedUp ||= included && !isIncluded;
    return { name, rate, amount: amountAt(applied, 'applied_money') };
  });
  const expected = { key: fields.at('uid').id(), amount: included ? total : total - tax, tax };
  return { expected, rate: taxed(taxes, seller), isGrossedUp };
}

/** @param prefix the prefix of the field names in returned lines */
export function readLine(line: Reader, taxes: Taxes, seller: Seller, prefix = ''): SourceLine {
  const { expected, isGrossedUp, ...charged } = readCharged(line, taxes, seller);
  const { key, amount, tax } = expected;
  const discount = amountAt(line, 'total_discount_money', 0);
  const service = amountAt(line, 'total_service_charge_money', 0);
  const names = [line.at('name').text(undefined), line.at('variation_name').text(undefined)];
  const rate = line.at('item_type').value === 'GIFT_CARD' ? OUT_OF_SCOPE : charged.rate;
  return {
    line: {
      key,
      name: names.filter((name) => name !== undefined && name !== '').join(', ') || 'Custom amount',
      quantity: line.at('quantity').number(),
      unit: unitOf(line.at('quantity_unit').at('measurement_unit')),
      // Taxes and service charges that Square adds to a line are not part of its unit price.
      ...(isGrossedUp || service !== 0
        ? { lineTotal: amount + discount }
        : {
            unitPrice: amountAt(line, 'base_price_money'),
            modifiers: line.entries(`${prefix}modifiers`).map(readModifier),
          }),
      discount: discountOf(discount),
      ...rate,
      taxAmount: 'taxes' in rate ? undefined : tax,
    },
    expected,
  };
}

const readModifier = (modifier: Reader): { name: string; quantity: number; unitPrice: number } => ({
  name: modifier.at('name').text('Extra'),
  quantity: modifier.at('quantity').number(1),
  unitPrice: amountAt(modifier, 'base_price_money', 0),
});

/** A service charge for the draft, and the figures that Square charged for it. */
interface SourceCharge {
  readonly charge: Charge & { readonly key: string; readonly name: string; readonly amount: number } & Rate;
  readonly expected: ExpectedLine;
}

export function readCharge(charge: Reader, taxes: Taxes, seller: Seller): SourceCharge {
  const { expected, rate } = readCharged(charge, taxes, seller);
  const { key, amount } = expected;
  return { charge: { key, name: charge.at('name').text('Service charge'), amount, ...rate }, expected };
}

function readTender(tender: Reader): DraftTender {
  const type = tender.at('type').text();
  const cash = tender.at('cash_details');
  const method = METHODS[type] ?? 'other';
  return {
    method,
    amount: amountAt(tender, 'amount_money'),
    ...(type === 'SQUARE_GIFT_CARD' && { name: 'Gift card' }),
    ...(method === 'card' && { last4: tender.at('card_details').at('card').at('last_4').text(undefined) }),
    ...(method === 'cash' &&
      !cash.isAbsent && {
        tendered: amountAt(cash, 'buyer_tendered_money'),
        change: amountAt(cash, 'change_back_money', 0),
      }),
  };
}

/**
 * The units as printed on receipts, by Square's names without the prefix for the system of measurement, such as
 * `METRIC_`.
 */
const UNITS: Readonly<Record<string, string>> = {
  KILOGRAM: 'kg',
  GRAM: 'g',
  POUND: 'lb',
  WEIGHT_OUNCE: 'oz',
  LITER: 'l',
  MILLILITER: 'ml',
  GALLON: 'gal',
  METER: 'm',
  CENTIMETER: 'cm',
  FOOT: 'ft',
  YARD: 'yd',
  HOUR: 'h',
};

/** The unit of a measured line; undefined for pieces, or if the order states several units. */
function unitOf(measured: Reader): string | undefined {
  const custom = measured.at('custom_unit').at('abbreviation').text(undefined);
  const named = ['weight_unit', 'volume_unit', 'length_unit', 'time_unit'].flatMap(
    (name) =>
      UNITS[
        measured
          .at(name)
          .text('')
          .replace(/^[A-Z]+_/, '')
      ] ?? [],
  );
  const units = custom === undefined ? named : [custom, ...named];
  return units.length === 1 ? units[0] : undefined;
}
