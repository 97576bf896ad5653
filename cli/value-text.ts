import { oneLine } from '../src/text/printable.js';
import { maskedText } from './masked-text.js';

const MAX = 60;

/** Formats a value for display, on one line and cut to a readable length. */
export function shownValue(value: unknown): string {
  const text = oneLine(maskedText(JSON.stringify(value) ?? 'nothing'));
  return text.length > MAX ? `${text.slice(0, MAX - 1)}…` : text;
}

/** Formats the expected value of a field, or a list of allowed values. Undefined if one of the values is an object. */
export function valueText(expected: unknown): string | undefined {
  const values: unknown[] = Array.isArray(expected) ? expected : [expected];
  const isPlain = values.every((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return values.length === 0 || !isPlain ? undefined : values.map(shownValue).join(', ');
}
