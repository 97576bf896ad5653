import type { Issue } from '../issues/issue.js';
import { placeOf } from './loss.js';
import type { Repairs } from './repairs.js';
import { isFields, isSame, valueAt } from './revision.js';
import type { CauseCode } from './types.js';
import { exactTotal, fieldsOf, isMoney, isNumber, rounded } from './view.js';
import { moneyOfText } from './whole-repairs.js';
import { meaningOf, plain, valuesOf } from './words.js';
import { timestampsOf } from './zones.js';

/** Fields that a document must have: to leave them out repairs nothing. */
const REQUIRED = new Set(
  `type settled receiptNumber timestamp currency vendor items tax totals payment source items.*.name items.*.quantity
items.*.unitPrice items.*.amount items.*.taxRate items.*.taxCategory items.*.taxAmount totals.subtotal totals.discount
totals.tax totals.total tax.scheme tax.pricesIncludeTax tax.summary tax.summary.*.rate tax.summary.*.category
tax.summary.*.taxableAmount tax.summary.*.taxAmount payment.method vendor.id source.platform source.externalId`.split(
    /\s+/,
  ),
);

const MONEY = /(?:unitPrice|[aA]mount|^totals\.[a-z]+)$/;
const TEXT = /(?:receiptNumber|externalId|sku|name|id|last4|unit)$/i;

/** The most values of an issue that are tried one by one. */
const MOST_VALUES = 12;

/** The cause of a field whose value an issue knows. */
function codeOf(place: string, { code }: Issue): CauseCode {
  if (place === 'totals.rounding') return 'rounding';
  if (place.startsWith('totals.')) return code === 'invalid_rounding' ? 'rounding' : 'total';
  if (place === 'items.*.amount') return 'line_amount';
  if (place === 'items.*.taxAmount') return 'line_tax';
  if (place === 'items.*.taxRate') return 'rate_of_line';
  if (place === 'items.*.taxCategory') return 'category';
  if (place.startsWith('tax.summary')) return 'summary';
  if (place.startsWith('tax.jurisdictions')) return 'jurisdiction_tax';
  if (place === 'tax.scheme') return 'scheme';
  if (place === 'tax.pricesIncludeTax') return 'prices_flag';
  if (place === 'currency') return code === 'currency_not_allowed' ? 'currency' : 'currency_form';
  return code === 'not_allowed' || code === 'unsupported_tier' ? 'not_allowed' : 'default';
}

/** What the issue itself, or the form of its field, suggests. */
export function suggestField(repairs: Repairs, issue: Issue): void {
  const { path, code, field } = issue;
  if (path.length === 0 || code === 'unsupported_country') return;
  const place = placeOf(path);
  const found = valueAt(repairs.view.document, path);
  suggestExpected(repairs, issue, place, found);
  if (code === 'not_allowed')
    repairs.field('not_allowed', 'remove', 1, path, undefined, `${field} may not be sent here`);
  if (code === 'invalid_value' || code === 'invalid_type') suggestWord(repairs, issue, place, found);
  if (code === 'invalid_type') suggestType(repairs, issue, place, found);
  if (code === 'invalid_format') suggestForm(repairs, issue, place, found);
  if (code === 'out_of_range') suggestRange(repairs, issue, place, found);
  if (code === 'required') suggestMissing(repairs, issue, place);
  suggestOfLaw(repairs, issue, place, found);
}

function suggestExpected(repairs: Repairs, issue: Issue, place: string, found: unknown): void {
  const { path, code, expected, field } = issue;
  // Of what a device adds, an issue names the fields, not their values.
  if (expected === undefined || code === 'fiscal_missing' || (typeof found === 'object' && found !== null)) return;
  // The figures of the line suggest the same, and tell whose tax is stated.
  if (place === 'items.*.taxAmount' && code === 'tax_amount_deviates') return;
  const isOfRefusedRate = code === 'summary_deviates' && repairs.issues.some((other) => other.code === 'invalid_rate');
  if (isOfRefusedRate) return;
  const list: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  const isGuess = list.length > 1;
  const values =
    path.at(-1) === 'taxRate' && isGuess
      ? list.filter((rate) => rate === 0 || repairs.today.ratesToday.includes(rate as number))
      : list;
  if (values.length > MOST_VALUES) return;
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const title = isGuess ? `${field} is ${String(value)}` : titleOfValue(place, field, value);
    const variant = isGuess ? String(value) : '';
    repairs.field(codeOf(place, issue), 'expected', isGuess ? 1.4 : 1, path, value, title, { isGuess, variant });
  }
}

function titleOfValue(place: string, field: string, value: unknown): string {
  if (place.startsWith('totals.'))
    return place === 'totals.rounding' ? 'The rounding is missing or wrong' : `${field} is not the sum`;
  if (place === 'items.*.amount') return 'The amount is not quantity × unitPrice − discount';
  if (place === 'items.*.taxAmount') return 'taxAmount does not follow from amount and rate';
  if (place.startsWith('tax.summary')) return 'The summary does not follow from the lines';
  return `${field} is ${String(value)}`;
}

function suggestWord(repairs: Repairs, { path }: Issue, place: string, found: unknown): void {
  const values = valuesOf(place);
  if (values.length === 0) return;
  const meaning = meaningOf(place, found);
  if (meaning !== undefined) {
    repairs.field('word', 'word', 1, path, meaning, `"${String(found)}" is ${meaning}`, { isWord: true });
    return;
  }
  for (const value of values) {
    repairs.field('word', 'value', 1.6, path, value, `${String(path.at(-1))} is ${value}`, {
      isGuess: true,
      variant: value,
    });
  }
}

function suggestType(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const isMoneyField = MONEY.test(place) && place !== 'items.*.discount';
  if (isNumber(found) && isMoneyField) {
    repairs.field(
      'minor_units',
      'hundredfold',
      1,
      path,
      rounded(found * 100),
      `${field} is in major units, not in minor units`,
    );
    repairs.field('minor_units', 'whole', 1.1, path, rounded(found), `${field} is not a whole number of minor units`);
  }
  if (typeof found === 'string') suggestNumber(repairs, { path, field }, isMoneyField, found);
  if (typeof found === 'string' && /^(?:true|false)$/i.test(found)) {
    repairs.field(
      'type_of_value',
      'boolean',
      1,
      path,
      found.toLowerCase() === 'true',
      `${field} is true or false, not text`,
    );
  }
  if (found === 0 || found === 1) {
    repairs.field('type_of_value', 'boolean', 1.1, path, found === 1, `${field} is true or false, not a number`);
  }
  if (isNumber(found) && TEXT.test(place)) {
    const text = place === 'payment.last4' ? String(found).padStart(4, '0') : String(found);
    repairs.field('type_of_value', 'text', 1, path, text, `${field} is text, not a number`);
  }
  if (!REQUIRED.has(place) && typeof path.at(-1) !== 'number' && path[0] !== 'extensions') {
    repairs.field('not_allowed', 'drop', 1.2, path, undefined, `${field} may not be sent like this: leave it out`);
  }
  if (place === 'items.*.discount' && isNumber(found)) {
    repairs.field('type_of_value', 'discount', 1, path, { amount: found }, 'A discount is { amount }', {
      variant: found,
    });
  }
  if ((place === 'items' || place === 'tax.summary') && isFields(found) && Object.keys(found).length > 0) {
    repairs.field('type_of_value', 'list', 1, path, [found], `${field} is a list`);
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
    repairs.field('numbers_as_text', 'money', 1, path, money.amount, title);
    repairs.field('numbers_as_text', 'major money', 1.05, path, money.amount * 100, title);
  }
  const number = Number(found.replace(',', '.').replace('%', ''));
  if (found.trim() !== '' && Number.isFinite(number)) {
    repairs.field('numbers_as_text', 'number', 1, path, number, title);
  }
}

function suggestForm(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const { zones, country, currency } = repairs.today;
  if (place === 'timestamp') {
    const times = timestampsOf(found, zones, country === 'US');
    const isLocal = typeof found === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(found);
    const title = isLocal ? 'The time has no offset from UTC' : 'The time is written in another form';
    // Which of two numbers is the day is known where the country is.
    for (const time of times) {
      repairs.field(isLocal ? 'offset_missing' : 'timestamp_form', 'time', 1, path, time, title, {
        isGuess: times.length > 1,
      });
    }
  }
  if (place === 'currency' && typeof found === 'string' && currency !== undefined) {
    const isCode = found.toUpperCase() === currency || plain(found).startsWith(plain(currency));
    repairs.field('currency_form', 'currency', isCode ? 1 : 1.1, path, currency, 'currency is an ISO 4217 code');
  }
  if (place === 'payment.last4') {
    const digits = /\d{4}(?=\D*$)/.exec(String(found).slice(-40))?.[0];
    if (digits !== undefined) repairs.field('last4', 'last4', 1, path, digits, 'last4 is the last four digits');
    repairs.field('not_allowed', 'drop', 1.2, path, undefined, 'Leave last4 out');
  }
  if (place === 'locale') {
    const tag = String(found).split('.')[0]!.replaceAll('_', '-');
    if (tag !== '') repairs.field('type_of_value', 'locale', 1, path, tag, 'locale is a BCP 47 tag');
    repairs.field('not_allowed', 'drop', 1.3, path, undefined, 'Leave locale out');
  }
  if (typeof found === 'string' && /[\0\ud800-\udfff]/.test(found)) {
    const clean = found.replace(/[\0\ud800-\udfff]/g, '');
    if (clean !== '')
      repairs.field('type_of_value', 'clean', 1, path, clean, `${field} has characters that are no text`, {
        variant: clean,
      });
  }
}

function suggestRange(repairs: Repairs, { path, field }: Issue, place: string, found: unknown): void {
  const { law } = repairs.today;
  const leaveOut = `Leave ${field} out`;
  if (path[0] === 'metadata') repairs.field('not_allowed', 'drop', 1.2, ['metadata'], undefined, 'Leave metadata out');
  if (path[0] === 'extensions' && path.length === 2) {
    const isRequired = law?.extensions.some(({ namespace, required }) => namespace === path[1] && required === true);
    if (isRequired !== true) repairs.field('not_allowed', 'drop', 1.3, path, undefined, leaveOut);
  }
  if (place === 'items.*.discount.amount' && found === 0) {
    repairs.field('not_allowed', 'drop', 1, path.slice(0, -1), undefined, 'A line without discount has no discount');
  }
  if (isNumber(found) && found < 0) {
    const code = path[0] === 'items' ? 'line_input' : path[0] === 'totals' ? 'total' : 'summary';
    repairs.field(code, 'positive', 1, path, -found, `${field} is positive`);
  }
}

const CORRECTIONS = ['refund', 'void', 'credit_note', 'exchange'];

function suggestMissing(repairs: Repairs, { path, field }: Issue, place: string): void {
  const { view, today } = repairs;
  const { document, lines, total, tax, pricesIncludeTax } = view;
  const title = `${field} is missing`;
  const add = (cost: number, value: unknown, isGuess = false): void =>
    repairs.field('default', 'default', cost, path, value, title, isGuess ? { isGuess, variant: String(value) } : {});
  switch (place) {
    case 'settled':
      add(1, document.type !== 'void');
      return;
    case 'type':
      if (!isFields(document.linkedTransaction)) add(1.1, 'sale');
      return;
      for (const type of ['sale', ...CORRECTIONS]) add(1.1, type, true);
      return;
    case 'currency':
      add(1, today.currency);
      return;
    case 'tax.scheme':
      repairs.field('scheme', 'scheme', 1, path, today.law?.tax.scheme, title);
      return;
    case 'tax.pricesIncludeTax': {
      const usual = today.law?.tax.pricesIncludeTax ?? true;
      add(1, usual);
      add(1.05, !usual);
      return;
    }
    case 'tax.reverseCharge':
      add(1, true);
      return;
    case 'channel':
      add(1, 'ecommerce');
      return;
    case 'items.*.taxCategory': {
      const rate = lines[path[1] as number]?.taxRate;
      const isTaxed = rate !== undefined && rate > 0;
      repairs.field('category', 'missing', 1, path, isTaxed ? 'S' : 'Z', title, { isGuess: !isTaxed });
      return;
    }
    case 'totals.rounding':
      if (!isMoney(total) || (pricesIncludeTax === false && !isMoney(tax))) return;
      repairs.field('rounding', 'rounding', 1, path, total - exactTotal(view), 'The rounding is missing');
      return;
    case 'payment.method':
      for (const method of valuesOf(place)) add(1.5, method, true);
      return;
    default:
  }
}

/** Three letters, numbers and other names of countries that customers have. */
const COUNTRIES: Readonly<Record<string, string>> = {
  UK: 'GB',
  NOR: 'NO',
  SWE: 'SE',
  DEU: 'DE',
  GER: 'DE',
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
  if (code === 'unsupported_tier' || (code === 'invalid_value' && place === 'documentTier')) {
    repairs.field('not_allowed', 'drop', 0.9, path, undefined, `Leave ${field} out`);
  }
  if (place === 'channel' && code === 'invalid_value') {
    repairs.field('default', 'channel', 1, path, 'ecommerce', 'A distance sale has channel ecommerce');
  }
  if (place === 'tax.reverseCharge' && code === 'invalid_value') {
    repairs.field('default', 'reverse', 1, path, true, 'reverseCharge is true for category AE');
  }
  if (place === 'tax.scheme' && today.law !== undefined) {
    const { name, tax } = today.law;
    repairs.field('scheme', 'scheme', 1, path, tax.scheme, `The scheme of ${name.en} is ${tax.scheme}`);
    if (typeof buyer === 'string' && buyer !== today.country) {
      repairs.field('scheme', 'scheme abroad', 1.2, path, 'EU_VAT', 'The scheme of a sale abroad is EU_VAT');
    }
  }
  if (code === 'currency_not_allowed') {
    const title = `The currency is not that of ${today.law?.name.en ?? today.country}`;
    repairs.field('currency', 'currency', 1.1, path, today.currency, title);
  }
  if (code === 'customer.country/invalid_country' && typeof found === 'string') {
    const known = Object.hasOwn(COUNTRIES, found) ? COUNTRIES[found] : undefined;
    const meaning = known ?? (/^[a-z]{2}$/.test(found) ? found.toUpperCase() : undefined);
    if (meaning !== undefined) {
      repairs.field('word', 'country', 1, path, meaning, `"${found}" is ${meaning}`, { isWord: true });
    }
  }
  if (code === 'last4_without_card') {
    repairs.field('not_allowed', 'drop', 1, path, undefined, 'Only a card has last4');
    repairs.field('word', 'card', 1.3, ['payment', 'method'], 'card', 'It was paid by card');
  }
  if (code === 'settled_void') repairs.field('default', 'unsettled', 1, path, false, 'A void is not settled');
  if (
    code === 'invalid_rate' &&
    typeof buyer === 'string' &&
    buyer !== today.country &&
    !isSame(view.document.channel, 'ecommerce')
  ) {
    repairs.field('default', 'channel', 1, ['channel'], 'ecommerce', 'A distance sale has channel ecommerce');
  }
}
