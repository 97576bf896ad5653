import type { Issue } from 'receipt-rule-packs';
import { valueAt, without, withValue } from './json/change.js';

/** One way to fix an issue. */
export interface Fix {
  /** The current value; absent if there is none. */
  readonly before?: unknown;
  /** The new value; absent if the field is removed. */
  readonly after?: unknown;
  /** The document with the fix. */
  readonly apply: (document: unknown) => unknown;
}

/** The most choices. If there are more, the sentence of the issue names them. */
const MOST_CHOICES = 12;

/**
 * The fixes that follow from an issue: write the expected value, or one of the allowed values, or remove the field.
 * None if the issue names none of these.
 */
export function fixesOf({ code, path, expected }: Issue, document: unknown): Fix[] {
  const before = valueAt(document, path);
  if (code === 'unknown_field' || code === 'not_allowed') {
    return before === undefined ? [] : [{ before, apply: (document) => without(document, path) }];
  }
  // Such an issue does not expect a list or an object as a replacement. The country is chosen in the settings.
  if (path.length === 0 || (typeof before === 'object' && before !== null) || code === 'unsupported_country') return [];
  const values: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  if (values.length > MOST_CHOICES || !values.every(isScalar)) return [];
  return values.map((after) => ({ before, after, apply: (document) => withValue(document, path, after) }));
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
