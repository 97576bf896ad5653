import type { StoredTransaction } from 'receipt-rule-packs';

/** The fields that are stored exactly as sent, including key order. Source: decisions.md, Timestamps and order. */
const FREE_FORM = ['metadata', 'extensions'] as const;

/**
 * A stored document as JSON. JavaScript objects put keys that are array indices first, and doubles change how numbers are
 * written: 12345678901234567890, 1.10, −0. So metadata and extensions with such keys or numbers are re-serialised from
 * the received text.
 *
 * @param document the JSON that the document was parsed from
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

/** Records whether a value contains numbers, or keys that are array indices. */
function lookFor(found: { numbers: boolean; indices: boolean }, value: unknown): void {
  if (typeof value === 'number') found.numbers = true;
  if (typeof value !== 'object' || value === null || found.indices) return;
  found.indices = !Array.isArray(value) && Object.keys(value).some((key) => ARRAY_INDEX.test(key));
  for (const member of Object.values(value)) lookFor(found, member);
}

/**
 * A number that a double may change: 16 digits or more, an exponent, a fraction that ends in 0, below a millionth, or −0.
 * It may be in a string. Any other number has at most 15 digits, which a double keeps.
 */
const UNUSUAL_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15}|\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?!\.))/;

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const STRINGS = new RegExp(STRING, 'g');
const STRINGS_AND_NUMBERS = new RegExp(String.raw`${STRING}|-?\d[\d.eE+-]*`, 'g');

const MARK = '~';
const mark = (text: string) => MARK + text;

/**
 * Parses JSON in which every string, including every key, gets a leading mark, and a number that a double would change
 * becomes a string without the mark. So nothing is lost.
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
