import { show } from '../text/show.js';
import { shares } from './allocate.js';
import { formsOf, type LineForm } from './line-forms.js';
import { lineDiscount } from './lines.js';
import { MAX_KEY } from './receipt-extra.js';
import { readPrice } from './read-price.js';
import { readTaxes } from './read-taxes.js';
import {
  defined,
  fieldsOf,
  figure,
  finite,
  type CompletionContext,
  type Fields,
  type LineOrigin,
} from './completion-context.js';

/** Line fields that exist only in drafts. */
const SHORT = ['key', 'price', 'lineTotal', 'modifiers', 'taxes'];

/** Converts the lines of a draft to lines of the document. */
export function expandLines(context: CompletionContext): void {
  const { items } = context.root;
  if (!Array.isArray(items) || !items.some(isShort)) return;
  const origins: LineOrigin[] = [];
  context.origins = origins;
  context.root.items = items.flatMap((given: unknown, index) => {
    const item = fieldsOf(given);
    if (item === undefined || !isShort(item)) {
      origins.push({ index, key: undefined, taxes: undefined });
      return [given];
    }
    const path = ['items', index];
    const key = checkKey(context, [...path, 'key'], item.key);
    const taxes = readTaxes(context, path, item);
    const lines = pricedLines(context, path, item, origins.length);
    if (item.taxes !== undefined && item.taxRate === undefined) context.hide(['items', origins.length, 'taxRate']);
    return lines.map((line) => {
      origins.push({ index, key, taxes });
      return Object.fromEntries(Object.entries(line).filter(([name]) => !SHORT.includes(name)));
    });
  });
}

/** Whether a line has a field that exists only in drafts. */
function isShort(given: unknown): boolean {
  const item = fieldsOf(given);
  if (item === undefined) return false;
  // Reading the fields by name is several times as fast as looping over `SHORT`, and most lines have none of them.
  const { key, price, lineTotal, modifiers, taxes } = item;
  return (
    key !== undefined ||
    price !== undefined ||
    lineTotal !== undefined ||
    modifiers !== undefined ||
    taxes !== undefined
  );
}

/** Gives a line a price in whole minor units, or splits it into two lines if no such price produces its amount. */
function pricedLines(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
  at: number,
): Fields[] {
  item.quantity ??= 1;
  const price = readPrice(context, path, item);
  const quantity = finite(item.quantity);
  if (price === undefined || quantity === undefined) {
    if (
      item.unitPrice === undefined &&
      SHORT.some((name) => name !== 'key' && name !== 'taxes' && item[name] !== undefined)
    )
      context.hide(['items', at, 'unitPrice']);
    return [item];
  }
  const unit = typeof item.unit === 'string' ? item.unit : undefined;
  const forms = formsOf(quantity, unit, price);
  if (forms === undefined) {
    context.reportTooLarge([...path, 'amount']);
    context.hide(['items', at, 'unitPrice']);
    return [item];
  }
  return forms.length === 1 ? [formed(item, forms[0]!)] : splitLine(context, path, item, forms);
}

const formed = (item: Fields, { quantity, unit, unitPrice }: LineForm): Fields =>
  // Keeps a unit that is not text, so that the rules report it.
  defined({ ...item, quantity, unit: typeof item.unit === 'string' ? unit : (item.unit ?? unit), unitPrice });

/** Divides a line's discount and tax among the lines into which it is split. */
function splitLine(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
  forms: readonly LineForm[],
): Fields[] {
  const grosses = forms.map(({ gross }) => gross);
  const gross = grosses.reduce((sum, one) => sum + one, 0);
  const discount =
    item.discount === undefined ? 0 : lineDiscount(context, path, item, () => ({ part: BigInt(gross), whole: 1n }));
  if (discount === undefined) return forms.map((form) => formed(item, form));
  // The first of several forms is never 0.
  const { quantity, unitPrice } = forms[0]!;
  const amount = Math.sign(quantity * unitPrice) * (gross - discount);
  if (item.amount !== undefined && item.amount !== amount) {
    const problem = `is ${show(item.amount)}, but the units of the line cost ${amount}`;
    context.report([...path, 'amount'], 'amount_mismatch', problem, item.amount, amount);
  }
  const discounts = shares(discount, grosses);
  const taxAmount = figure(item.taxAmount);
  const taxes = taxAmount === undefined ? [] : shares(taxAmount, grosses);
  return forms.map((form, n) => ({
    ...formed(item, form),
    amount: undefined,
    discount: discounts[n] === 0 ? undefined : { ...fieldsOf(item.discount), amount: discounts[n] },
    taxAmount: taxes[n] ?? item.taxAmount,
  }));
}

/** Reads the caller's key for a line. Reports an invalid key and returns undefined. */
export function checkKey(
  context: CompletionContext,
  path: readonly (string | number)[],
  key: unknown,
): string | undefined {
  if (key === undefined) return undefined;
  context.hasKeys = true;
  if (typeof key === 'string' && key !== '' && [...key].length <= MAX_KEY) return key;
  const code = typeof key !== 'string' ? 'invalid_type' : key === '' ? 'too_short' : 'out_of_range';
  context.reportType(path, code, `a string of 1 to ${MAX_KEY} characters`, key);
  return undefined;
}
