import { assertArgument } from '../usage/assert.js';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * A path as text: `items[0].taxRate`, and `["odd key"]` for a key that is not an identifier.
 *
 * @throws UsageError for a value that is not an array
 */
export function fieldPath(path: readonly (string | number)[]): string {
  const given: unknown = path;
  assertArgument(Array.isArray(given), 'path', 'an array of names and indexes', given);
  let field = '';
  for (const step of path) field = fieldBelow(field, step);
  return field;
}

/** Appends one step to a path in text form. */
export function fieldBelow(field: string, step: string | number): string {
  if (typeof step === 'number') return `${field}[${step}]`;
  if (!IDENTIFIER.test(step)) return `${field}[${JSON.stringify(step)}]`;
  return field === '' ? step : `${field}.${step}`;
}
