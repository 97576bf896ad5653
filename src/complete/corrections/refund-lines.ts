import { fieldPath } from '../../issues/field-path.js';
import { didYouMean, nearest } from '../../text/nearest.js';
import { show } from '../../text/show.js';
import { shares } from '../allocate.js';
import { fieldsOf, figure, finite, type Fields, type CompletionContext } from '../completion-context.js';
import type { ParsedLine } from './document.js';
import type { LineBalance, Money, RefundLedger } from './ledger.js';
import { restOf, taxOf } from './part.js';

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
  return given.flatMap((fields: unknown, k) => readRefundLine(context, ledger, [name, k], fields));
}

/** The place of a refund line in the input: `lines[0]`. */
type At = readonly [string, number];

function readRefundLine(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  given: unknown,
): readonly ParsedLine[] {
  const fields = copyFields(given);
  const { key, quantity, amount } = fields;
  context.checkFields(at, fields, ['line', 'key', 'quantity', 'amount']);
  const balances = key === undefined ? lineNamed(context, ledger, at, fields) : linesOfKey(context, ledger, at, fields);
  if (balances.length === 0) return [];
  const count = context.issues.length;
  const refunded =
    amount === undefined
      ? refundQuantity(context, ledger, at, balances, quantity)
      : refundAmount(context, ledger, at, balances, amount, quantity);
  return context.issues.length > count ? [] : refunded;
}

function copyFields(given: unknown): Fields {
  try {
    return { ...fieldsOf(given) };
  } catch {
    return {};
  }
}

function lineNamed(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  { line: index }: Fields,
): readonly LineBalance[] {
  const path = [...at, 'line'];
  const field = fieldPath(path);
  const { lines } = ledger.sale;
  if (typeof index !== 'number' || lines[index] === undefined) {
    const last = lines.length - 1;
    const message = `${field} is ${show(index)}, but the sale has ${last === 0 ? 'only line 0' : `lines 0 to ${last}`}.`;
    context.report(path, 'line_not_found', message, index);
    return [];
  }
  const balance = ledger.balanceAt(index);
  if (balance !== undefined) return [balance];
  const message = `${field} is a line that the exchange returned. Name a line that it sold.`;
  context.report(path, 'not_refundable', message, index);
  return [];
}

/** All lines that share a key: those of a line that was split, or of a charge over several rates. */
function linesOfKey(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  { key, line }: Fields,
): readonly LineBalance[] {
  const path = [...at, 'key'];
  const field = fieldPath(path);
  if (line !== undefined) {
    context.report(path, 'not_allowed', `${fieldPath(at)} has line and key. Send one of them.`, key);
    return [];
  }
  const found = ledger.balances.filter((balance) => typeof key === 'string' && balance.line.key === key);
  if (found.length > 0) return found;
  const keys = [...new Set(ledger.balances.flatMap((balance) => balance.line.key ?? []))];
  const known = keys.length === 0 ? 'the sale has no keys: use line.' : 'the sale has no such key.';
  const near = typeof key === 'string' ? didYouMean(nearest(key, keys)) : '';
  context.report(path, 'line_not_found', `${field} is ${show(key)}, but ${known}${near}`, key);
  return [];
}

/** The lines by rate: the quantity of a charge over several rates is that of each. */
function byRate(balances: readonly LineBalance[]): readonly (readonly LineBalance[])[] {
  const groups = new Map<string, LineBalance[]>();
  for (const balance of balances) {
    const { rate, category } = balance.line;
    const id = `${rate} ${category}`;
    groups.set(id, [...(groups.get(id) ?? []), balance]);
  }
  return [...groups.values()];
}

const sumOf = (figures: readonly bigint[]): bigint => figures.reduce((sum, one) => sum + one, 0n);

function refundQuantity(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  balances: readonly LineBalance[],
  given: unknown,
): ParsedLine[] {
  const path = [...at, 'quantity'];
  const quantity = given === undefined ? undefined : finite(given);
  if (given !== undefined && (quantity === undefined || quantity <= 0)) {
    context.reportType(path, typeof given === 'number' ? 'out_of_range' : 'invalid_type', 'a number above 0', given);
    return [];
  }
  return byRate(balances).flatMap((group) => refundUnits(context, ledger, at, group, quantity));
}

/** @param quantity undefined for all that is left */
function refundUnits(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  group: readonly LineBalance[],
  quantity: number | undefined,
): ParsedLine[] {
  const path = [...at, 'quantity'];
  const sold = sumOf(group.map((balance) => balance.sold.quantity));
  const own = ledger.quantityOf(sold);
  const name = `items[${group[0]!.line.index}]`;
  const isPieces = group.every(({ line }) => Number.isInteger(line.quantity));
  if (quantity !== undefined && isPieces && !Number.isInteger(quantity)) {
    const message = `${fieldPath(path)} is ${quantity}, but only whole pieces of ${name} can be refunded.`;
    context.report(path, 'invalid_value', message, quantity, own);
    return [];
  }
  const units = quantity === undefined ? sold : ledger.unitsOf(quantity);
  if (units === undefined) {
    const message = `${fieldPath(path)} is ${quantity}, which has more than ${ledger.scale} decimals.`;
    context.report(path, 'invalid_value', message, quantity, own);
    return [];
  }
  const rest = ledger.roomFor(units, group);
  // A line of no pieces comes back once.
  const isNothing = sold === 0n && ledger.isUntouched;
  if ((rest === 0n && !isNothing) || (quantity !== undefined && units > rest)) {
    const found = quantity ?? own;
    const left = ledger.quantityOf(rest);
    const message = `${fieldPath(at)} is ${found} of ${name}, but ${left} of ${own} remain.`;
    context.report(path, 'over_refund', message, found, left);
    return [];
  }
  let open = units < rest ? units : rest;
  return group.flatMap((balance) => {
    const left = restOf(balance).quantity;
    const taken = left < open ? left : open;
    if (taken === 0n && !isNothing) return [];
    open -= taken;
    const line = shareOfLine(ledger, balance, taken);
    ledger.addLine(line, [balance]);
    return [line];
  });
}

/** A share of a line, with the signs of the sale. */
function shareOfLine(ledger: RefundLedger, balance: LineBalance, units: bigint): ParsedLine {
  const { line, sign } = balance;
  const { amount, discount, tax } = ledger.nextShare(balance, units);
  const quantity = ledger.quantityOf(units);
  return {
    ...line,
    quantity: line.quantity < 0 ? -quantity : quantity,
    amount: sign * Number(amount) || 0,
    discount: Number(discount),
    taxAmount: sign * Number(tax) || 0,
  };
}

/** Part of the amount of lines, as separate lines. */
function refundAmount(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  balances: readonly LineBalance[],
  given: unknown,
  quantity: unknown,
): ParsedLine[] {
  const path = [...at, 'amount'];
  if (quantity !== undefined) {
    context.report(path, 'not_allowed', `${fieldPath(at)} has quantity and amount. Send one of them.`);
    return [];
  }
  const amount = figure(given);
  if (amount === undefined || amount <= 0) {
    const code = typeof given === 'number' ? 'out_of_range' : 'invalid_type';
    context.reportType(path, code, 'an integer in minor units above 0', given);
    return [];
  }
  const goods = balances.filter(({ sign }) => sign > 0);
  const rests = goods.map((balance) => restOf(balance));
  const rest = sumOf(rests.map((one) => one.amount));
  if (BigInt(amount) > rest) {
    const name = `items[${balances[0]!.line.index}]`;
    const message = `${fieldPath(path)} is ${amount}, but only ${rest} of ${name} can still be refunded.`;
    context.report(path, 'over_refund', message, amount, Number(rest));
    return [];
  }
  const weights = rests.map((one) => Number(one.amount));
  const lines = shares(amount, weights).map((share, i) =>
    amountLine(goods[i]!.line, goods[i]!.sold, rests[i]!, share, goods[i]!.line.name, ledger.sale.pricesIncludeTax),
  );
  const refunded = lines.filter((line) => line.amount > 0);
  for (const line of refunded) ledger.addLine(line, ledger.poolOf(line));
  return refunded;
}

/** A line with quantity 1 for an amount of what is left. The last one gets the remaining tax. */
export function amountLine(
  like: Pick<ParsedLine, 'rate' | 'category'> & Partial<ParsedLine>,
  sold: Money,
  rest: Money,
  amount: number,
  name: string,
  pricesIncludeTax: boolean,
): ParsedLine {
  const tax = taxOf(BigInt(amount), sold, rest, like.rate, pricesIncludeTax);
  const { index = -1, sku, key } = like;
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
    taxAmount: Number(tax),
    key,
  };
}

/** Refunds everything that remains, also what the sale took back. */
function refundAll(context: CompletionContext, ledger: RefundLedger, name: string): ParsedLine[] {
  const refunded = ledger.balances.flatMap((balance) => {
    const line = remainingLine(ledger, balance);
    return line.quantity === 0 && !ledger.isUntouched ? [] : [{ balance, line }];
  });
  for (const { balance, line } of refunded) ledger.addLine(line, [balance]);
  if (refunded.length === 0)
    context.report([name], 'over_refund', 'The sale has already been refunded in full.', undefined, 0);
  return refunded.map(({ line }) => line);
}

/** The remainder of a line. The quantity is 0 for a returned line. */
export function remainingLine(ledger: RefundLedger, balance: LineBalance): ParsedLine {
  const { quantity } = restOf(balance);
  return quantity === 0n && balance.sold.quantity > 0n
    ? { ...balance.line, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }
    : shareOfLine(ledger, balance, quantity);
}
