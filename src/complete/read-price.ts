import {
  addDecimals,
  currencyDecimals,
  decimalOf,
  isDecimalText,
  multiplyDecimals,
  powerOfTen,
  type Decimal,
} from '../money/decimal.js';
import { fieldsOf, finite, type CompletionContext, type Fields } from './completion-context.js';
import type { ExactPrice } from './line-forms.js';
import { checkAmount } from './order-discounts.js';

const MOST_DIGITS = 20;

const PRICES = ['unitPrice', 'price', 'lineTotal'];

/**
 * Reads the exact price of one unit of a line, including its modifiers, in minor units. Adds the modifiers' names to
 * the line's name.
 *
 * @returns undefined if the line has only a `unitPrice`, or is invalid
 */
export function readPrice(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
): ExactPrice | undefined {
  const { modifiers } = item;
  const given = PRICES.filter((name) => item[name] !== undefined);
  for (const name of given.slice(1)) context.reportBoth([...path, name], given[0]!);
  const [name] = given;
  if (given.length > 1 || (modifiers === undefined && (name === undefined || name === 'unitPrice'))) return undefined;
  if (name !== 'lineTotal') {
    const own = readOne(context, path, item);
    const added = addModifiers(context, path, item, modifiers);
    if (own === undefined || added === undefined) return undefined;
    const { coefficient, scale } = plain([own, ...added].reduce(addDecimals));
    if (coefficient >= 0n || added.length === 0) return { part: coefficient, whole: powerOfTen(scale), scale };
    context.report([...path, 'modifiers'], 'out_of_range', 'bring the price below 0. Omit unused modifiers');
    return undefined;
  }
  const quantity = finite(item.quantity);
  if (modifiers !== undefined) {
    context.report([...path, 'modifiers'], 'not_allowed', 'are included in lineTotal');
    return undefined;
  }
  const total = checkAmount(context, [...path, name], item.lineTotal);
  if (total === undefined || quantity === undefined) return undefined;
  if (quantity === 0 && total !== 0) context.report([...path, name], 'not_computable', `is ${total} for 0 units`);
  else {
    const { coefficient, scale } = decimalOf(quantity === 0 ? 1 : quantity);
    const part = BigInt(total) * powerOfTen(scale);
    return coefficient < 0n
      ? { part: -part, whole: -coefficient, scale: undefined }
      : { part, whole: coefficient, scale: undefined };
  }
  return undefined;
}

/** The sum of the modifiers' prices, per unit of the line. Reports an invalid modifier and returns undefined. */
function addModifiers(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
  modifiers: unknown,
): Decimal[] | undefined {
  if (modifiers === undefined) return [];
  const at = [...path, 'modifiers'];
  const count = context.issues.length;
  if (!Array.isArray(modifiers)) context.reportType(at, 'invalid_type', 'an array', modifiers);
  const list = Array.isArray(modifiers) ? (modifiers as unknown[]) : [];
  const added = list.map((given, m) => {
    const modifier = fieldsOf(given) ?? {};
    const own = [...at, m];
    context.checkFields(own, modifier, ['name', 'quantity', 'unitPrice', 'price']);
    const { name, quantity = 1 } = modifier;
    if (context.checkName([...own, 'name'], name) && typeof item.name === 'string') item.name = `${item.name}, ${name}`;
    const times = finite(quantity);
    if (times === undefined) context.reportType([...own, 'quantity'], 'invalid_type', 'a number', quantity);
    const price = readOne(context, own, modifier);
    return times === undefined || price === undefined ? ZERO : multiplyDecimals(decimalOf(times), price);
  });
  return context.issues.length > count ? undefined : added;
}

/** `unitPrice` or `price`, in minor units. */
function readOne(context: CompletionContext, path: readonly (string | number)[], fields: Fields): Decimal | undefined {
  const { unitPrice, price } = fields;
  if (price === undefined) {
    const amount = checkAmount(context, [...path, 'unitPrice'], unitPrice);
    return amount === undefined ? undefined : { coefficient: BigInt(amount), scale: 0 };
  }
  if (unitPrice !== undefined) context.reportBoth([...path, 'price'], 'unitPrice');
  const pair = fieldsOf(price);
  if (pair === undefined) return readText(context, [...path, 'price'], price);
  context.checkFields([...path, 'price'], pair, ['net', 'tax']);
  const [net, tax] = ['net', 'tax'].map((name) => readText(context, [...path, 'price', name], pair[name]));
  return net === undefined || tax === undefined
    ? undefined
    : context.pricesIncludeTax === true
      ? addDecimals(net, tax)
      : net;
}

function readText(context: CompletionContext, path: readonly (string | number)[], value: unknown): Decimal | undefined {
  // The sign and the point are not digits.
  if (!isDecimalText(value, MOST_DIGITS + 2) || digitsOf(value) > MOST_DIGITS) {
    const wanted = `decimal text of at most ${MOST_DIGITS} digits in major units, such as '1.899'`;
    context.reportType(path, value === undefined ? 'required' : 'invalid_type', wanted, value);
    return undefined;
  }
  const { coefficient, scale } = decimalOf(value);
  const { currency } = context.root;
  const places = powerOfTen(typeof currency === 'string' ? currencyDecimals(currency) : 2);
  return { coefficient: coefficient * places, scale };
}

const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** Removes a decimal's trailing zeros. */
function plain({ coefficient, scale }: Decimal): Decimal {
  let [digits, places] = [coefficient, scale];
  while (places > 0 && digits % 10n === 0n) [digits, places] = [digits / 10n, places - 1];
  return { coefficient: digits, scale: places };
}
