import { copyDeep, copyElements, copyOf, fieldsOf, type Fields } from './completion-context.js';

/** Fields that exist only in drafts. */
export interface Extras {
  discounts: unknown;
  readonly charges: unknown;
  readonly tip: unknown;
  readonly tenders: unknown;
}

/** The parts of a draft. */
export interface DraftParts {
  /** The part that becomes the document. */
  readonly root: Fields;
  readonly extras: Extras;
}

/**
 * Copies all parts that are read or written, so that the draft is read once and never changed. Throws if a getter
 * throws.
 */
export function readDraft(draft: unknown): DraftParts | undefined {
  const copy = copyOf(draft);
  if (copy === undefined) return undefined;
  const { discounts, charges, tip, tenders, ...root } = withoutNulls(copy);
  if (root.items !== undefined) root.items = copyItems(root.items);
  if (root.tax !== undefined) root.tax = copyDraftTax(root.tax);
  for (const part of WRITTEN) if (root[part] !== undefined) root[part] = copyPart(root[part]);
  if (root.metadata !== undefined) root.metadata = copyOf(root.metadata) ?? root.metadata;
  for (const part of READ) if (hasNull(root[part])) root[part] = copyPart(root[part]);
  return {
    root,
    extras: { discounts: copyDiscounts(discounts), charges: copyCharges(charges), tip, tenders: copyTenders(tenders) },
  };
}

/** Objects that affect figures. Metadata and extensions belong to the caller, so nulls inside them are kept. */
const WRITTEN = ['totals', 'payment', 'customer'];
/** Other objects of a document, which are copied only to remove nulls. */
const READ = ['vendor', 'source', 'linkedTransaction'];

function hasNull(value: unknown): boolean {
  const fields = fieldsOf(value);
  for (const name in fields) if (fields[name] === null) return true;
  return false;
}

/** Treats `null` as absent, because many platforms write absent fields as `null`. Changes the copy. */
function withoutNulls(copy: Fields): Fields {
  for (const name in copy) if (copy[name] === null) copy[name] = undefined;
  return copy;
}

/** Like `copyDeep`, but treats `null` as absent. */
function copyPart(value: unknown): unknown {
  if (Array.isArray(value)) return copyElements(value, copyPart);
  const copy = copyOf(value);
  return copy === undefined ? value : withoutNulls(copy);
}

function copyItems(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  return copyElements(items, (given) => {
    const copy = copyOf(given);
    if (copy === undefined) return given;
    const item = withoutNulls(copy);
    if (item.discount !== undefined) item.discount = copyPart(item.discount);
    if (item.taxes !== undefined) item.taxes = copyPart(item.taxes);
    if (item.price !== undefined) item.price = copyPart(item.price);
    if (item.modifiers !== undefined) item.modifiers = copyPriced(item.modifiers);
    return item;
  });
}

/** Copies elements whose price can be an object. */
function copyPriced(elements: unknown): unknown {
  const copies = copyPart(elements);
  for (const one of Array.isArray(copies) ? copies : []) {
    const fields = fieldsOf(one);
    if (fieldsOf(fields?.price) !== undefined) fields!.price = copyPart(fields!.price);
  }
  return copies;
}

/** Copies the tax of a document, including its lists. */
export function copyTax(tax: unknown): unknown {
  const copy = copyOf(tax);
  if (copy === undefined) return tax;
  for (const list of ['summary', 'jurisdictions']) if (copy[list] !== undefined) copy[list] = copyDeep(copy[list]);
  return copy;
}

function copyDraftTax(tax: unknown): unknown {
  const copy = copyPart(tax);
  const fields = fieldsOf(copy);
  for (const list of ['summary', 'jurisdictions'])
    if (fields?.[list] !== undefined) fields[list] = copyPart(fields[list]);
  return copy;
}

function copyDiscounts(discounts: unknown): unknown {
  const copies = copyPart(discounts) ?? undefined;
  for (const discount of Array.isArray(copies) ? copies : []) {
    const fields = fieldsOf(discount);
    if (Array.isArray(fields?.lines)) fields.lines = copyElements(fields.lines, (index) => index);
  }
  return copies;
}

function copyCharges(charges: unknown): unknown {
  const copies = copyPart(charges);
  for (const charge of Array.isArray(copies) ? copies : []) {
    const fields = fieldsOf(charge);
    if (Array.isArray(fields?.taxes)) fields.taxes = copyPart(fields.taxes);
  }
  return copies;
}

function copyTenders(tenders: unknown): unknown {
  const copies = copyPart(tenders);
  for (const tender of Array.isArray(copies) ? copies : []) {
    const fields = fieldsOf(tender);
    if (fieldsOf(fields?.foreign) !== undefined) fields!.foreign = copyPart(fields!.foreign);
  }
  return copies;
}
