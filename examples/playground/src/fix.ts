import type { Issue } from 'receipt-rule-packs';
import { valueAt, without, withValue } from './json/change.js';

/** One way to answer an issue. */
export interface Fix {
  /** What stands there; absent where nothing does. */
  readonly before?: unknown;
  /** What will stand there; absent where it is taken out. */
  readonly after?: unknown;
  /** The document with the fix. */
  readonly apply: (document: unknown) => unknown;
}

/** More choices than these are read in the sentence of the issue. */
const MOST_CHOICES = 12;

/**
 * The fixes that an issue itself tells: the value that was expected, or each of those that are allowed, or that the field
 * may not be there. None where it tells neither.
 */
export function fixesOf({ code, path, expected }: Issue, document: unknown): Fix[] {
  const before = valueAt(document, path);
  if (code === 'unknown_field' || code === 'not_allowed') {
    return before === undefined ? [] : [{ before, apply: (document) => without(document, path) }];
  }
  // Lists and parts of a document are not what such an issue wants put in their place; a country is chosen elsewhere.
  if (path.length === 0 || (typeof before === 'object' && before !== null) || code === 'unsupported_country') return [];
  const values: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  if (values.length > MOST_CHOICES || !values.every(isScalar)) return [];
  return values.map((after) => ({ before, after, apply: (document) => withValue(document, path, after) }));
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
