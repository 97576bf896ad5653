import { AN_AMOUNT } from './arguments.js';
import { sharesIn } from './allocate.js';
import { toSafeInteger, sumOf } from './exact.js';
import { checkPercent, percentOf } from './lines.js';
import { fieldsOf, figure, type Fields, type Line, type CompletionContext } from './completion-context.js';

const FIELDS = ['amount', 'percent', 'description', 'lines'];

/**
 * Divides the order discounts, one after the other, among the lines with positive amounts, in proportion to these
 * amounts less the earlier discounts.
 *
 * @returns whether all discounts were subtracted
 */
export function takeOrderDiscounts(context: CompletionContext, discounts: unknown): boolean {
  if (discounts === undefined) return true;
  if (!Array.isArray(discounts)) {
    context.reportType(['discounts'], 'invalid_type', 'an array of discounts', discounts);
    return false;
  }
  return discounts.every((discount: unknown, k) => takeOne(context, k, discount));
}

/** @returns whether the discount was subtracted */
function takeOne(context: CompletionContext, k: number, given: unknown): boolean {
  const { lines } = context;
  const count = context.issues.length;
  const path = ['discounts', k] as const;
  const discount = fieldsOf(given);
  if (discount === undefined) {
    context.reportType(path, 'invalid_type', 'an object with amount or percent', given);
    return false;
  }
  context.checkFields(path, discount, FIELDS);
  checkText(context, path, discount, 'description');
  const sharing = linesOf(context, k, lines, discount.lines);
  const amounts = sharing.map(({ amount }) => amount);
  const sum = sumOf(amounts);
  // The rules report a line without a valid amount.
  if (amounts.includes(undefined) || context.issues.length > count) return false;
  if (sum === undefined) {
    context.reportTooLarge(path);
    return false;
  }
  const amount = amountOf(context, k, discount, sum);
  if (amount === undefined) return false;
  if (amount === 0) return true;
  if (amount > sum) {
    context.report(
      [...path, 'amount'],
      'discount_exceeds_amount',
      `is ${amount}, but the discounted lines total only ${sum}`,
      amount,
    );
    return false;
  }
  const fixed = sharing.find(({ hasAmount }) => hasAmount);
  if (fixed !== undefined) {
    const i = lines.indexOf(fixed);
    const problem = `cannot be distributed, because items[${i}].amount is fixed at ${fixed.amount}. Omit that amount to have it computed`;
    context.report(path, 'not_allowed', problem);
    return false;
  }
  sharesIn(context.unit, amount, amounts as number[]).forEach((share, at) =>
    give(sharing[at]!, share, discount.description),
  );
  return true;
}

/**
 * The lines that share a discount: the lines that it names or, by default, all lines within the scope of the tax (if
 * there are none, all lines). Only lines with positive amounts have a share.
 */
function linesOf(context: CompletionContext, k: number, lines: readonly Line[], named: unknown): Line[] {
  const above = ({ amount }: Line): boolean => amount === undefined || amount > 0;
  if (named === undefined) {
    const all = lines.filter(above);
    // Order discounts do not apply to gift cards and deposits.
    const goods = all.filter(({ category }) => category !== 'O');
    return goods.length > 0 ? goods : all;
  }
  if (!Array.isArray(named)) {
    context.reportType(['discounts', k, 'lines'], 'invalid_type', 'an array of indexes into items', named);
    return [];
  }
  const indexes = named as unknown[];
  const count =
    context.origins === undefined ? lines.length : 1 + Math.max(-1, ...context.origins.map(({ index }) => index));
  indexes.forEach((index, m) => {
    if (typeof index === 'number' && count > index && index >= 0 && Number.isInteger(index)) return;
    const wanted = `the index of one of the ${count} lines, counted from 0`;
    context.reportType(['discounts', k, 'lines', m], 'line_not_found', wanted, index);
  });
  return lines.filter((line) => indexes.includes(line.draftIndex) && above(line));
}

function amountOf(context: CompletionContext, k: number, discount: Fields, sum: number): number | undefined {
  if (discount.percent !== undefined) {
    const percent = checkPercent(context, ['discounts', k], discount);
    return percent === undefined
      ? undefined
      : toSafeInteger(percentOf({ part: BigInt(sum), whole: 1n }, percent, context.unit));
  }
  return checkAmount(context, ['discounts', k, 'amount'], discount.amount, 1);
}

/** An amount, of at least `least` minor units if given. Reports anything else and returns undefined. */
export function checkAmount(
  context: CompletionContext,
  path: readonly (string | number)[],
  value: unknown,
  least = -Infinity,
): number | undefined {
  const amount = figure(value);
  if (amount !== undefined && amount >= least) return amount;
  const code =
    value === undefined
      ? 'required'
      : typeof value !== 'number' || (Number.isFinite(value) && !Number.isInteger(value))
        ? 'invalid_type'
        : 'out_of_range';
  const bound = least === -Infinity ? '' : `, ${least} or more`;
  context.reportType(path, code, AN_AMOUNT.wanted + bound, value);
  return undefined;
}

function checkText(context: CompletionContext, path: readonly (string | number)[], fields: Fields, name: string): void {
  const text = fields[name];
  if (text === undefined || typeof text === 'string') return;
  context.reportType([...path, name], 'invalid_type', 'a string', text);
}

/** Subtracts a share of an order discount from a line. Skips a share of 0. */
function give(line: Line, share: number, description: unknown): void {
  if (share === 0) return;
  line.discount! += share;
  line.amount! -= share;
  line.reasons ??= [];
  if (typeof description === 'string' && description !== '') line.reasons.push(description);
}

/** The discount of a line, including its share of the order discounts. */
export function discountOf({ item, discount, reasons }: Line): Fields {
  const given = fieldsOf(item.discount);
  const own = typeof given?.description === 'string' && given.description !== '' ? [given.description] : [];
  const all = [...own, ...reasons!].join(', ');
  return all === '' ? { ...given, amount: discount } : { ...given, amount: discount, description: all };
}
