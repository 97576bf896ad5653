import type { StoredTransaction } from 'receipt-rule-packs';

/** The fields that are stored as they were written, key order included. Source: decisions.md, Timestamps and order. */
const FREE_FORM = ['metadata', 'extensions'] as const;

/**
 * A stored document as JSON. JavaScript objects put keys that are array indices first, and JSON.stringify turns −0 into
 * 0. So metadata and extensions that have these are written again from the received text.
 *
 * @param document the JSON that the document was read from
 */
export function storedJson(stored: StoredTransaction, document: Uint8Array): string {
  if (!FREE_FORM.some((name) => changesInJavaScript(stored[name]))) return JSON.stringify(stored);
  const sent = parseMarked(new TextDecoder().decode(document));
  const marked = parseMarked(JSON.stringify(stored));
  for (const name of FREE_FORM) if (stored[name] !== undefined) marked[mark(name)] = sent[mark(name)];
  return unmarked(JSON.stringify(marked));
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;

function changesInJavaScript(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  const indexed = !Array.isArray(value) && Object.keys(value).some((key) => ARRAY_INDEX.test(key));
  return indexed || Object.values(value).some(changesInJavaScript);
}

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const STRINGS = new RegExp(STRING, 'g');
const STRINGS_AND_NUMBERS = new RegExp(String.raw`${STRING}|-?\d[\d.eE+-]*`, 'g');
const NEGATIVE_ZERO = '"-0"';

const mark = (text: string) => `~${text}`;

/**
 * Reads JSON in which every string, also every key, has a mark before it, and −0 is a string without the mark. So
 * nothing is changed.
 */
function parseMarked(json: string): Record<string, unknown> {
  const marked = json.replace(STRINGS_AND_NUMBERS, (token) => {
    if (token.startsWith('"')) return `"${mark(token.slice(1))}`;
    return Object.is(Number(token), -0) ? NEGATIVE_ZERO : token;
  });
  return JSON.parse(marked) as Record<string, unknown>;
}

function unmarked(json: string): string {
  return json.replace(STRINGS, (text) => (text === NEGATIVE_ZERO ? '-0' : `"${text.slice(2)}`));
}
