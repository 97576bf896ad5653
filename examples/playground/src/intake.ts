import type { Setting } from './verdict.js';
import { isObject, valueAt } from './json/change.js';

/** A document from a file or from pasted text, with the settings that came with it. */
export interface Incoming {
  readonly text: string;
  readonly setting: Partial<Setting>;
}

/** The maximum number of documents to list. */
const MAX = 1000;
/** Fields that contain the document in files saved by this page, test cases, webhook events and list responses. */
const WRAPPERS = ['document', 'transaction', 'receipt', 'data', 'body'];

/**
 * Finds the documents in the given text: a single document, an array, one document per line (NDJSON), or documents
 * wrapped in an object. Returns any other text unchanged, so that the page can report what is wrong with it.
 */
export function documentsIn(text: string): Incoming[] {
  const clean = text.replace(/^\ufeff/, '');
  const whole = parsed(clean);
  const values = whole.ok ? unwrapped(whole.value, {}) : linesOf(clean);
  if (values === undefined) return [{ text: clean, setting: {} }];
  // If the text contains only one document, keep the document's formatting.
  if (whole.ok && values.length === 1 && values[0]!.value === whole.value) return [{ text: clean, setting: {} }];
  const known = values.slice(0, MAX);
  const byId = new Map(known.flatMap(({ value }) => (isObject(value) && 'id' in value ? [[value.id, value]] : [])));
  return known.map(({ value, setting }) => ({
    text: `${JSON.stringify(value, null, 2)}\n`,
    setting: { ...originalIn(byId.get(valueAt(value, ['linkedTransaction', 'originalTransactionId']))), ...setting },
  }));
}

/** Returns the settings that describe a correction's original sale, if that sale is in the same file. */
function originalIn(sale: unknown): Partial<Setting> {
  const number = valueAt(sale, ['receiptNumber']);
  const timestamp = valueAt(sale, ['timestamp']);
  return {
    ...(typeof timestamp === 'string' && { originalDay: timestamp.slice(0, 10) }),
    ...(typeof number === 'string' && { originalNumber: number }),
  };
}

interface Found {
  readonly value: unknown;
  readonly setting: Partial<Setting>;
}

function unwrapped(value: unknown, setting: Partial<Setting>): Found[] {
  if (Array.isArray(value))
    return value.length === 0 ? [{ value, setting }] : value.flatMap((each) => unwrapped(each, setting));
  if (!isObject(value) || Object.hasOwn(value, 'items')) return [{ value, setting }];
  const name = WRAPPERS.find((name) => typeof value[name] === 'object' && value[name] !== null);
  return name === undefined ? [{ value, setting }] : unwrapped(value[name], { ...setting, ...settingOf(value) });
}

/** Reads the business and the options from a wrapper, as in files saved by this page and in the example receipts. */
function settingOf(wrapper: unknown): Partial<Setting> {
  const country = valueAt(wrapper, ['business', 'country']);
  const multiLocation = valueAt(wrapper, ['business', 'multiLocation']);
  const territory = valueAt(wrapper, ['business', 'territory']);
  const regimes = valueAt(wrapper, ['business', 'regimes']);
  const duties = valueAt(wrapper, ['business', 'duties']);
  const rateWindows = valueAt(wrapper, ['options', 'rateWindows']);
  return {
    ...(typeof country === 'string' && { country }),
    ...(typeof multiLocation === 'boolean' && { multiLocation }),
    ...(typeof territory === 'string' && { territory }),
    ...(isTexts(regimes) && { regimes }),
    ...(isObject(duties) && { duties: duties as Record<string, boolean> }),
    ...(isRateWindows(rateWindows) && { rateWindows }),
    ...originalIn(valueAt(wrapper, ['options', 'original'])),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isRateWindows(value: unknown): value is Setting['rateWindows'] {
  return value === 'off' || value === 'warn' || value === 'enforce';
}

function linesOf(text: string): Found[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.slice(0, MAX).every((line) => /^\s*[{[].*[}\]]\s*$/.test(line))) return undefined;
  const values = lines.slice(0, MAX).map(parsed);
  return values.every(({ ok }) => ok)
    ? values.flatMap((each) => (each.ok ? unwrapped(each.value, {}) : []))
    : undefined;
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
