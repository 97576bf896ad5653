import type {
  Charge,
  DraftLine,
  DraftLineTax,
  DraftTender,
  Expectation,
  CorrectedSale,
  RefundLine,
} from '../../complete/types.js';
import type { Jurisdiction } from '../../document/types.generated.js';
import type { SaleSource, CorrectionSource } from '../core/adapter.js';
import {
  checkFinal,
  currencyOf,
  discountOf,
  draftOf,
  OUT_OF_SCOPE,
  paidBy,
  taxed,
  type Rate,
  moneyBack,
  checkSale,
  correctionOf,
  factsOf,
} from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';

/** A line or charge for the draft, and the amount and tax that Toast reports for it. */
interface Part<T> {
  readonly part: T;
  readonly expected: { readonly key: string; readonly amount: number; readonly tax: number };
}

/** Whether the document's prices include tax, and whether Toast's prices do. */
interface Prices {
  readonly include: boolean;
  readonly areStatedSo: boolean;
}

const isGone = (one: Reader): boolean => one.at('voided').flag(false) || one.at('deleted').flag(false);

function checkSold(one: Reader): void {
  if (isGone(one)) one.at('voided').report('source_not_final', 'or deleted is true: nothing was sold');
}

/** The only check in an order that was sold; or the payload itself, if it is a check. */
function checkOf(given: Reader): Reader {
  const checks = given.at('checks');
  if (checks.isAbsent) return given;
  checkSold(given);
  const all = checks.list();
  const sold = all.filter((check) => !isGone(check));
  if (sold.length > 1)
    checks.report('source_not_understood', 'has several checks, each a receipt: map each separately');
  if (sold.length === 0) checks.report('source_not_final', 'has no check that was sold');
  return sold[0] ?? given;
}

export function readSale(given: Reader, seller: Seller): SaleSource {
  const check = checkOf(given);
  checkSold(check);
  checkFinal(check.at('paymentStatus'), ['PAID', 'CLOSED'], ['OPEN'], seller, 'send the check once it is paid');
  const timestamp = check.either('paidDate', 'closedDate', 'openedDate').time(seller.timeZone);
  const currency = currencyOf(check, timestamp, seller);
  const total = check.at('totalAmount').money();
  const selections = check
    .at('selections')
    .list()
    .filter((selection) => !selection.at('voided').flag(false));
  const include = selections.some((selection) => selection.at('taxInclusion').value === 'INCLUDED');
  const prices = { include, areStatedSo: include && total === check.at('amount').money() };
  const goods = selections.map((selection) => readSelection(selection, prices, seller));
  const all = check.entries('appliedServiceCharges');
  const roundings = all.filter((charge) => charge.at('serviceChargeCategory').value === 'CASH_ROUNDING');
  const rounding = roundings.reduce((sum, charge) => sum + charge.at('chargeAmount').money(), 0);
  const charges = all
    .filter((charge) => !roundings.includes(charge))
    .map((charge) => readCharge(charge, prices, seller));
  const payments = check.entries('payments').filter(isPaid);
  const tip = payments.reduce((sum, payment) => sum + payment.at('tipAmount').money(0), 0);
  const id = check.at('guid').id();
  return {
    draft: {
      ...draftOf('toast', seller, id, include),
      receiptNumber: check.at('displayNumber').id(id),
      timestamp,
      currency,
      items: goods.map(({ part }) => part),
      charges: charges.map(({ part }) => part),
      tip: tip === 0 ? undefined : tip,
      totals: rounding === 0 ? undefined : { rounding },
      ...paidBy(payments.map(readTender)),
    },
    expect: {
      total: total + gratuityBeside([...goods, ...charges], total - rounding, include) + tip,
      tax: check.at('taxAmount').money(),
      lines: [
        ...[...goods, ...charges].map(({ expected }) => expected),
        ...(tip === 0 ? [] : [{ key: 'tip', amount: tip }]),
      ],
    } satisfies Expectation,
  };
}

/** The sum of the gratuities, if the check's total excludes them; otherwise 0. */
function gratuityBeside(parts: readonly Part<DraftLine | Charge>[], total: number, pricesIncludeTax: boolean): number {
  const worth = (those: typeof parts): number =>
    those.reduce((sum, { expected: { amount, tax } }) => sum + amount + (pricesIncludeTax ? 0 : tax), 0);
  const gratuities = parts.filter(({ part }) => part.taxCategory === 'O' && 'amount' in part);
  const extra = worth(gratuities);
  return worth(parts) - extra === total ? extra : 0;
}

/** Types outside the scope of the tax: gift cards and payments to house accounts. */
const OUTSIDE = /_CARD|^HOUSE_ACCOUNT/;

function readSelection(selection: Reader, prices: Prices, seller: Seller): Part<DraftLine> {
  const key = selection.at('guid').id();
  const price = selection.at('price').money();
  const before = selection.at('preDiscountPrice').money(price);
  const { rate, tax } = readTaxes(selection, 'tax', seller);
  const amount = price + added(selection, prices, tax);
  const discount = Math.max(0, before - price);
  const unit = selection.at('unitOfMeasure').text('NONE').toLowerCase();
  return {
    part: {
      key,
      name: [selection.at('displayName').text(), ...modifiersOf(selection)].join(', '),
      quantity: selection.at('quantity').number(1),
      unit: unit === 'none' ? undefined : unit.replace('_', ' '),
      lineTotal: amount + discount,
      discount: discountOf(discount),
      ...(OUTSIDE.test(selection.at('selectionType').text('')) ? OUT_OF_SCOPE : rate),
    },
    expected: { key, amount, tax },
  };
}

/** The tax to add to a Toast price so that it includes tax if the document's prices do. */
function added(fields: Reader, { include, areStatedSo }: Prices, tax: number): number {
  const isIncluded = areStatedSo && fields.at('taxInclusion').text('') === 'INCLUDED';
  return include && !isIncluded ? tax : 0;
}

/** The names of a selection's modifiers. The selection's price includes the modifiers' prices. */
function modifiersOf(selection: Reader): string[] {
  const modifiers = selection.entries('modifiers');
  return modifiers
    .flatMap((modifier) => [modifier.at('displayName').text(''), ...modifiersOf(modifier)])
    .filter(Boolean);
}

function readCharge(charge: Reader, prices: Prices, seller: Seller): Part<Charge> {
  const key = charge.at('guid').id();
  const { rate, tax } = readTaxes(charge, 'taxAmount', seller);
  const amount = charge.at('chargeAmount').money() + added(charge, prices, tax);
  const name = charge.at('name').text('') || 'Service charge';
  const isGratuity = charge.at('gratuity').flag(false);
  return { part: { key, name, amount, ...(isGratuity ? OUT_OF_SCOPE : rate) }, expected: { key, amount, tax } };
}

const LEVELS = ['state', 'county', 'city', 'district'];

/** @param name the name of the field with the total tax */
function readTaxes(fields: Reader, name: string, seller: Seller): { readonly rate: Rate; readonly tax: number } {
  const applied = fields.at('appliedTaxes');
  const taxes = applied
    .list([])
    .map((tax) => readTax(tax, seller))
    .filter(({ rate, amount }) => rate > 0 || amount !== 0);
  const sum = taxes.reduce((total, { amount }) => total + amount, 0);
  const tax = fields.at(name).money(sum);
  if (taxes.length > 0 || tax === 0) return { rate: taxed(taxes, seller), tax };
  if (seller.taxRate === undefined) applied.report('source_needs_option', 'has no tax rate: send the option taxRate');
  return { rate: { taxRate: seller.taxRate ?? 0 }, tax };
}

function readTax(tax: Reader, { rates }: Seller): DraftLineTax & { readonly amount: number } {
  const name = tax.either('displayName', 'name').text('Tax');
  const amount = tax.at('taxAmount').money();
  const level = tax.at('jurisdictionType').text('').toLowerCase();
  const rate = tax.at('rate');
  const isPercentage = tax.at('type').text('PERCENT') === 'PERCENT';
  // Toast states no percentage for taxes that are a fixed amount or come from a table.
  const percent = (isPercentage ? rate.fraction(undefined) : undefined) ?? rates.get(name);
  if (percent === undefined && amount !== 0)
    rate.report('source_needs_option', `is not a percentage: send options.rates['${name}']`);
  return {
    ...(LEVELS.includes(level) && { level: level as Jurisdiction['level'] }),
    name,
    rate: percent ?? 0,
    amount,
  };
}

const isPaid = (payment: Reader): boolean => !/ERROR|DENIED|CANCELLED|VOID/.test(payment.at('paymentStatus').text(''));

function readTender(payment: Reader): DraftTender {
  const type = payment.at('type').text();
  const tip = payment.at('tipAmount').money(0);
  const amount = payment.at('amount').money() + tip;
  if (type === 'CREDIT') {
    const last4 = payment.at('last4Digits').text('');
    return { method: 'card', amount, last4: /^\d{4}$/.test(last4) ? last4 : undefined };
  }
  if (type !== 'CASH') return { method: 'other', amount, name: /GIFT|_SV$/.test(type) ? 'Gift card' : undefined };
  const tendered = payment.at('amountTendered').money(NaN) + tip;
  return { method: 'cash', amount, ...(tendered >= amount && { tendered }) };
}

/** A refund of a payment. Amounts are in minor units. */
interface Refund {
  readonly id: string;
  readonly timestamp: string;
  readonly amount: number;
  readonly tip: number;
}

/** Reads the next refund of a check: the first one without a prior correction. */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const check = checkOf(given);
  const { pricesIncludeTax } = factsOf(of);
  const guid = check.at('guid');
  checkSale(guid, of, guid.id());
  const payments = check.at('payments');
  const refunds = payments.list().flatMap((payment): Refund[] => {
    const refund = payment.at('refund');
    if (refund.isAbsent) return [];
    const id: string = idOf(refund) ?? payment.at('guid').id();
    const timestamp = refund.at('refundDate').time(seller.timeZone);
    return [{ id, timestamp, amount: refund.at('refundAmount').money(), tip: refund.at('tipRefundAmount').money(0) }];
  });
  refunds.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  const ids = [...new Set(refunds.map(({ id }) => id))];
  const next = ids[of.priorCorrections.length];
  if (next === undefined) payments.report('source_not_final', 'have no other refund');
  const parts = refunds.filter(({ id }) => id === next);
  const tip = parts.reduce((sum, refund) => sum + refund.tip, 0);
  const total = parts.reduce((sum, refund) => sum + refund.amount, tip);
  const reason = 'returned';
  const fields = { ...correctionOf('toast', seller, next ?? '', parts[0]?.timestamp ?? ''), reason } as const;
  const expected = ['selections', 'appliedServiceCharges'].flatMap((name) =>
    check.entries(name).flatMap((line) => {
      const details = line.at('refundDetails');
      if (details.isAbsent || (idOf(details) ?? next) !== next) return [];
      const tax = details.at('taxRefundAmount').money(0);
      const amount = details.at('refundAmount').money() + (pricesIncludeTax ? tax : 0);
      return [{ key: line.at('guid').id(), amount, tax }];
    }),
  );
  if (expected.length === 0) return moneyBack(of, fields, total);
  if (tip > 0) expected.push({ key: 'tip', amount: tip, tax: 0 });
  const lines = expected.map(({ key, amount }): RefundLine => ({ key, amount }));
  const tax = expected.reduce((sum, line) => sum + line.tax, 0);
  return { kind: 'refund', input: { ...of, ...fields, lines }, expect: { total, tax, lines: expected } };
}

/** The id that the refunds of payments and items share. */
const idOf = (refund: Reader): string | undefined => refund.at('refundTransaction').at('guid').id(undefined);
