/** The maximum number of characters that a message quotes. */
const EXCERPT = 60;
const NEEDS_ESCAPE = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029]/g;
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Quotes a string for a message, shortened and safe to print. */
export function quoted(text: string): string {
  const excerpt = text.length > EXCERPT ? text.slice(0, EXCERPT) : text;
  const dots = text.length > EXCERPT ? '…' : '';
  if (!NEEDS_ESCAPE.test(excerpt)) return `"${excerpt}${dots}"`;
  const escaped = JSON.stringify(excerpt).replace(
    UNPRINTABLE,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped.slice(0, -1)}${dots}"`;
}

/** Replaces all but the last four characters of a card number with stars: no message, response or log may show more. */
export const masked = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/.(?=.{4})/gs, '*') : value;

/** The string, shortened if it is long. */
export function shortened(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(HALF_PAIR, '')}…` : text;
}

/** Describes any value for a message, in a few words. Runs no code of the value, except the traps of a proxy. */
export function show(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty string' : quoted(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    case 'bigint':
      return 'a BigInt';
    case 'symbol':
      return 'a symbol';
    case 'function':
      return 'a function';
    default:
      return value === null ? 'null' : kindOf(value!);
  }
}

function kindOf(value: object): string {
  try {
    if (Array.isArray(value)) return 'an array';
    if (value instanceof Date) return 'a Date';
    return ArrayBuffer.isView(value) ? 'bytes' : 'an object';
  } catch {
    return 'an object'; // a revoked proxy
  }
}
