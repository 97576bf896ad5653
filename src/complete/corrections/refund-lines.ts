import { fieldPath } from '../../issues/field-path.js';
import { show } from '../../text/show.js';
import { fieldsOf, figure, finite, type Fields, type Work } from '../work.js';
import { soldLines, type SoundLine } from './document.js';
import { left, rateLeft, unitsLeft, unitsOf, type Ledger, type Pool } from './ledger.js';
import { quantityOf, taxBounds, within } from './part.js';

/** Takes lines out of a sale one by one, and reports those that cannot be taken. */
export function takeLines(work: Work, ledger: Ledger, name: 'lines' | 'returned', given: unknown): SoundLine[] {
  if (given === 'all') return takeAll(work, ledger, name);
  if (!Array.isArray(given)) {
    const code = given === undefined ? 'required' : 'invalid_type';
    work.wrong([name], code, "an array such as [{ line: 0, quantity: 1 }], or 'all'", given);
    return [];
  }
  if (given.length === 0) work.report([name], 'too_few_items', `${name} is empty. Name at least one line.`);
  return given.flatMap((take: unknown, k) => takeOne(work, ledger, [name, k], take) ?? []);
}

/** The place of a refund line in the input: `lines[0]`. */
type At = readonly [string, number];

function takeOne(work: Work, ledger: Ledger, at: At, given: unknown): SoundLine | undefined {
  const take = readTake(given);
  const field = fieldPath(at);
  const { line: index, quantity, amount } = take;
  work.checkFields(at, take, ['line', 'quantity', 'amount']);
  const line = typeof index === 'number' ? ledger.sale.lines[index] : undefined;
  if (line === undefined) {
    const last = ledger.sale.lines.length - 1;
    const message = `${field}.line is ${show(index)}, but the sale has ${last === 0 ? 'only line 0' : `lines 0 to ${last}`}.`;
    work.report([...at, 'line'], 'line_not_found', message, index);
    return undefined;
  }
  if (!soldLines(ledger.sale).includes(line)) {
    work.report(
      [...at, 'line'],
      'not_refundable',
      `${field}.line is a line that the exchange returned. Name a line that it sold.`,
      index,
    );
    return undefined;
  }
  const count = work.issues.length;
  const taken =
    amount === undefined
      ? takeQuantity(work, ledger, at, line, quantity)
      : takeAmount(work, ledger, at, line, amount, quantity);
  if (taken === undefined || work.issues.length > count || isTooMuch(work, ledger, at, taken)) return undefined;
  ledger.addLine(taken);
  return taken;
}

function readTake(given: unknown): Fields {
  try {
    return { ...fieldsOf(given) };
  } catch {
    return {};
  }
}

function takeQuantity(work: Work, ledger: Ledger, at: At, line: SoundLine, given: unknown): SoundLine | undefined {
  const path = [...at, 'quantity'];
  const pool = ledger.poolOf(line)!;
  const own = Math.abs(line.quantity);
  const quantity = given === undefined ? own : finite(given);
  if (quantity === undefined || quantity <= 0) {
    if (given === undefined) return { ...line };
    work.wrong(path, typeof given === 'number' ? 'out_of_range' : 'invalid_type', 'a number above 0', given);
    return undefined;
  }
  if (quantity !== own && !(Number.isInteger(quantity) && pool.scale === 0)) {
    const item = `items[${line.index}]`;
    const wanted =
      pool.scale === 0
        ? `only whole pieces of ${item} can be refunded.`
        : `${item} is a weighed line (${line.quantity}). Refund all of it, or send an amount.`;
    const message = `${fieldPath(path)} is ${quantity}, but ${wanted}`;
    work.report(path, 'invalid_value', message, quantity, own);
    return undefined;
  }
  const units = unitsOf(pool, quantity);
  const rest = unitsLeft(pool);
  const source = pool.scale === 0 ? line : openLine(pool, line);
  const isClosed = source === undefined;
  if (rest === 0n || isClosed || (given !== undefined && units > rest)) {
    const message = `${fieldPath(at)} is ${quantity} of items[${line.index}], but ${isClosed ? 0 : quantityOf(pool, rest)} of ${quantityOf(pool, pool.sold.quantity)} are left`;
    work.report(path, 'over_refund', message, quantity, isClosed ? 0 : quantityOf(pool, rest));
    return undefined;
  }
  return partOfLine(ledger, source, units < rest ? units : rest);
}

/** The line, or another of the same quantity that has not been returned. */
function openLine({ open }: Pool, line: SoundLine): SoundLine | undefined {
  return open.includes(line) ? line : open.find(({ quantity }) => quantity === line.quantity);
}

function partOfLine(ledger: Ledger, line: SoundLine, units: bigint): SoundLine {
  const pool = ledger.poolOf(line)!;
  const { amount, discount, tax } = ledger.part(line, units);
  const quantity = quantityOf(pool, units);
  return {
    ...line,
    quantity: line.quantity < 0 ? -quantity : quantity,
    amount: Number(amount),
    discount: Number(discount),
    taxAmount: Number(tax),
  };
}

/** Part of the amount of a line, as a separate line. */
function takeAmount(
  work: Work,
  ledger: Ledger,
  at: At,
  line: SoundLine,
  given: unknown,
  quantity: unknown,
): SoundLine | undefined {
  const path = [...at, 'amount'];
  if (quantity !== undefined) {
    work.report(path, 'not_allowed', `${fieldPath(at)} has quantity and amount. Send one of them.`);
    return undefined;
  }
  const amount = figure(given);
  if (amount === undefined || amount <= 0) {
    work.wrong(
      path,
      typeof given === 'number' ? 'out_of_range' : 'invalid_type',
      'an integer in minor units above 0',
      given,
    );
    return undefined;
  }
  const { sold, returned } = ledger.poolOf(line)!;
  const rest = left(sold.amount, returned.amount);
  if (BigInt(amount) > rest) {
    work.report(
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

/** A line with quantity 1 for an amount at a rate. The last one takes the tax that is left. */
export function amountLine(
  ledger: Ledger,
  like: Pick<SoundLine, 'rate' | 'category'> & Partial<SoundLine>,
  amount: number,
  name: string,
): SoundLine {
  const rate = ledger.rates.find(like.rate, like.category)!;
  const rest = rateLeft(rate);
  const [floor, ceiling] = taxBounds(BigInt(amount), like.rate, ledger.sale.pricesIncludeTax);
  const share = rest.amount === 0n ? 0n : (2n * rest.tax * BigInt(amount) + rest.amount) / (2n * rest.amount);
  const taxAmount = Number(within(share, floor, ceiling));
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

/** Whether a line is more than what is left at its rate. Only rates count credits by amount. */
function isTooMuch(
  work: Work,
  ledger: Ledger,
  path: readonly (string | number)[],
  { rate, category, amount }: SoundLine,
): boolean {
  const rest = rateLeft(ledger.rates.find(rate, category)!).amount;
  if (amount <= 0 || BigInt(amount) <= rest) return false;
  const message = `The refund at rate ${rate}, category ${category} is ${amount}, but only ${rest} can still be refunded.`;
  work.report(path, 'over_refund', message, amount, Number(rest));
  return true;
}

/** Takes all that is left. Each rate credited by amount gives one line. */
function takeAll(work: Work, ledger: Ledger, name: string): SoundLine[] {
  const taken = remainingLines(ledger).filter(
    (line) => line.quantity !== 0 && !ledger.rates.find(line.rate, line.category)!.isLoose,
  );
  const rest = ledger.rates.all
    .filter(({ isLoose }) => isLoose)
    .flatMap((rate) => {
      const { amount } = rateLeft(rate);
      return amount > 0n ? [amountLine(ledger, rate, Number(amount), 'Remaining amount')] : [];
    });
  for (const line of [...taken, ...rest]) ledger.addLine(line);
  if (taken.length + rest.length === 0)
    work.report([name], 'over_refund', 'The sale has already been refunded in full.', undefined, 0);
  return [...taken, ...rest];
}

/** What is left of every sold line, in order. The quantity is 0 for a returned line. */
export function remainingLines(ledger: Ledger): SoundLine[] {
  const { sale } = ledger;
  // The line as sold, if nothing has been returned yet.
  if (ledger.isUntouched) return [...soldLines(sale)];
  const copy = ledger.copy();
  return soldLines(sale).map((line) => {
    const pool = copy.poolOf(line)!;
    const own = unitsOf(pool, line.quantity);
    const rest = unitsLeft(pool);
    const source = pool.scale === 0 ? line : openLine(pool, line);
    const units = own < rest ? own : rest;
    if (source === undefined || units === 0n) return { ...line, quantity: 0, amount: 0, discount: 0, taxAmount: 0 };
    const taken = { ...partOfLine(copy, source, units), index: line.index };
    copy.addLine(taken);
    return taken;
  });
}
