import { fieldPath } from '../../issues/field-path.js';
import { show } from '../../text/show.js';
import { fieldsOf, figure, finite, type Fields, type CompletionContext } from '../completion-context.js';
import { soldLines, type ParsedLine } from './document.js';
import { remaining, remainingAtRate, remainingUnits, unitsOf, type RefundLedger, type LineBalance } from './ledger.js';
import { quantityOf, taxBounds, clamp } from './part.js';

/** Reads the refund lines one by one, and reports those that cannot be refunded. */
export function readRefundLines(
  context: CompletionContext,
  ledger: RefundLedger,
  name: 'lines' | 'returned',
  given: unknown,
): ParsedLine[] {
  if (given === 'all') return refundAll(context, ledger, name);
  if (!Array.isArray(given)) {
    const code = given === undefined ? 'required' : 'invalid_type';
    context.reportType([name], code, "an array such as [{ line: 0, quantity: 1 }], or 'all'", given);
    return [];
  }
  if (given.length === 0) context.report([name], 'too_few_items', `${name} is empty. Name at least one line.`);
  return given.flatMap((fields: unknown, k) => readRefundLine(context, ledger, [name, k], fields) ?? []);
}

/** The place of a refund line in the input: `lines[0]`. */
type At = readonly [string, number];

function readRefundLine(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  given: unknown,
): ParsedLine | undefined {
  const fields = copyFields(given);
  const field = fieldPath(at);
  const { line: index, quantity, amount } = fields;
  context.checkFields(at, fields, ['line', 'quantity', 'amount']);
  const line = typeof index === 'number' ? ledger.sale.lines[index] : undefined;
  if (line === undefined) {
    const last = ledger.sale.lines.length - 1;
    const message = `${field}.line is ${show(index)}, but the sale has ${last === 0 ? 'only line 0' : `lines 0 to ${last}`}.`;
    context.report([...at, 'line'], 'line_not_found', message, index);
    return undefined;
  }
  if (!soldLines(ledger.sale).includes(line)) {
    context.report(
      [...at, 'line'],
      'not_refundable',
      `${field}.line is a line that the exchange returned. Name a line that it sold.`,
      index,
    );
    return undefined;
  }
  const count = context.issues.length;
  const refunded =
    amount === undefined
      ? refundQuantity(context, ledger, at, line, quantity)
      : refundAmount(context, ledger, at, line, amount, quantity);
  if (refunded === undefined || context.issues.length > count || exceedsRate(context, ledger, at, refunded))
    return undefined;
  ledger.addLine(refunded);
  return refunded;
}

function copyFields(given: unknown): Fields {
  try {
    return { ...fieldsOf(given) };
  } catch {
    return {};
  }
}

function refundQuantity(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  line: ParsedLine,
  given: unknown,
): ParsedLine | undefined {
  const path = [...at, 'quantity'];
  const balance = ledger.balanceOf(line)!;
  const own = Math.abs(line.quantity);
  const quantity = given === undefined ? own : finite(given);
  if (quantity === undefined || quantity <= 0) {
    if (given === undefined) return { ...line };
    context.reportType(path, typeof given === 'number' ? 'out_of_range' : 'invalid_type', 'a number above 0', given);
    return undefined;
  }
  if (quantity !== own && !(Number.isInteger(quantity) && balance.scale === 0)) {
    const item = `items[${line.index}]`;
    const wanted =
      balance.scale === 0
        ? `only whole pieces of ${item} can be refunded.`
        : `${item} is a weighed line (${line.quantity}). Refund all of it, or send an amount.`;
    const message = `${fieldPath(path)} is ${quantity}, but ${wanted}`;
    context.report(path, 'invalid_value', message, quantity, own);
    return undefined;
  }
  const units = unitsOf(balance, quantity);
  const rest = remainingUnits(balance);
  const source = balance.scale === 0 ? line : openLine(balance, line);
  const isClosed = source === undefined;
  if (rest === 0n || isClosed || (given !== undefined && units > rest)) {
    const message = `${fieldPath(at)} is ${quantity} of items[${line.index}], but ${isClosed ? 0 : quantityOf(balance, rest)} of ${quantityOf(balance, balance.sold.quantity)} remain.`;
    context.report(path, 'over_refund', message, quantity, isClosed ? 0 : quantityOf(balance, rest));
    return undefined;
  }
  return shareOfLine(ledger, source, units < rest ? units : rest);
}

/** The line, or another of the same quantity that has not been returned. */
function openLine({ open }: LineBalance, line: ParsedLine): ParsedLine | undefined {
  return open.includes(line) ? line : open.find(({ quantity }) => quantity === line.quantity);
}

function shareOfLine(ledger: RefundLedger, line: ParsedLine, units: bigint): ParsedLine {
  const balance = ledger.balanceOf(line)!;
  const { amount, discount, tax } = ledger.nextShare(line, units);
  const quantity = quantityOf(balance, units);
  return {
    ...line,
    quantity: line.quantity < 0 ? -quantity : quantity,
    amount: Number(amount),
    discount: Number(discount),
    taxAmount: Number(tax),
  };
}

/** Part of the amount of a line, as a separate line. */
function refundAmount(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  line: ParsedLine,
  given: unknown,
  quantity: unknown,
): ParsedLine | undefined {
  const path = [...at, 'amount'];
  if (quantity !== undefined) {
    context.report(path, 'not_allowed', `${fieldPath(at)} has quantity and amount. Send one of them.`);
    return undefined;
  }
  const amount = figure(given);
  if (amount === undefined || amount <= 0) {
    context.reportType(
      path,
      typeof given === 'number' ? 'out_of_range' : 'invalid_type',
      'an integer in minor units above 0',
      given,
    );
    return undefined;
  }
  const { sold, returned } = ledger.balanceOf(line)!;
  const rest = remaining(sold.amount, returned.amount);
  if (BigInt(amount) > rest) {
    context.report(
      path,
      'over_refund',
      `${fieldPath(path)} is ${amount}, but only ${rest} of items[${line.index}] can still be refunded.`,
      amount,
      Number(rest),
    );
    return undefined;
  }
  return amountLine(ledger, line, amount, line.name);
}

/** A line with quantity 1 for an amount at a rate. The last one gets the remaining tax. */
export function amountLine(
  ledger: RefundLedger,
  like: Pick<ParsedLine, 'rate' | 'category'> & Partial<ParsedLine>,
  amount: number,
  name: string,
): ParsedLine {
  const rate = ledger.rates.find(like.rate, like.category)!;
  const rest = remainingAtRate(rate);
  const [floor, ceiling] = taxBounds(BigInt(amount), like.rate, ledger.sale.pricesIncludeTax);
  const share = rest.amount === 0n ? 0n : (2n * rest.tax * BigInt(amount) + rest.amount) / (2n * rest.amount);
  const taxAmount = Number(clamp(share, floor, ceiling));
  const { index = -1, sku } = like;
  return {
    index,
    name,
    sku,
    unit: undefined,
    rate: like.rate,
    category: like.category,
    quantity: 1,
    unitPrice: amount,
    amount,
    discount: 0,
    taxAmount,
  };
}

/** Whether a line exceeds the remaining amount at its rate. Credits by amount only count at their rate. */
function exceedsRate(
  context: CompletionContext,
  ledger: RefundLedger,
  path: readonly (string | number)[],
  { rate, category, amount }: ParsedLine,
): boolean {
  const rest = remainingAtRate(ledger.rates.find(rate, category)!).amount;
  if (amount <= 0 || BigInt(amount) <= rest) return false;
  const message = `The refund at rate ${rate}, category ${category} is ${amount}, but only ${rest} can still be refunded.`;
  context.report(path, 'over_refund', message, amount, Number(rest));
  return true;
}

/** Refunds everything that remains. Each rate credited by amount gets one line. */
function refundAll(context: CompletionContext, ledger: RefundLedger, name: string): ParsedLine[] {
  const refunded = remainingLines(ledger).filter(
    (line) => line.quantity !== 0 && !ledger.rates.find(line.rate, line.category)!.isLoose,
  );
  const rest = ledger.rates.all
    .filter(({ isLoose }) => isLoose)
    .flatMap((rate) => {
      const { amount } = remainingAtRate(rate);
      return amount > 0n ? [amountLine(ledger, rate, Number(amount), 'Remaining amount')] : [];
    });
  for (const line of [...refunded, ...rest]) ledger.addLine(line);
  if (refunded.length + rest.length === 0)
    context.report([name], 'over_refund', 'The sale has already been refunded in full.', undefined, 0);
  return [...refunded, ...rest];
}

/** The remainder of every sold line, in order. The quantity is 0 for a returned line. */
export function remainingLines(ledger: RefundLedger): ParsedLine[] {
  const { sale } = ledger;
  // The line as sold, if nothing has been returned yet.
  if (ledger.isUntouched) return [...soldLines(sale)];
  const copy = ledger.copy();
  return soldLines(sale).map((line) => {
    const balance = copy.balanceOf(line)!;
    const own = unitsOf(balance, line.quantity);
    const rest = remainingUnits(balance);
    const source = balance.scale === 0 ? line : openLine(balance, line);
    const units = own < rest ? own : rest;
    if (source === undefined || units === 0n) return { ...line, quantity: 0, amount: 0, discount: 0, taxAmount: 0 };
    const refunded = { ...shareOfLine(copy, source, units), index: line.index };
    copy.addLine(refunded);
    return refunded;
  });
}
