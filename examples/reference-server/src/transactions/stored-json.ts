import type { StoredTransaction } from 'receipt-rule-packs';

/**
 * Fields that are stored exactly as sent, including the order of their keys. Source: decisions.md, Timestamps and
 * order.
 */
const FREE_FORM = ['metadata', 'extensions'] as const;

/**
 * A stored document as JSON. JavaScript objects put keys that are array indices first, and some numbers, such as
 * 12345678901234567890, 1.10 and −0, change when they are parsed as doubles. Therefore `metadata` and `extensions` with
 * such keys or numbers are serialised from the received text.
 *
 * @param document the JSON from which `stored` was parsed
 */
export function storedJson(stored: StoredTransaction, document: Uint8Array): string {
  const found = { numbers: false, indices: false };
  for (const name of FREE_FORM) lookFor(found, stored[name]);
  if (!found.numbers && !found.indices) return JSON.stringify(stored);
  const text = new TextDecoder().decode(document);
  if (!found.indices && !UNUSUAL_NUMBER.test(text)) return JSON.stringify(stored);
  const sent = parseMarked(text);
  const marked = parseMarked(JSON.stringify(stored));
  for (const name of FREE_FORM) if (stored[name] !== undefined) marked[mark(name)] = sent[mark(name)];
  return unmarked(JSON.stringify(marked));
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** Records in `found` whether a value contains a number, or a key that is an array index. */
function lookFor(found: { numbers: boolean; indices: boolean }, value: unknown): void {
  if (typeof value === 'number') found.numbers = true;
  if (typeof value !== 'object' || value === null || found.indices) return;
  found.indices = !Array.isArray(value) && Object.keys(value).some((key) => ARRAY_INDEX.test(key));
  for (const member of Object.values(value)) lookFor(found, member);
}

/**
 * Matches a number that a double might change: 16 or more digits, an exponent, a trailing zero after the decimal point,
 * a value below a millionth, or −0. Also matches inside strings. Any other number has at most 15 digits, which a double
 * preserves.
 */
const UNUSUAL_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15}|\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?!\.))/;

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const STRINGS = new RegExp(STRING, 'g');
const STRINGS_AND_NUMBERS = new RegExp(String.raw`${STRING}|-?\d[\d.eE+-]*`, 'g');

const MARK = '~';
const mark = (text: string) => MARK + text;

/**
 * Parses JSON without losing digits: every string and key gets a leading mark, and a number that a double might change
 * becomes a string without the mark.
 */
function parseMarked(json: string): Record<string, unknown> {
  const marked = json.replace(STRINGS_AND_NUMBERS, (token) => {
    if (token.startsWith('"')) return `"${mark(token.slice(1))}`;
    return String(Number(token)) === token ? token : `"${token}"`;
  });
  return JSON.parse(marked) as Record<string, unknown>;
}

function unmarked(json: string): string {
  return json.replace(STRINGS, (text) => (text[1] === MARK ? `"${text.slice(2)}` : text.slice(1, -1)));
}
