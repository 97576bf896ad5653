import type { LineItem } from '../document/types.generated.js';
import { RateCategoryMap } from '../document/line-groups.js';
import { shares } from './allocate.js';
import { checkKey } from './expand-lines.js';
import { sumOf } from './exact.js';
import { checkAmount } from './order-discounts.js';
import { FILLED, fieldsOf, type Line, type CompletionContext } from './completion-context.js';

/** The name of a tip line. For another name, send the tip as a line. */
const TIP = 'Tip';
const TIP_KEY = 'tip';

/** The lines above 0 of one rate and category. */
interface Goods {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  readonly amounts: number[];
}

/**
 * Adds a charge as one line per rate and category of the goods, in proportion to their amounts. Lines out of scope of
 * the tax, such as a voucher, share a charge only if there are no others.
 *
 * @returns whether it could add all charges
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

/** Undefined if a line is faulty. */
function goodsOf(lines: readonly Line[]): readonly Goods[] | undefined {
  const pairs = new RateCategoryMap<Goods>();
  for (const { rate, category, amount } of lines) {
    if (rate === undefined || category === undefined || amount === undefined) return undefined;
    let pair = pairs.find(rate, category);
    if (pair === undefined) pairs.add((pair = { rate, category, amounts: [] }));
    if (amount > 0) pair.amounts.push(amount);
  }
  const taxed = pairs.all.filter(({ category }) => category !== 'O');
  return taxed.length > 0 ? taxed : pairs.all;
}

function addCharge(context: CompletionContext, goods: readonly Goods[] | undefined, k: number, given: unknown): void {
  const path = ['charges', k] as const;
  const charge = fieldsOf(given);
  if (charge === undefined) {
    context.reportType(path, 'invalid_type', 'an object with name and amount', given);
    return;
  }
  context.checkFields(path, charge, ['key', 'name', 'amount']);
  const { name } = charge;
  const key = checkKey(context, [...path, 'key'], charge.key) ?? `charge:${String(name)}`;
  if (typeof name !== 'string' || name === '') {
    const code = name === undefined ? 'required' : name === '' ? 'too_short' : 'invalid_type';
    context.reportType([...path, 'name'], code, 'a non-empty string', name);
  }
  const amount = checkAmount(context, [...path, 'amount'], charge.amount, 0);
  if (amount === 0) context.keysOfNothing.push(key);
  if (goods === undefined || amount === undefined || amount === 0) return;
  const weights = goods.map(({ amounts }) => sumOf(amounts));
  if (weights.includes(undefined)) {
    context.reportTooLarge(path);
    return;
  }
  const isFree = weights.every((weight) => weight === 0);
  if (isFree && goods.length !== 1) {
    const message = `charges[${k}] has no taxed line to take its rate from. Send it as a line with its own taxRate.`;
    context.report(path, 'not_computable', message);
    return;
  }
  const parts = isFree ? [amount] : shares(amount, weights as number[]);
  parts.forEach((part, at) => {
    if (part > 0) addLine(context, name, part, goods[at]!.rate, goods[at]!.category, key);
  });
}

export function addTip(context: CompletionContext, tip: unknown): boolean {
  if (tip === undefined) return true;
  const amount = checkAmount(context, ['tip'], tip, 0);
  if (amount === 0) context.keysOfNothing.push(TIP_KEY);
  if (amount !== undefined && amount > 0) addLine(context, TIP, amount, 0, 'O', TIP_KEY);
  return amount !== undefined;
}

function addLine(
  context: CompletionContext,
  name: unknown,
  amount: number,
  rate: number,
  category: LineItem['taxCategory'],
  key: string,
): void {
  const item = { name, quantity: 1, unitPrice: amount, amount, taxRate: rate, taxCategory: category };
  context.lines.push({
    item,
    rate,
    category,
    discount: 0,
    reasons: undefined,
    amount,
    taxAmount: undefined,
    hasAmount: true,
    hasTax: false,
    filled: FILLED.all,
    draftIndex: -1,
    key,
  });
}
