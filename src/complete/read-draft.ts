import { copyDeep, copyElements, copyOf, type Fields } from './completion-context.js';

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

/** Fields whose content is up to the caller, so nulls inside them are kept. */
const FREE = ['metadata', 'extensions', 'schemaVersion'];
/** Nested fields that contain objects or lists. */
const NESTED = ['discount', 'taxes', 'price', 'modifiers', 'lines', 'foreign', 'summary', 'jurisdictions'];

/**
 * Copies all parts that are read or written, so that the draft is read once and never changed. Treats `null` as absent,
 * because many platforms write absent fields as `null`. Throws if a getter throws.
 */
export function readDraft(draft: unknown): DraftParts | undefined {
  const copy = copyOf(draft);
  if (copy === undefined) return undefined;
  for (const name in copy) {
    const value = copy[name];
    copy[name] = (FREE.includes(name) ? (copyOf(value) ?? value) : copyPart(value)) ?? undefined;
  }
  const { discounts, charges, tip, tenders, ...root } = copy;
  return { root, extras: { discounts, charges, tip, tenders } };
}

function copyPart(value: unknown): unknown {
  if (Array.isArray(value)) return copyElements(value, copyPart);
  const copy = copyOf(value);
  if (copy === undefined) return value;
  for (const name in copy) {
    const field = copy[name];
    if (field === null) copy[name] = undefined;
    else if (typeof field === 'object' && NESTED.includes(name)) copy[name] = copyPart(field);
  }
  return copy;
}

/** Copies the tax of a document, including its lists. */
export function copyTax(tax: unknown): unknown {
  const copy = copyOf(tax);
  if (copy === undefined) return tax;
  for (const list of ['summary', 'jurisdictions']) if (copy[list] !== undefined) copy[list] = copyDeep(copy[list]);
  return copy;
}
