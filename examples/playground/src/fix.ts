import type { Issue } from 'receipt-rule-packs';
import { valueAt, without, withValue } from './json/change.js';

/** One way to fix an issue. */
export interface Fix {
  /** The current value; absent if the field is missing. */
  readonly before?: unknown;
  /** The new value; absent to remove the field. */
  readonly after?: unknown;
  /** The document with the fix. */
  readonly apply: (document: unknown) => unknown;
}

/** The most choices. If there are more, the message of the issue lists them. */
const MAX_CHOICES = 12;

/**
 * The fixes that follow from an issue: write the expected value, or one of the valid values, or remove the field. Empty
 * if the issue suggests none.
 */
export function fixesOf({ code, path, expected }: Issue, document: unknown): Fix[] {
  const before = valueAt(document, path);
  if (code === 'unknown_field' || code === 'not_allowed') {
    return before === undefined ? [] : [{ before, apply: (document) => without(document, path) }];
  }
  // An expected list or object is not a replacement. The user chooses the country in the settings.
  if (path.length === 0 || (typeof before === 'object' && before !== null) || code === 'unsupported_country') return [];
  const values: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  if (values.length > MAX_CHOICES || !values.every(isScalar)) return [];
  return values.map((after) => ({ before, after, apply: (document) => withValue(document, path, after) }));
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
