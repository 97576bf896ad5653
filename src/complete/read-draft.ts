import { copyDeep, copyElements, copyOf, fieldsOf, type Fields } from './completion-context.js';

/** The fields of a draft that a document does not have. */
export interface Extras {
  readonly discounts: unknown;
  readonly charges: unknown;
  readonly tip: unknown;
}

/** The parts of a draft. */
export interface DraftParts {
  /** The part that becomes the document. */
  readonly root: Fields;
  readonly extras: Extras;
}

/**
 * Copies all parts that are read or written, so that the draft is read once and never changed. Throws if its getters
 * throw.
 */
export function readDraft(draft: unknown): DraftParts | undefined {
  const copy = copyOf(draft);
  if (copy === undefined) return undefined;
  const { discounts, charges, tip, ...root } = copy;
  if (root.items !== undefined) root.items = copyItems(root.items);
  if (root.tax !== undefined) root.tax = copyTax(root.tax);
  for (const part of ['totals', 'payment', 'customer']) if (root[part] !== undefined) root[part] = copyDeep(root[part]);
  return { root, extras: { discounts: copyDiscounts(discounts), charges: copyDeep(charges), tip } };
}

function copyItems(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  return copyElements(items, (given) => {
    const item = copyOf(given);
    if (item?.discount !== undefined) item.discount = copyDeep(item.discount);
    return item ?? given;
  });
}

/** The tax of a document, with its lists. */
export function copyTax(tax: unknown): unknown {
  const copy = copyOf(tax);
  if (copy === undefined) return tax;
  for (const list of ['summary', 'jurisdictions']) if (copy[list] !== undefined) copy[list] = copyDeep(copy[list]);
  return copy;
}

function copyDiscounts(discounts: unknown): unknown {
  const copies = copyDeep(discounts);
  for (const discount of Array.isArray(copies) ? copies : []) {
    const fields = fieldsOf(discount);
    if (Array.isArray(fields?.lines)) fields.lines = copyElements(fields.lines, (index) => index);
  }
  return copies;
}
