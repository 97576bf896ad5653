import type { CorrectedSale, CorrectionPayment, ExpectedLine, RefundLine } from '../../complete/types.js';
import type { CorrectionSource, ReturnSource } from '../core/adapter.js';
import { moneyBack, correctionOf, factsOf, orderIn, OUT_OF_SCOPE } from '../core/parts.js';
import { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { amountAt, readCharge, readLine, readParts, readTaxes, timeOf, type SourceLine } from './sale.js';

/**
 * Reads a return: a separate order with `returns`. A return of only an amount refers to no line of the sale. An order
 * that also sells goods is an exchange, and `Order.net_amounts` contains its figures: according to the SDK's types,
 * sale money minus return money.
 */
export function readCorrection(given: Reader, seller: Seller, of: CorrectedSale): CorrectionSource {
  const order = orderIn(given);
  const { externalId, pricesIncludeTax } = factsOf(of);
  const returned = returnOf(order, externalId);
  const fields = fieldsOf(order, seller);
  const goods = returned.entries('return_line_items');
  const amounts = readAmounts(returned);
  const isExchange = sellsGoods(order);
  const totals = isExchange ? figuresAt(order.at('net_amounts')) : totalsOf(order, returned);
  const net = order.at('net_amounts').at('total_money');
  const isOnly = order.entries('returns').length === 1;
  if (!isExchange && isOnly && !net.isAbsent && net.at('amount').minor() !== -totals.total)
    order.at('line_items').misread('the lines sold according to net_amounts');
  const isAmount = goods.every((line) => line.at('source_line_item_uid').isAbsent);
  if (isAmount && amounts.length === 0 && !isExchange) return moneyBack(of, fields, totals.total);
  const parts = goods.map((line): { line: RefundLine; expected: ExpectedLine } => {
    const key = line.at('source_line_item_uid').id();
    const tax = amountAt(line, 'total_tax_money', 0);
    const amount = amountAt(line, 'total_money') - (pricesIncludeTax ? 0 : tax);
    return { line: { key, quantity: line.at('quantity').number() }, expected: { key, amount, tax } };
  });
  if (isExchange) {
    const { sold, payment } = readSold(order, seller, pricesIncludeTax);
    if (order.entries('returns').length > 1)
      order.at('returns').report('source_not_understood', 'list several sales: use createExchanges');
    const [first, ...rest] = sold.map(({ line }) => line);
    const back = [...parts.map(({ expected }) => expected), ...amounts];
    return {
      kind: 'exchange',
      input: {
        ...{ ...of, ...fields, ...payment, reason: 'returned' },
        returned: [...parts.map(({ line }) => line), ...amounts],
        sold: [first!, ...rest],
      },
      expect: { ...totals, lines: [...back.map(negated), ...sold.map(({ expected }) => expected)] },
    };
  }
  return {
    kind: 'refund',
    input: { ...of, ...fields, reason: 'returned', lines: [...parts.map(({ line }) => line), ...amounts] },
    expect: { ...totals, lines: [...parts.map(({ expected }) => expected), ...amounts] },
  };
}

const sellsGoods = (order: Reader): boolean => order.entries('line_items').length > 0;

const negated = ({ amount, tax, ...line }: ExpectedLine): ExpectedLine => ({
  ...line,
  amount: amount === undefined ? undefined : -amount,
  tax: tax === undefined ? undefined : -tax,
});

/** The goods sold in an exchange, and how the difference was paid. */
function readSold(
  order: Reader,
  seller: Seller,
  pricesIncludeTax: boolean,
): { readonly sold: readonly SourceLine[]; readonly payment: CorrectionPayment } {
  const taxes = readTaxes(order.at('taxes'));
  const { lines, charges, tenders } = readParts(order, taxes, seller);
  const tip = amountAt(order.at('net_amounts'), 'tip_money', 0);
  const isTaxed = order.entries('taxes').length > 0;
  if (isTaxed && taxes.included !== pricesIncludeTax)
    order.at('taxes').misread(`${pricesIncludeTax ? 'included in' : 'added to'} prices, as in the sale`);
  const sold: SourceLine[] = [
    ...lines,
    ...charges.map(({ charge: { amount, ...charge }, expected }) => ({
      line: { ...charge, unitPrice: amount },
      expected,
    })),
    ...(tip === 0 ? [] : [{ line: tipLine(tip), expected: { key: 'tip', amount: tip, tax: 0 } }]),
  ];
  return { sold, payment: tenders.length === 0 ? {} : { tenders } };
}

const tipLine = (unitPrice: number): SourceLine['line'] & { unitPrice: number } => ({
  key: 'tip',
  name: 'Tip',
  unitPrice,
  ...OUT_OF_SCOPE,
});

/** The refunded service charges and tips. */
const readAmounts = (returned: Reader): { key: string; amount: number }[] => [
  ...returned
    .entries('return_service_charges')
    .map((charge) => ({ key: charge.at('source_service_charge_uid').id(), amount: amountAt(charge, 'applied_money') })),
  ...returned.entries('return_tips').map((tip) => ({ key: 'tip', amount: amountAt(tip, 'applied_money') })),
];

/** Reads a return whose sale is unknown; undefined if the order has no returns. */
export function readReturn(given: Reader, seller: Seller): ReturnSource | undefined {
  const order = orderIn(given);
  if (order.entries('returns').length === 0) return undefined;
  const returned = returnOf(order, undefined);
  if (sellsGoods(order))
    order.at('line_items').report('source_incomplete', 'are part of an exchange: send options.sale');
  const taxes = readTaxes(returned.at('return_taxes'));
  const goods = returned.entries('return_line_items').map((line) => readLine(line, taxes, seller, 'return_'));
  const charges = returned.entries('return_service_charges').map((charge) => readCharge(charge, taxes, seller));
  const tips = returned.entries('return_tips').map((tip) => tipLine(amountAt(tip, 'applied_money')));
  return {
    input: {
      ...fieldsOf(order, seller),
      vendor: { id: seller.businessId },
      payment: { method: 'other' },
      reason: 'returned',
      currency: amountsOf(order, returned).at('total_money').at('currency').currency(),
      pricesIncludeTax: taxes.included,
      lines: [
        ...goods.map(({ line }) => line),
        ...charges.map(({ charge: { amount, ...charge } }) => ({ ...charge, unitPrice: amount })),
        ...tips,
      ],
    },
    expect: {
      ...totalsOf(order, returned),
      lines: [
        ...[...goods, ...charges].map(({ expected }) => expected),
        ...tips.map(({ key, unitPrice }) => ({ key, amount: unitPrice, tax: 0 })),
      ],
    },
  };
}

/** The return that refers to the sale; the first return if the sale is unknown. */
function returnOf(order: Reader, externalId: string | undefined): Reader {
  const returns = order.at('returns');
  const all = returns.list();
  const found = all.find((one) => externalId !== undefined && one.at('source_order_id').value === externalId) ?? all[0];
  if (found === undefined) returns.misread('an array with a return');
  const source = found?.at('source_order_id');
  if (externalId !== undefined && source !== undefined && source.text(externalId) !== externalId)
    source.misread(`the id of the sale, ${externalId}`);
  return found ?? new Reader(undefined, [...returns.path, 0], returns.findings);
}

const fieldsOf = (order: Reader, seller: Seller): ReturnType<typeof correctionOf> =>
  correctionOf('square', seller, order.at('id').id(), timeOf(order, seller));

/** The refunded amounts; if the return does not state them, the order's, unless the order has several returns. */
function amountsOf(order: Reader, returned: Reader): Reader {
  const isOnly = order.entries('returns').length === 1;
  return (isOnly && returned.at('return_amounts').isAbsent ? order : returned).at('return_amounts');
}

function totalsOf(order: Reader, returned: Reader): { readonly total: number; readonly tax: number } {
  return figuresAt(amountsOf(order, returned));
}

const figuresAt = (amounts: Reader): { readonly total: number; readonly tax: number } => ({
  total: amountAt(amounts, 'total_money'),
  tax: amountAt(amounts, 'tax_money'),
});
