import type { LineItem } from '../document/types.generated.js';
import { sharesIn } from './allocate.js';
import { checkKey } from './expand-lines.js';
import { sumOf, toSafeInteger } from './exact.js';
import { CATEGORIES, checkPercent, percentOf } from './lines.js';
import { readTaxes, type LineTax } from './read-taxes.js';
import { checkAmount } from './order-discounts.js';
import { FILLED, fieldsOf, finite, type Fields, type Line, type CompletionContext } from './completion-context.js';

/** The name of the tip line. Callers that need another name must send the tip as a line. */
const TIP = 'Tip';
const TIP_KEY = 'tip';

/** The positive amounts of all lines with the same rate, category and taxes. */
interface Goods extends Pick<LineRate, 'taxes'> {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly amounts: number[];
}

/** How a charge is taxed. */
interface LineRate {
  readonly rate: number;
  /** Undefined if the draft omits it; the property itself is required. */
  readonly category: LineItem['taxCategory'] | undefined;
  readonly taxes: readonly LineTax[] | undefined;
  /** Minor units, as stated. */
  readonly taxAmount?: number | undefined;
}

const FIELDS = ['key', 'name', 'amount', 'percent', 'taxRate', 'taxes', 'taxCategory', 'taxAmount'];

/**
 * Adds each charge as one line if it has a rate. Otherwise, divides it among the rates and categories of the goods, in
 * proportion to their amounts. Lines outside the scope of the tax, such as vouchers, are included only if there are no
 * other lines.
 *
 * @returns whether all charges were added
 */
export function addCharges(context: CompletionContext, charges: unknown): boolean {
  if (charges === undefined) return true;
  if (!Array.isArray(charges)) {
    context.reportType(['charges'], 'invalid_type', 'an array', charges);
    return false;
  }
  const count = context.issues.length;
  const goods = goodsOf(context.lines);
  charges.forEach((charge: unknown, k) => addCharge(context, goods, k, charge));
  return goods !== undefined && context.issues.length === count;
}

/** Groups the goods by rate and category. Undefined if a line lacks its rate, category or amount. */
function goodsOf(lines: readonly Line[]): readonly Goods[] | undefined {
  const all: Goods[] = [];
  for (const { rate, category, amount, taxes } of lines) {
    if (rate === undefined || category === undefined || amount === undefined) return undefined;
    let pair = all.find((one) => one.rate === rate && one.category === category && areSame(one.taxes, taxes));
    if (pair === undefined) all.push((pair = { rate, category, taxes: taxes?.map(withoutAmount), amounts: [] }));
    if (amount > 0) pair.amounts.push(amount);
  }
  const taxed = all.filter(({ category }) => category !== 'O');
  return taxed.length > 0 ? taxed : all;
}

const withoutAmount = (tax: LineTax): LineTax => ({ ...tax, amount: undefined });

const areSame = (a: LineRate['taxes'], b: LineRate['taxes']): boolean =>
  a?.length === b?.length &&
  (a ?? []).every(({ level, name, rate }, m) => {
    const other = b![m]!;
    return level === other.level && name === other.name && rate === other.rate;
  });

/** Computes a charge as a percentage of the discounted goods, excluding lines outside the scope of the tax. */
function shareOfGoods(
  context: CompletionContext,
  path: readonly (string | number)[],
  charge: Fields,
): number | undefined {
  const percent = checkPercent(context, path, charge);
  const goods = context.lines.filter(({ draftIndex, category }) => draftIndex >= 0 && category !== 'O');
  const sum = sumOf(goods.map(({ amount }) => amount));
  if (percent === undefined || sum === undefined) return undefined;
  return toSafeInteger(percentOf({ part: BigInt(Math.max(0, sum)), whole: 1n }, percent, context.unit));
}

function addCharge(context: CompletionContext, goods: readonly Goods[] | undefined, k: number, given: unknown): void {
  const path = ['charges', k] as const;
  const charge = fieldsOf(given);
  if (charge === undefined) {
    context.reportType(path, 'invalid_type', 'an object with name and amount', given);
    return;
  }
  const count = context.issues.length;
  context.checkFields(path, charge, FIELDS);
  const { name } = charge;
  const key = checkKey(context, [...path, 'key'], charge.key) ?? `charge:${String(name)}`;
  context.checkName([...path, 'name'], name);
  const amount =
    charge.percent === undefined
      ? checkAmount(context, [...path, 'amount'], charge.amount, 0)
      : shareOfGoods(context, path, charge);
  const own = rateOf(context, path, charge);
  if (amount === 0) context.keysOfNothing.push(key);
  if (goods === undefined || amount === undefined || amount === 0 || context.issues.length > count) return;
  if (own !== undefined) {
    addLine(context, name, amount, own, key);
    return;
  }
  const weights = goods.map(({ amounts }) => sumOf(amounts));
  if (weights.includes(undefined)) {
    context.reportTooLarge(path);
    return;
  }
  const isFree = weights.every((weight) => weight === 0);
  if (isFree && goods.length !== 1) {
    context.report(path, 'not_computable', 'has no taxed line to take its rate from. Send its taxRate');
    return;
  }
  const parts = isFree ? [amount] : sharesIn(context.unit, amount, weights as number[]);
  parts.forEach((part, at) => {
    if (part > 0) addLine(context, name, part, goods[at]!, key);
  });
}

/** The charge's own rate; undefined if it has none. Reports an invalid one. */
function rateOf(context: CompletionContext, path: readonly (string | number)[], given: Fields): LineRate | undefined {
  const charge = { ...given };
  const taxes = readTaxes(context, path, charge);
  const { taxRate, taxCategory, taxAmount } = charge;
  if (taxAmount !== undefined) checkAmount(context, [...path, 'taxAmount'], taxAmount, 0);
  if (taxRate === undefined) {
    for (const name of ['taxCategory', 'taxAmount'])
      if (charge[name] !== undefined && charge.taxes === undefined)
        context.report([...path, name], 'not_allowed', 'needs a taxRate', charge[name]);
    return undefined;
  }
  const rate = finite(taxRate);
  if (rate === undefined) {
    context.reportType([...path, 'taxRate'], 'invalid_type', 'a percentage', taxRate);
    return undefined;
  }
  const category = (taxCategory ?? (rate > 0 ? 'S' : undefined)) as LineRate['category'];
  if (category === undefined || !CATEGORIES.includes(category)) {
    context.reportWrong([...path, 'taxCategory'], category, 'string', 'invalid_value', CATEGORIES.join(', '));
  }
  return { rate, category, taxes, taxAmount: taxAmount as number | undefined };
}

export function addTip(context: CompletionContext, tip: unknown): boolean {
  if (tip === undefined) return true;
  const amount = checkAmount(context, ['tip'], tip, 0);
  if (amount === 0) context.keysOfNothing.push(TIP_KEY);
  const rate: LineRate = { rate: 0, category: 'O', taxes: undefined };
  if (amount !== undefined && amount > 0) addLine(context, TIP, amount, rate, TIP_KEY);
  return amount !== undefined;
}

function addLine(
  context: CompletionContext,
  name: unknown,
  amount: number,
  { rate, category, taxes, taxAmount }: LineRate,
  key: string,
): void {
  const item = {
    name,
    quantity: 1,
    unitPrice: amount,
    amount,
    taxRate: rate,
    taxCategory: category,
    ...(taxAmount !== undefined && { taxAmount }),
  };
  context.lines.push({
    item,
    rate,
    category,
    discount: 0,
    reasons: undefined,
    amount,
    taxAmount,
    hasAmount: true,
    hasTax: taxAmount !== undefined,
    filled: FILLED.all,
    draftIndex: -1,
    key,
    taxes,
  });
}
