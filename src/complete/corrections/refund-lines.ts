import { RateCategoryMap } from '../../document/line-groups.js';
import { nearest } from '../../text/nearest.js';
import { show } from '../../text/show.js';
import { sharesIn } from '../allocate.js';
import { finite, readFields, type Fields, type CompletionContext } from '../completion-context.js';
import { checkAmount } from '../order-discounts.js';
import { isAbove0, type ParsedLine } from './document.js';
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
    const wanted = "an array such as [{ line: 0, quantity: 1 }], or 'all'";
    context.reportWrong([name], given, 'string', 'invalid_type', wanted);
    return [];
  }
  if (given.length === 0) context.report([name], 'too_few_items', 'is empty. Send at least one line');
  return given.flatMap((fields: unknown, k) => readRefundLine(context, ledger, [name, k], fields));
}

/** Path of a refund line in the input, such as `lines[0]`. */
type At = readonly [string, number];

function readRefundLine(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  given: unknown,
): readonly ParsedLine[] {
  const fields = readFields(given) ?? {};
  const { key, quantity, amount } = fields;
  if (fields.taxAmount !== undefined) {
    const problem = 'cannot be refunded alone in schema 2.1. Send an amount with its tax';
    context.report([...at, 'taxAmount'], 'unknown_field', problem, fields.taxAmount);
    return [];
  }
  context.checkFields(at, fields, ['line', 'key', 'quantity', 'amount']);
  const balances = key === undefined ? lineNamed(context, ledger, at, fields) : linesOfKey(context, ledger, at, fields);
  if (balances.length === 0) return [];
  return amount === undefined
    ? refundQuantity(context, ledger, at, balances, quantity, key !== undefined)
    : refundAmount(context, ledger, at, balances, amount, quantity);
}

function lineNamed(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  { line: index }: Fields,
): readonly LineBalance[] {
  const path = [...at, 'line'];
  const { lines } = ledger.sale;
  if (typeof index !== 'number' || lines[index] === undefined) {
    const last = lines.length - 1;
    const problem = `is ${show(index)}, but the sale has ${last === 0 ? 'only line 0' : `lines 0 to ${last}`}`;
    context.report(path, 'line_not_found', problem, index);
    return [];
  }
  const balance = ledger.balanceAt(index);
  if (balance !== undefined) return [balance];
  context.report(path, 'not_refundable', 'is a line that the exchange returned. Send a line that it sold', index);
  return [];
}

/** All lines with a key. There are several if `complete` split a line, or if a charge covers several rates. */
function linesOfKey(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  { key, line }: Fields,
): readonly LineBalance[] {
  const path = [...at, 'key'];
  if (line !== undefined) {
    context.reportBoth(path, 'line', key);
    return [];
  }
  const found = ledger.balances.filter((balance) => balance.line.key === key);
  if (found.length > 0) return found;
  const keys = [...new Set(ledger.balances.flatMap((balance) => balance.line.key ?? []))];
  const known = keys.length === 0 ? 'the sale has no keys: use line' : 'the sale has no such key';
  const near = typeof key === 'string' ? nearest(key, keys) : [];
  const guess = near.length === 0 ? '' : `, nearest: ${near.join(', ')}`;
  context.report(path, 'line_not_found', `is ${show(key)}, but ${known}${guess}`, key);
  return [];
}

/** Groups lines by rate, because a charge split over several rates has the same quantity at each rate. */
function byRate(balances: readonly LineBalance[]): readonly (readonly LineBalance[])[] {
  const groups = new RateCategoryMap<Pick<ParsedLine, 'rate' | 'category'> & { readonly balances: LineBalance[] }>();
  for (const balance of balances) {
    const { rate, category } = balance.line;
    const group = groups.find(rate, category);
    if (group === undefined) groups.add({ rate, category, balances: [balance] });
    else group.balances.push(balance);
  }
  return groups.all.map((group) => group.balances);
}

const sumOf = (figures: readonly bigint[]): bigint => figures.reduce((sum, one) => sum + one, 0n);

function refundQuantity(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  balances: readonly LineBalance[],
  given: unknown,
  isByKey: boolean,
): ParsedLine[] {
  const path = [...at, 'quantity'];
  const quantity = finite(given);
  if (given !== undefined && (quantity === undefined || quantity <= 0)) {
    context.reportType(path, typeof given === 'number' ? 'out_of_range' : 'invalid_type', 'a number above 0', given);
    return [];
  }
  return byRate(balances).flatMap((group) => {
    const per = isByKey ? perOf(group[0]!.line) : 1n;
    return refundUnits(context, ledger, at, group, quantity, per);
  });
}

/**
 * How many of the draft's units there are in one unit of the line: 10 for litres that `complete` priced per `10 l`,
 * because the price per litre has more decimals than the currency. `complete` never prices per `10 l` if that price
 * would end in 0, so a `10 l` unit with a price that ends in 0 comes from the draft.
 */
function perOf({ unit, unitPrice }: ParsedLine): bigint {
  const [, per = 1] = /^(10{1,4}) /.exec(unit ?? '') ?? [];
  return unitPrice % 10 === 0 ? 1n : BigInt(per);
}

/**
 * @param quantity the quantity to refund; undefined for everything that remains
 * @param per the number of the draft's units in one unit of the line
 */
function refundUnits(
  context: CompletionContext,
  ledger: RefundLedger,
  at: At,
  group: readonly LineBalance[],
  quantity: number | undefined,
  per: bigint,
): ParsedLine[] {
  const path = [...at, 'quantity'];
  const sold = sumOf(group.map((balance) => balance.sold.quantity));
  const own = ledger.quantityOf(sold * per);
  const name = `items[${group[0]!.line.index}]`;
  const isPieces = group.every(({ sold: one }) => Number.isInteger(ledger.quantityOf(one.quantity * per)));
  const isPart = quantity !== undefined && isPieces && !Number.isInteger(quantity);
  const asked = quantity === undefined ? sold * per : ledger.unitsOf(quantity);
  if (isPart || asked === undefined || asked % per !== 0n) {
    const why = isPart
      ? `but only whole pieces of ${name} can be refunded`
      : `which has more than ${ledger.scale} decimals`;
    context.report(path, 'invalid_value', `is ${quantity}, ${why}`, quantity, own);
    return [];
  }
  const units = asked / per;
  const { lines: open, rest } = withTwins(ledger, group, units, (lines) => ledger.roomFor(units, lines));
  // A line with quantity 0 can be returned once.
  const isNothing = sold === 0n && ledger.isUntouched;
  if ((rest === 0n && !isNothing) || (quantity !== undefined && units > rest)) {
    const found = quantity ?? own;
    const left = ledger.quantityOf(rest * per);
    context.report(path, 'over_refund', `is ${found} of ${name}, but ${left} of ${own} remain`, found, left);
    return [];
  }
  let wanted = units;
  return open.flatMap((balance) => {
    const left = restOf(balance).quantity;
    const taken = left < wanted ? left : wanted;
    if (taken === 0n && !isNothing) return [];
    wanted -= taken;
    const line = shareOfLine(ledger, balance, taken);
    ledger.addLine(line, [balance]);
    return [line];
  });
}

/**
 * Adds identical lines if too little remains of the given ones, because documents do not always state which of several
 * identical lines were returned.
 */
function withTwins(
  ledger: RefundLedger,
  lines: readonly LineBalance[],
  wanted: bigint,
  restIn: (lines: readonly LineBalance[]) => bigint,
): { readonly lines: readonly LineBalance[]; readonly rest: bigint } {
  const rest = restIn(lines);
  const all = rest < wanted ? [...lines, ...lines.flatMap((balance) => ledger.twinsOf(balance))] : lines;
  return all.length === lines.length ? { lines, rest } : { lines: all, rest: restIn(all) };
}

/** A share of a line, with the sale's signs. */
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

/** Refunds part of the lines' amount, with a separate refund line for each line. */
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
    context.reportBoth(path, 'quantity');
    return [];
  }
  const amount = checkAmount(context, path, given, 1);
  if (amount === undefined) return [];
  const sold = balances.filter(({ line }) => isAbove0(line));
  const restIn = (lines: readonly LineBalance[]): bigint => sumOf(lines.map((balance) => restOf(balance).amount));
  const { lines: goods, rest } = withTwins(ledger, sold, BigInt(amount), restIn);
  const rests = goods.map((balance) => restOf(balance));
  if (BigInt(amount) > rest) {
    const name = `items[${balances[0]!.line.index}]`;
    const problem = `is ${amount}, but only ${rest} of ${name} can still be refunded`;
    context.report(path, 'over_refund', problem, amount, Number(rest));
    return [];
  }
  const weights = rests.map((one) => Number(one.amount));
  const parts = sharesIn(ledger.unit, amount, weights).map((share, i) =>
    amountLine(goods[i]!.line, goods[i]!.sold, rests[i]!, share, goods[i]!.line.name, ledger),
  );
  const refunded = parts.filter((line) => line.amount > 0);
  for (const line of refunded) ledger.addLine(line, ledger.poolOf(line));
  return refunded;
}

/** A line with quantity 1 that refunds an amount. The last such line gets the remaining tax. */
export function amountLine(
  like: Pick<ParsedLine, 'rate' | 'category'> & Partial<ParsedLine>,
  sold: Money,
  rest: Money,
  amount: number,
  name: string,
  { unit, sale }: RefundLedger,
): ParsedLine {
  const tax = taxOf(BigInt(amount), sold, rest, like.rate, sale.pricesIncludeTax, unit);
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

/** Refunds everything that remains, including negative lines of the sale. */
function refundAll(context: CompletionContext, ledger: RefundLedger, name: string): ParsedLine[] {
  const refunded = ledger.balances.flatMap((balance) => {
    const line = remainingLine(ledger, balance);
    return line.quantity === 0 && !ledger.isUntouched ? [] : [line];
  });
  if (refunded.length === 0)
    context.report([name], 'over_refund', 'cannot be refunded: nothing of the sale is left', undefined, 0);
  return refunded;
}

/** The remainder of a line. Its quantity is 0 if the line was returned in full. */
export function remainingLine(ledger: RefundLedger, balance: LineBalance): ParsedLine {
  const { quantity } = restOf(balance);
  return quantity === 0n && balance.sold.quantity > 0n
    ? { ...balance.line, quantity: 0, amount: 0, discount: 0, taxAmount: 0 }
    : shareOfLine(ledger, balance, quantity);
}
