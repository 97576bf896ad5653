import { fieldPath } from '../issues/field-path.js';
import { show } from '../text/show.js';
import { shares } from './allocate.js';
import { formsOf, type LineForm } from './line-forms.js';
import { lineDiscount } from './lines.js';
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

/** The longest key that metadata.receiptExtra has room for. */
const MAX_KEY = 200;

/** The fields of a draft's line that a document does not have. */
const SHORT = ['key', 'price', 'lineTotal', 'modifiers', 'taxes'];

/** Turns the lines of a draft into lines of the document. */
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

/** Whether a line has a field that a document does not have. */
function isShort(given: unknown): boolean {
  const item = fieldsOf(given);
  if (item === undefined) return false;
  return (
    item.key !== undefined ||
    item.price !== undefined ||
    item.lineTotal !== undefined ||
    item.modifiers !== undefined ||
    item.taxes !== undefined
  );
}

/** The line with a price in whole minor units; two lines if no single price gives its amount. */
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
  defined({ ...item, quantity, unit: unit ?? item.unit, unitPrice });

/** Shares the discount and the tax of a line among its parts. */
function splitLine(
  context: CompletionContext,
  path: readonly (string | number)[],
  item: Fields,
  forms: readonly LineForm[],
): Fields[] {
  const grosses = forms.map(({ gross }) => gross);
  const gross = grosses.reduce((sum, one) => sum + one, 0);
  const discount =
    item.discount === undefined ? 0 : lineDiscount(context, path, item, { part: BigInt(gross), whole: 1n });
  const isBack = forms.some(({ quantity, unitPrice, gross: own }) => own !== 0 && quantity < 0 !== unitPrice < 0);
  const sign = isBack ? -1 : 1;
  if (discount === undefined || gross === 0) return forms.map((form) => formed(item, form));
  const amount = sign * (gross - discount);
  if (item.amount !== undefined && item.amount !== amount) {
    const message = `${fieldPath(path)}.amount is ${show(item.amount)}, but its units cost ${amount}. Leave it out if it was not charged.`;
    context.report([...path, 'amount'], 'amount_mismatch', message, item.amount, amount);
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

/** A key of the caller; undefined, and reported, if faulty. */
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
