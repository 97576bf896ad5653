import { isNumber } from '../complete/exact.js';
import { OSS_SCHEME } from '../document/oss-scheme.js';
import type { Issue } from '../issues/issue.js';
import { UNTAXED } from './line-repairs.js';
import { placeOf } from './loss.js';
import { isRefusedRate, type Repairs } from './repairs.js';
import { isFields, valueAt } from './revision.js';
import type { CauseCode } from './types.js';
import { fieldsOf, rounded } from './view.js';
import { moneyOfText } from './whole-repairs.js';
import { meaningOf, valuesOf } from './words.js';
import { timestampsOf } from './zones.js';

const MONEY = /(?:unitPrice|[aA]mount|^totals\.[a-z]+)$/;
const TEXT = /(?:receiptNumber|externalId|sku|name|id|last4|unit)$/i;

/** The maximum number of expected values to try. */
const MOST_VALUES = 12;

/** The cause codes for fields for which an issue states the expected value. */
const CODES: Readonly<Record<string, CauseCode>> = {
  'totals.rounding': 'rounding',
  'items.*.amount': 'line_amount',
  'items.*.taxAmount': 'line_tax',
  'items.*.taxRate': 'rate_of_line',
  'items.*.taxCategory': 'category',
  'tax.scheme': 'scheme',
  'tax.pricesIncludeTax': 'prices_flag',
  currency: 'currency',
  documentTier: 'not_allowed',
};

function codeOf(place: string): CauseCode {
  if (Object.hasOwn(CODES, place)) return CODES[place]!;
  if (place.startsWith('totals.')) return 'total';
  if (place.startsWith('tax.summary')) return 'summary';
  return place.startsWith('tax.jurisdictions') ? 'jurisdiction_tax' : 'default';
}

/** Suggests repairs that follow from the issue itself, or from the format of its field. */
export function suggestField(repairs: Repairs, issue: Issue): void {
  const { path, code } = issue;
  if (path.length === 0 || code === 'unsupported_country') return;
  const place = placeOf(path);
  const found = valueAt(repairs.view.document, path);
  suggestExpected(repairs, issue, place, found);
  if (code === 'not_allowed') suggestNone(repairs, issue, 1);
  if (code === 'invalid_value' || code === 'invalid_type') suggestWord(repairs, issue, place, found);
  if (code === 'invalid_type') suggestType(repairs, issue, place, found);
  // Unix time may be a number.
  if (code === 'invalid_format' || place === 'timestamp') suggestForm(repairs, issue, place, found);
  if (code === 'out_of_range') suggestRange(repairs, issue, place, found);
  if (code === 'required') suggestMissing(repairs, issue, place);
  suggestOfLaw(repairs, issue, place, found);
}

/** Suggests removing a field. */
function suggestNone(repairs: Repairs, { path, field }: Pick<Issue, 'path' | 'field'>, cost: number): void {
  repairs.field('not_allowed', cost, path, undefined, `${field} may not be sent here`);
}

function suggestExpected(repairs: Repairs, issue: Issue, place: string, found: unknown): void {
  const { path, code, expected, field } = issue;
  // For data from fiscal devices, `expected` lists fields instead of values.
  if (expected === undefined || code === 'fiscal_missing' || (typeof found === 'object' && found !== null)) return;
  // `suggestTax` suggests the same value, with a better explanation.
  if (code === 'tax_amount_deviates') return;
  // `suggestRateOfDay` suggests the same rates, with their goods.
  if (path.at(-1) === 'taxRate' && isRefusedRate(code)) return;
  // `suggestOfLaw` suggests the same value.
  if (code === 'currency_not_allowed' || (place === 'tax.scheme' && repairs.today.law !== undefined)) return;
  const isOfRefusedRate = code === 'summary_deviates' && repairs.issues.some((other) => other.code === 'invalid_rate');
  if (isOfRefusedRate) return;
  const list: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  const isGuess = list.length > 1;
  for (const value of list.slice(0, MOST_VALUES)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const title = isGuess ? `${field} is ${String(value)}` : titleOfValue(place, issue, value);
    repairs.field(codeOf(place), isGuess ? 1.4 : 1, path, value, title, { isGuess });
  }
}

/** The titles of mistakes in figures, by field. */
const TITLES: Readonly<Record<string, string>> = {
  'totals.subtotal': 'totals.subtotal is not the sum',
  'totals.discount': 'totals.discount is not the sum',
  'totals.tax': 'totals.tax is not the sum',
  'totals.total': 'totals.total is not the sum',
  'totals.rounding': 'The rounding is missing or wrong',
  'items.*.amount': 'The amount is not quantity × unitPrice − discount',
  'items.*.taxAmount': 'taxAmount does not follow from amount and rate',
  'tax.summary.*.taxableAmount': 'The summary does not follow from the lines',
  'tax.summary.*.taxAmount': 'The summary does not follow from the lines',
};

function titleOfValue(place: string, { field, code }: Issue, value: unknown): string {
  if (Object.hasOwn(TITLES, place)) return TITLES[place]!;
  return code === 'required' ? `${field} is missing` : `${field} is ${String(value)}`;
}

function suggestWord(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const values = valuesOf(place);
  if (values.length === 0) return;
  const meaning = meaningOf(place, found);
  if (meaning !== undefined) {
    repairs.field('word', 1, path, meaning, `"${String(found)}" is ${meaning}`, { isWord: true, variant: '' });
    return;
  }
  for (const value of values) {
    repairs.field('word', 1.6, path, value, `${field} is ${value}`, { isGuess: true });
  }
}

function suggestType(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const isMoneyField = MONEY.test(place);
  if (isNumber(found) && isMoneyField) {
    repairs.field('minor_units', 1, path, rounded(found * 100), `${field} is in major units`);
    repairs.field('minor_units', 1.1, path, rounded(found), `${field} is in whole minor units`);
  }
  if (typeof found === 'string') suggestNumber(repairs, { path, field }, isMoneyField, found);
  if (typeof found === 'string' && /^(?:true|false)$/i.test(found)) {
    repairs.field('type_of_value', 1, path, /^t/i.test(found), `${field} is true or false, not text`);
  }
  if (found === 0 || found === 1) {
    repairs.field('type_of_value', 1.1, path, found === 1, `${field} is true or false, not a number`);
  }
  if (isNumber(found) && TEXT.test(place)) {
    const text = place === 'payment.last4' ? String(found).slice(-4).padStart(4, '0') : String(found);
    repairs.field('type_of_value', 1, path, text, `${field} is text, not a number`);
  }
  if (typeof path.at(-1) !== 'number' && path[0] !== 'extensions') {
    suggestNone(repairs, { path, field }, 1.2);
  }
  if (place === 'items.*.discount' && isNumber(found)) {
    repairs.field('type_of_value', 1, path, { amount: found }, 'A discount is { amount }');
  }
  if ((place === 'items' || place === 'tax.summary') && isFields(found) && Object.keys(found).length > 0) {
    repairs.field('type_of_value', 1, path, [found], `${field} is a list`);
  }
}

function suggestNumber(
  repairs: Repairs,
  { path, field }: Pick<Issue, 'path' | 'field'>,
  isMoneyField: boolean,
  found: string,
): void {
  const title = `${field} is a number, not text`;
  const money = isMoneyField ? moneyOfText(found) : undefined;
  if (money !== undefined) {
    repairs.field('numbers_as_text', 1, path, money.amount, title);
    repairs.field('numbers_as_text', 1.05, path, money.amount * 100, title);
    return;
  }
  const number = Number(found.replace(',', '.').replace('%', ''));
  if (found.trim() !== '') repairs.field('numbers_as_text', 1, path, number, title);
}

/** Signs of currencies, which are not codes. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', $: 'USD' };

/** Whether text may be the code or the sign of another currency. */
function namesOther(found: string, currency: string): boolean {
  const text = found.trim();
  const code = Object.hasOwn(SIGNS, text) ? SIGNS[text]! : text.toUpperCase();
  return /^[A-Z]{3}$/.test(code) && code !== currency;
}

function suggestForm(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const { zones, country, currency } = repairs.today;
  if (place === 'timestamp') {
    const times = timestampsOf(found, zones, country === 'US');
    const isLocal = typeof found === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(found);
    const title = isLocal ? 'The time has no offset from UTC' : 'The time is in a different format';
    // The country determines whether the day or the month comes first.
    for (const time of times) {
      repairs.field(isLocal ? 'offset_missing' : 'timestamp_form', 1, path, time, title, {
        isGuess: times.length > 1,
      });
    }
  }
  if (place === 'currency' && typeof found === 'string' && currency !== undefined) {
    repairs.field('currency_form', 1.1, path, currency, 'currency is an ISO 4217 code', {
      isWord: namesOther(found, currency),
    });
  }
  if (place === 'payment.last4') {
    const digits = /\d{4}(?=\D*$)/.exec(String(found).slice(-40))?.[0];
    if (digits !== undefined) repairs.field('last4', 1, path, digits, 'last4 is the last four digits');
    suggestNone(repairs, { path, field }, 1.3);
  }
  if (place === 'locale') {
    const tag = String(found).split('.')[0]!.replaceAll('_', '-');
    if (tag !== '') repairs.field('type_of_value', 1, path, tag, 'locale is a BCP 47 tag');
    suggestNone(repairs, { path, field }, 1.3);
  }
  if (typeof found === 'string') {
    const clean = found.replace(/[\0\ud800-\udfff]/gu, '');
    if (clean !== '') repairs.field('type_of_value', 1, path, clean, `${field} contains invalid characters`);
  }
}

function suggestRange(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const { law } = repairs.today;
  if (path[0] === 'metadata') suggestNone(repairs, { path: ['metadata'], field: 'metadata' }, 1.2);
  if (path[0] === 'extensions' && path.length === 2) {
    const isRequired = law?.extensions.some(({ namespace, required }) => namespace === path[1] && required === true);
    if (isRequired !== true) suggestNone(repairs, { path, field }, 1.3);
  }
  if (place === 'items.*.discount.amount' && found === 0) {
    repairs.field('not_allowed', 1, path.slice(0, -1), undefined, 'A discount of 0 must be omitted');
  }
  // Only the sender knows the numbers of a device.
  if (isNumber(found) && found < 0 && path[0] !== 'extensions') {
    repairs.field(path[0] === 'items' ? 'line_input' : codeOf(place), 1, path, -found, `${field} is positive`);
  }
}

const CORRECTIONS = ['refund', 'void', 'credit_note', 'exchange'];

function suggestMissing(repairs: Repairs, { path, field }: Issue, place: string): void {
  const { view, today } = repairs;
  const { document, lines } = view;
  const title = `${field} is missing`;
  const add = (cost: number, value: unknown, isGuess = false): void =>
    repairs.field('default', cost, path, value, title, { isGuess });
  switch (place) {
    case 'settled':
      add(1, document.type !== 'void');
      return;
    case 'type':
      if (!isFields(document.linkedTransaction)) add(1.1, 'sale');
      else for (const type of CORRECTIONS) add(1.1, type, true);
      return;
    case 'currency':
      add(1, today.currency);
      return;
    case 'tax.pricesIncludeTax': {
      const usual = today.law?.tax.pricesIncludeTax ?? true;
      add(1, usual);
      add(1.05, !usual);
      return;
    }
    case 'items.*.taxCategory': {
      const isTaxed = lines[path[1] as number]!.taxRate > 0;
      for (const value of isTaxed ? ['S'] : UNTAXED) {
        repairs.field('category', 1, path, value, `The category is ${value}`, { isGuess: !isTaxed });
      }
      return;
    }
    case 'payment.method':
      for (const method of valuesOf(place)) add(1.5, method, true);
      return;
    default:
  }
}

/** Common wrong country codes. */
const COUNTRIES: Readonly<Record<string, string>> = {
  UK: 'GB',
  NOR: 'NO',
  SWE: 'SE',
  DEU: 'DE',
  FRA: 'FR',
  DNK: 'DK',
  FIN: 'FI',
  ESP: 'ES',
  ITA: 'IT',
  EL: 'GR',
  GRC: 'GR',
};

function suggestOfLaw(repairs: Repairs, { path, code, field }: Issue, place: string, found: unknown): void {
  const { view, today } = repairs;
  const buyer = fieldsOf(view.document.customer).country;
  const isAbroad = typeof buyer === 'string' && buyer !== today.country;
  if (place === 'documentTier') suggestNone(repairs, { path, field }, 0.9);
  if (place === 'tax.scheme' && today.law !== undefined) {
    const { name, tax } = today.law;
    const isWord = found !== undefined;
    repairs.field('scheme', 1, path, tax.scheme, `The scheme of ${name.en} is ${tax.scheme}`, { isWord });
    if (isAbroad) {
      repairs.field('scheme', 1.2, path, OSS_SCHEME, `The scheme of a sale abroad is ${OSS_SCHEME}`);
    }
  }
  if (code === 'currency_not_allowed') {
    const title = `This is not the currency of ${today.law?.name.en ?? today.country}`;
    repairs.field('currency', 1.1, path, today.currency, title);
  }
  if (code === 'customer.country/invalid_country' && typeof found === 'string') {
    const known = Object.hasOwn(COUNTRIES, found) ? COUNTRIES[found] : undefined;
    const meaning = known ?? (/^[a-z]{2}$/.test(found) ? found.toUpperCase() : undefined);
    if (meaning !== undefined) {
      repairs.field('word', 1, path, meaning, `"${found}" is ${meaning}`, { isWord: true });
    }
  }
  if (code === 'last4_without_card') {
    suggestNone(repairs, { path, field }, 1);
    repairs.field('word', 1.3, ['payment', 'method'], 'card', 'It was paid by card');
  }
  if (code === 'invalid_rate' && isAbroad) {
    repairs.field('default', 1, ['channel'], 'ecommerce', 'The channel of a distance sale is ecommerce');
  }
}
