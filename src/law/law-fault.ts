import { OSS_SCHEME } from '../document/oss-scheme.js';
import { PAYMENT_METHODS } from '../document/payment-methods.js';
import { isSchemeOf } from '../document/scheme.js';
import { SCHEMES } from '../document/structure.generated.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { isDate } from '../calendar/dates.js';
import { show } from '../text/show.js';
import type { CashRounding, Dated, ExtensionNamespace, RateRow } from './types.js';
import { FIELDS, unknownFieldFault } from './unknown-field-fault.js';

const PACK_ID = /^[a-z]{2}-[a-z_]+-[1-9]\d*$/;
const MAX_CITATION = 60;
const CORRECTIONS: readonly string[] = ['refund', 'void', 'credit_note', 'exchange'];

/**
 * Says what is wrong with a law: a part is missing, is unknown, has the wrong type, or contradicts another part.
 * Undefined if the law is valid. The JSON Schema for laws checks the same shape in files; this function also checks
 * laws created at run time.
 */
export function lawFault(law: unknown): string | undefined {
  if (!isObject(law)) return `a law must be an object, found ${show(law)}`;
  return (
    unknownFieldFault('', law, FIELDS.LAW) ??
    headFault(law) ??
    countryFault(law) ??
    currenciesFault(law.currencies) ??
    taxFault(law) ??
    ratesFault(law) ??
    territoriesFault(law) ??
    roundingFault(law) ??
    extensionsFault(law) ??
    obligationsFault(law) ??
    cashLimitsFault(law) ??
    statesFault(law) ??
    correctionsFault(law) ??
    labelsFault(law) ??
    disabledRulesFault(law)
  );
}

type Parts = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isOneOf = (value: unknown, ...allowed: readonly unknown[]): boolean => allowed.includes(value);
const isCount = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least;
const isFlag = (value: unknown): boolean => isOneOf(value, undefined, true, false);

function headFault({ id, country, documentTier, distanceSales, taxJurisdictions }: Parts): string | undefined {
  if (!isText(id) || !PACK_ID.test(id)) return `id must be like se-receipt-1, found ${show(id)}`;
  if (!isText(country) || !/^[A-Z]{2}$/.test(country))
    return `country must be an ISO 3166-1 alpha-2 code, found ${show(country)}`;
  if (!id.startsWith(`${country.toLowerCase()}-`)) return `id must begin with the country, ${country.toLowerCase()}-`;
  if (documentTier !== 'receipt') return `documentTier must be receipt, found ${show(documentTier)}`;
  if (!isOneOf(distanceSales, 'none', 'oss', 'union'))
    return `distanceSales must be none, oss or union, found ${show(distanceSales)}`;
  if (typeof taxJurisdictions !== 'boolean')
    return `taxJurisdictions must be true or false, found ${show(taxJurisdictions)}`;
  return undefined;
}

function countryFault({
  name,
  description,
  timeZone,
  otherTimeZones = [],
  reviewed,
  nextKnownChange,
}: Parts): string | undefined {
  for (const [key, day] of Object.entries({ reviewed, nextKnownChange }))
    if (day !== undefined && !isDate(day)) return `${key} must be a day as YYYY-MM-DD, found ${show(day)}`;
  if (!isObject(name)) return `name must be an object with en and local, found ${show(name)}`;
  const unknown = unknownFieldFault('name', name, FIELDS.NAME);
  if (unknown !== undefined) return unknown;
  for (const key of ['en', 'local'])
    if (!isText(name[key])) return `name.${key} must be the name of the country, found ${show(name[key])}`;
  if (description !== undefined && !isText(description))
    return `description must say what the law covers, found ${show(description)}`;
  if (!isTimeZone(timeZone))
    return `timeZone must be an IANA time zone, such as Europe/Stockholm, found ${show(timeZone)}`;
  if (!isList(otherTimeZones) || !otherTimeZones.every(isTimeZone))
    return `otherTimeZones must be an array of IANA time zones, found ${show(otherTimeZones)}`;
  return undefined;
}

/** An offset such as +02:00 is not a time zone, because it has no daylight saving time. */
function isTimeZone(name: unknown): boolean {
  if (!isText(name) || !/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function currenciesFault(currencies: unknown): string | undefined {
  if (!isList(currencies) || currencies.length === 0)
    return `currencies must be an array with at least one currency, found ${show(currencies)}`;
  for (const [i, currency] of currencies.entries()) {
    if (!isObject(currency)) return `currencies[${i}] must be an object, found ${show(currency)}`;
    const unknown = unknownFieldFault(`currencies[${i}]`, currency, FIELDS.CURRENCY);
    if (unknown !== undefined) return unknown;
    if (!isText(currency.code) || !/^[A-Z]{3}$/.test(currency.code))
      return `currencies[${i}].code must be an ISO 4217 code, found ${show(currency.code)}`;
    if (currency.unit !== undefined && !(Number.isSafeInteger(currency.unit) && (currency.unit as number) > 1))
      return `currencies[${i}].unit must be an integer of 2 or more, found ${show(currency.unit)}`;
    const fault = successorFault(`currencies[${i}].successor`, currency.successor);
    if (fault !== undefined) return fault;
  }
  return (
    datesFault('currencies', currencies as readonly Dated[]) ??
    overlapFault('currencies', currencies as readonly Dated[])
  );
}

function successorFault(name: string, successor: unknown): string | undefined {
  if (successor === undefined) return undefined;
  if (!isObject(successor)) return `${name} must be an object, found ${show(successor)}`;
  const { code, perUnit, bothUntil } = successor;
  if (!isText(code) || !/^[A-Z]{3}$/.test(code)) return `${name}.code must be an ISO 4217 code, found ${show(code)}`;
  if (!Number.isFinite(perUnit) || (perUnit as number) <= 0)
    return `${name}.perUnit must be a number above 0, found ${show(perUnit)}`;
  if (!isDate(bothUntil)) return `${name}.bothUntil must be a day as YYYY-MM-DD, found ${show(bothUntil)}`;
  return unknownFieldFault(name, successor, FIELDS.SUCCESSOR);
}

function taxFault({ country, tax, distanceSales }: Parts): string | undefined {
  if (!isObject(tax)) return `tax must be an object, found ${show(tax)}`;
  const unknown = unknownFieldFault('tax', tax, FIELDS.TAX);
  if (unknown !== undefined) return unknown;
  if (!isText(tax.scheme) || !isSchemeOf(country as string, tax.scheme)) {
    const meant = isText(tax.scheme) ? didYouMean(nearest(tax.scheme, SCHEMES)) : '';
    return `tax.scheme must be one of ${SCHEMES.join(', ')}, or ${String(country)}_ followed by capital letters, found ${show(tax.scheme)}${meant && `.${meant}`}`;
  }
  if (!isText(tax.name)) return `tax.name must be the country's name for the tax, found ${show(tax.name)}`;
  if (typeof tax.pricesIncludeTax !== 'boolean')
    return `tax.pricesIncludeTax must be true or false, found ${show(tax.pricesIncludeTax)}`;
  const { lineTolerance } = tax;
  if (!isOneOf(lineTolerance, undefined, 'perJurisdiction') && !isCount(lineTolerance, 1))
    return `tax.lineTolerance must be an integer of 1 or more, or perJurisdiction, found ${show(lineTolerance)}`;
  const union = tax.scheme === OSS_SCHEME;
  if (union !== (distanceSales === 'union'))
    return `distanceSales is ${show(distanceSales)}, but tax.scheme is ${show(tax.scheme)}: union requires the domestic scheme EU_VAT, and EU_VAT requires union`;
  return citedFault('tax', tax);
}

function ratesFault({ rates, tax }: Parts): string | undefined {
  if (isObject(rates)) return rangeFault(rates);
  if (!isList(rates)) return `rates must be an array of rows, or a range, found ${show(rates)}`;
  if (rates.length === 0) return `rates has no row for the scheme ${show((tax as Parts).scheme)}`;
  for (const [i, row] of rates.entries()) {
    const name = `rates[${i}]`;
    if (!isObject(row)) return `${name} must be an object, found ${show(row)}`;
    const unknown = unknownFieldFault(name, row, FIELDS.RATE);
    if (unknown !== undefined) return unknown;
    const { rate, productTaxClass, regime, part, enforce } = row;
    if (typeof rate !== 'number' || !(rate > 0 && rate <= 100))
      return `${name}.rate must be a percentage above 0, found ${show(rate)}: every table includes 0`;
    if (productTaxClass !== undefined && !isText(productTaxClass))
      return `${name}.productTaxClass must be the name of a class of goods, found ${show(productTaxClass)}`;
    if (regime !== undefined && !isText(regime))
      return `${name}.regime must be the name of a regime, found ${show(regime)}`;
    if (part !== undefined && !(isList(part) && part.length > 0 && part.every(isText)))
      return `${name}.part must be an array with at least one territory, found ${show(part)}`;
    if (typeof enforce !== 'boolean') return `${name}.enforce must be true or false, found ${show(enforce)}`;
    const fault = citedFault(name, row) ?? evidencedFault(name, row);
    if (fault !== undefined) return fault;
  }
  return datesFault('rates', rates as readonly RateRow[]);
}

/** Checks the territories, the country's other codes, and the parts of the country that its pack does not cover. */
function territoriesFault({ country, rates, ratesSince, territories = [], aliases = [], outside = [] }: Parts) {
  if (ratesSince !== undefined && !isDate(ratesSince))
    return `ratesSince must be a day as YYYY-MM-DD, found ${show(ratesSince)}`;
  const fault =
    listFault('territories', territories, FIELDS.TERRITORY, /^[A-Z]{2}-[A-Z0-9]+$/, 'like AT-JUM') ??
    listFault('aliases', aliases, FIELDS.ALIAS, /^[A-Z]{2}$/, 'two capital letters') ??
    listFault('outside', outside, FIELDS.OUTSIDE, /^[A-Z]{2}$/, 'two capital letters');
  if (fault !== undefined) return fault;
  const named = new Set((territories as readonly Parts[]).map(({ code }) => code));
  for (const [i, territory] of (territories as readonly Parts[]).entries()) {
    if (!isText(territory.name))
      return `territories[${i}].name must be the name of the territory, found ${show(territory.name)}`;
    const cited = citedFault(`territories[${i}]`, territory);
    if (cited !== undefined) return cited;
  }
  for (const [i, alias] of (aliases as readonly Parts[]).entries()) {
    if (alias.code === country) return `aliases[${i}].code ${show(country)} is the country itself`;
    if (alias.territory !== undefined && !named.has(alias.territory))
      return `aliases[${i}].territory is ${show(alias.territory)}, which is not the code of a territory`;
  }
  for (const [i, { reason }] of (outside as readonly Parts[]).entries())
    if (!isText(reason)) return `outside[${i}].reason must say why, found ${show(reason)}`;
  for (const [i, { part = [] }] of (isList(rates) ? (rates as readonly RateRow[]) : []).entries()) {
    const unknown = part.find((code) => !named.has(code));
    if (unknown !== undefined) return `rates[${i}].part names ${show(unknown)}, which is not the code of a territory`;
  }
  return undefined;
}

/** Checks a list of objects with unique codes and rates in percent. */
function listFault(name: string, list: unknown, fields: object, form: RegExp, like: string): string | undefined {
  if (!isList(list)) return `${name} must be an array, found ${show(list)}`;
  const codes = new Set<unknown>();
  for (const [i, one] of list.entries()) {
    if (!isObject(one)) return `${name}[${i}] must be an object, found ${show(one)}`;
    const unknown = unknownFieldFault(`${name}[${i}]`, one, fields);
    if (unknown !== undefined) return unknown;
    const { code, rates } = one;
    if (!isText(code) || !form.test(code)) return `${name}[${i}].code must be ${like}, found ${show(code)}`;
    if (codes.has(code)) return `${name} has the code ${code} twice`;
    codes.add(code);
    if (rates !== undefined && !(isList(rates) && rates.every((rate) => typeof rate === 'number' && rate >= 0)))
      return `${name}[${i}].rates must be an array of percentages, found ${show(rates)}`;
  }
  return undefined;
}

function rangeFault(range: Parts): string | undefined {
  const unknown = unknownFieldFault('rates', range, FIELDS.RANGE);
  if (unknown !== undefined) return unknown;
  const { min, max, usual } = range;
  const bounds: readonly unknown[] = isList(usual) ? usual : [usual];
  for (const value of [min, max, ...bounds])
    if (typeof value !== 'number' || !Number.isFinite(value))
      return `rates: a bound must be a number, found ${show(value)}`;
  const [from, to] = bounds as readonly number[];
  if (bounds.length !== 2 || !((min as number) <= from! && from! <= to! && to! <= (max as number)))
    return 'rates: the bounds must be in the order min, usual[0], usual[1], max';
  return citedFault('rates', range);
}

const DUTIES = ['required', 'allowed', 'unusual', 'not_allowed'];

function roundingFault({ cashRounding: rows }: Parts): string | undefined {
  if (!isList(rows)) return `cashRounding must be an array, found ${show(rows)}`;
  for (const [i, row] of rows.entries()) {
    const name = `cashRounding[${i}]`;
    if (!isObject(row)) return `${name} must be an object, found ${show(row)}`;
    const fault =
      unknownFieldFault(name, row, FIELDS.ROUNDING) ??
      roundingRowFault(name, row) ??
      citedFault(name, row) ??
      evidencedFault(name, row);
    if (fault !== undefined) return fault;
  }
  return (
    datesFault('cashRounding', rows as readonly CashRounding[]) ??
    overlapFault('cashRounding', rows as readonly CashRounding[])
  );
}

function roundingRowFault(name: string, row: Parts): string | undefined {
  const { increment, halfway, cash, electronic, other, maxRounding, smallTotals, business } = row;
  if (!isCount(increment, 1)) return `${name}.increment must be an integer of 1 or more, found ${show(increment)}`;
  if (!isOneOf(halfway, 'away_from_zero', 'either'))
    return `${name}.halfway must be away_from_zero or either, found ${show(halfway)}`;
  if (!isOneOf(cash, ...DUTIES)) return `${name}.cash must be one of ${DUTIES.join(', ')}, found ${show(cash)}`;
  if (!isOneOf(electronic, ...DUTIES))
    return `${name}.electronic must be one of ${DUTIES.join(', ')}, found ${show(electronic)}`;
  if (!isOneOf(other, ...DUTIES, 'cash_part'))
    return `${name}.other must be one of ${DUTIES.join(', ')}, cash_part, found ${show(other)}`;
  if (maxRounding !== undefined && !isCount(maxRounding, 1))
    return `${name}.maxRounding must be an integer of 1 or more, found ${show(maxRounding)}`;
  if (maxRounding !== undefined && maxRounding < increment / 2)
    return `${name}.maxRounding ${maxRounding} is below half the increment of ${increment}`;
  if (!isOneOf(row.transfer, undefined, ...DUTIES))
    return `${name}.transfer must be one of ${DUTIES.join(', ')}, found ${show(row.transfer)}`;
  if (!isFlag(row.unlessAgreed)) return `${name}.unlessAgreed must be true or false, found ${show(row.unlessAgreed)}`;
  if (!isOneOf(business, undefined, 'allowed', 'unusual', 'not_allowed'))
    return `${name}.business must be allowed, unusual or not_allowed, found ${show(business)}`;
  if (!isChannels(row.channels))
    return `${name}.channels must be an array of strings and null, found ${show(row.channels)}`;
  if (smallTotals === undefined) return undefined;
  if (!isObject(smallTotals)) return `${name}.smallTotals must be an object, found ${show(smallTotals)}`;
  const unknown = unknownFieldFault(`${name}.smallTotals`, smallTotals, FIELDS.SMALL_TOTALS);
  if (unknown !== undefined) return unknown;
  if (!isCount(smallTotals.upTo, 1))
    return `${name}.smallTotals.upTo must be an integer of 1 or more, found ${show(smallTotals.upTo)}`;
  const { upTo, mayBecome } = smallTotals;
  if (mayBecome !== undefined && !(isCount(mayBecome, 1) && mayBecome >= upTo && mayBecome % increment === 0))
    return `${name}.smallTotals.mayBecome must be a multiple of the increment ${increment} that is not below upTo ${upTo}, found ${show(mayBecome)}`;
  return undefined;
}

function extensionsFault({ extensions }: Parts): string | undefined {
  if (!isList(extensions)) return `extensions must be an array of namespaces, found ${show(extensions)}`;
  const names = new Set<unknown>();
  for (const [i, namespace] of extensions.entries()) {
    const fault = namespaceFault(`extensions[${i}]`, namespace);
    if (fault !== undefined) return fault;
    const { namespace: name } = namespace as ExtensionNamespace;
    if (names.has(name)) return `two namespaces of extensions are called ${name}`;
    names.add(name);
  }
  return undefined;
}

const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

function namespaceFault(name: string, value: unknown): string | undefined {
  if (!isObject(value)) return `${name} must be an object, found ${show(value)}`;
  const unknown = unknownFieldFault(name, value, FIELDS.NAMESPACE);
  if (unknown !== undefined) return unknown;
  const { namespace, description, required, fields } = value;
  if (!isText(namespace) || !NAME.test(namespace)) return `${name}.namespace must be a name, found ${show(namespace)}`;
  if (!isText(description))
    return `${name}.description must say what the namespace contains, found ${show(description)}`;
  if (!isFlag(required)) return `${name}.required must be true or false, found ${show(required)}`;
  if (!isList(fields) || fields.length === 0) return `${name}.fields must be an array with at least one field`;
  const names = new Set<unknown>();
  for (const [i, field] of fields.entries()) {
    const fault = fieldFault(`${name}.fields[${i}]`, field, required === true);
    if (fault !== undefined) return fault;
    const { name: fieldName } = field as Parts;
    if (names.has(fieldName)) return `${name} has two fields ${show(fieldName)}`;
    names.add(fieldName);
  }
  return citedFault(name, value);
}

function fieldFault(name: string, field: unknown, inRequired: boolean): string | undefined {
  if (!isObject(field)) return `${name} must be an object, found ${show(field)}`;
  const unknown = unknownFieldFault(name, field, FIELDS.FIELD);
  if (unknown !== undefined) return unknown;
  const { type, description, required, pattern, warningCode, example } = field;
  if (!isText(field.name) || !NAME.test(field.name)) return `${name}.name must be a name, found ${show(field.name)}`;
  if (!isOneOf(type, 'string', 'integer', 'counter'))
    return `${name}.type must be string, integer or counter, found ${show(type)}`;
  if (!isText(description)) return `${name}.description must say what the field is, found ${show(description)}`;
  if (!isFlag(required)) return `${name}.required must be true or false, found ${show(required)}`;
  if (required === true && !inRequired) return `${name} is required, but its namespace is not`;
  if (warningCode !== undefined && (!isText(warningCode) || pattern === undefined))
    return `${name}.warningCode must be a code, and requires a pattern`;
  if (isOneOf(example, undefined)) return `${name}.example is missing`;
  if (typeof example !== (type === 'integer' ? 'number' : 'string') && type !== 'counter')
    return `${name}.example must be of the type ${String(type)}, found ${show(example)}`;
  if (pattern !== undefined) {
    const form = isText(pattern) ? expression(pattern) : undefined;
    if (form === undefined) return `${name}.pattern must be a regular expression, found ${show(pattern)}`;
    if (!form.test(String(example))) return `${name}.example ${show(example)} does not match the pattern`;
  }
  return citedFault(name, field);
}

function expression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function obligationsFault({ obligations, extensions }: Parts): string | undefined {
  if (obligations === undefined) return undefined;
  if (!isList(obligations)) return `obligations must be an array, found ${show(obligations)}`;
  const held = (extensions as readonly ExtensionNamespace[]).flatMap(({ namespace, fields }) =>
    fields.map((field) => `extensions.${namespace}.${field.name}`),
  );
  const ids = new Set<unknown>();
  for (const [i, row] of obligations.entries()) {
    const name = `obligations[${i}]`;
    if (!isObject(row)) return `${name} must be an object, found ${show(row)}`;
    const fault = unknownFieldFault(name, row, FIELDS.OBLIGATION) ?? obligationFault(name, row, held);
    if (fault !== undefined) return fault;
    if (ids.has(row.id)) return `two obligations have the id ${show(row.id)}`;
    ids.add(row.id);
  }
  return datesFault('obligations', obligations as readonly Dated[]);
}

const isPaths = (value: unknown): value is readonly string[] =>
  isList(value) && value.length > 0 && value.every(isText);

const isChannels = (value: unknown): boolean =>
  value === undefined || (isList(value) && value.every((one) => one === null || isText(one)));

function obligationFault(name: string, row: Parts, held: readonly string[]): string | undefined {
  const { id, description, code, anyOf, tenders, channels, duty, assumed, unless, when, level } = row;
  if (!isText(id)) return `${name}.id must be text such as de-tse, found ${show(id)}`;
  if (!isText(description)) return `${name}.description must say what the receipt shows, found ${show(description)}`;
  if (!isOneOf(level, 'warning', 'listed', 'rule'))
    return `${name}.level must be warning, listed or rule, found ${show(level)}`;
  if (!isOneOf(code, 'fiscal_missing', 'invoice_needed', 'required'))
    return `${name}.code must be fiscal_missing, invoice_needed or required, found ${show(code)}`;
  if (!isList(anyOf) || !anyOf.every(isPaths))
    return `${name}.anyOf must be an array of sets of paths, found ${show(anyOf)}`;
  if (
    tenders !== undefined &&
    !(isPaths(tenders) && tenders.every((one) => (PAYMENT_METHODS as readonly string[]).includes(one)))
  )
    return `${name}.tenders must be some of ${PAYMENT_METHODS.join(', ')}, found ${show(tenders)}`;
  if (!isChannels(channels)) return `${name}.channels must be an array of strings and null, found ${show(channels)}`;
  if (duty !== undefined && !(isText(duty) && NAME.test(duty)))
    return `${name}.duty must be a name, found ${show(duty)}`;
  if (!isFlag(assumed)) return `${name}.assumed must be true or false, found ${show(assumed)}`;
  if (assumed === false && duty === undefined) return `${name}.assumed is false, but the row has no duty`;
  if (unless !== undefined && !(isObject(unless) && isText(unless.field) && isText(unless.pattern)))
    return `${name}.unless must have a field and a pattern, found ${show(unless)}`;
  if (isObject(unless) && expression(unless.pattern as string) === undefined)
    return `${name}.unless.pattern must be a regular expression, found ${show(unless.pattern)}`;
  if (when !== undefined && !(isObject(when) && isText(when.present)))
    return `${name}.when must name the path that is present, found ${show(when)}`;
  if (level !== 'warning') return evidencedFault(name, row);
  if (code === 'required') return `${name}.code is required, which a separate rule raises: the level must be rule`;
  if ((code === 'invoice_needed') !== (anyOf.length === 0) || (anyOf.length === 0 && when === undefined))
    return `${name} must have anyOf for fiscal_missing, and when for invoice_needed`;
  const unknown = anyOf.flat().find((path) => !held.includes(path));
  if (unknown !== undefined)
    return `${name}.anyOf names ${show(unknown)}, which is not a field of extensions of the law`;
  return evidencedFault(name, row);
}

function cashLimitsFault({ cashLimits }: Parts): string | undefined {
  if (cashLimits === undefined) return undefined;
  if (!isList(cashLimits)) return `cashLimits must be an array, found ${show(cashLimits)}`;
  for (const [i, row] of cashLimits.entries()) {
    const name = `cashLimits[${i}]`;
    if (!isObject(row)) return `${name} must be an object, found ${show(row)}`;
    const fault = unknownFieldFault(name, row, FIELDS.LIMIT) ?? cashLimitFault(name, row);
    if (fault !== undefined) return fault;
  }
  return datesFault('cashLimits', cashLimits as readonly Dated[]);
}

function cashLimitFault(name: string, row: Parts): string | undefined {
  const { limit, currency, forbids, who, level } = row;
  if (!isCount(limit, 1)) return `${name}.limit must be an integer of 1 or more, found ${show(limit)}`;
  if (!isText(currency) || !/^[A-Z]{3}$/.test(currency))
    return `${name}.currency must be an ISO 4217 code, found ${show(currency)}`;
  if (!isOneOf(forbids, 'above', 'at_or_above'))
    return `${name}.forbids must be above or at_or_above, found ${show(forbids)}`;
  if (who !== undefined && !isText(who)) return `${name}.who must say to whom it applies, found ${show(who)}`;
  if (!isOneOf(level, 'warning', 'listed')) return `${name}.level must be warning or listed, found ${show(level)}`;
  return evidencedFault(name, row);
}

function statesFault({ stateRounding: states, cashRounding }: Parts): string | undefined {
  if (states === undefined) return undefined;
  if (!isList(states)) return `stateRounding must be an array, found ${show(states)}`;
  if ((cashRounding as readonly unknown[]).length !== 1)
    return 'stateRounding needs exactly one row of cashRounding, which applies in the other states';
  const codes = new Set<unknown>();
  for (const [i, row] of states.entries()) {
    const name = `stateRounding[${i}]`;
    if (!isObject(row)) return `${name} must be an object, found ${show(row)}`;
    const fault = unknownFieldFault(name, row, FIELDS.STATE) ?? stateFault(name, row);
    if (fault !== undefined) return fault;
    if (codes.has(row.code)) return `stateRounding has the code ${show(row.code)} twice`;
    codes.add(row.code);
  }
  return datesFault('stateRounding', states as readonly Dated[]);
}

function stateFault(name: string, row: Parts): string | undefined {
  const { code, name: state, maxUp, maxDown, cashOnly, level } = row;
  if (!isText(code) || !/^[A-Z]{2}$/.test(code)) return `${name}.code must be two capital letters, found ${show(code)}`;
  if (!isText(state)) return `${name}.name must be the name of the state, found ${show(state)}`;
  for (const [key, value] of Object.entries({ maxUp, maxDown }))
    if (!isCount(value, 1)) return `${name}.${key} must be an integer of 1 or more, found ${show(value)}`;
  if (!isFlag(cashOnly)) return `${name}.cashOnly must be true or false, found ${show(cashOnly)}`;
  if (!isOneOf(level, 'rule', 'listed')) return `${name}.level must be rule or listed, found ${show(level)}`;
  return evidencedFault(name, row);
}

const EVIDENCE = ['read', 'quoted', 'secondary', 'contradicted', 'general knowledge', 'not found'];

/** Bundles omit `evidence`, so it is optional here. */
function evidencedFault(name: string, row: Parts): string | undefined {
  const { citation, act, article, url, evidence, articleEvidence, readOn, note } = row;
  for (const [key, text] of Object.entries({ citation, act, article, note }))
    if (text !== undefined && !isText(text)) return `${name}.${key} must be text, found ${show(text)}`;
  if (url !== undefined && !isUrl(url)) return `${name}.url must be an absolute http or https URL, found ${show(url)}`;
  for (const [key, how] of Object.entries({ evidence, articleEvidence }))
    if (!isOneOf(how, undefined, ...EVIDENCE))
      return `${name}.${key} must be one of ${EVIDENCE.join(', ')}, found ${show(how)}`;
  if (readOn !== undefined && !isDate(readOn))
    return `${name}.readOn must be a day as YYYY-MM-DD, found ${show(readOn)}`;
  return undefined;
}

const isUrl = (url: unknown): boolean => isText(url) && /^https?:/.test(url) && URL.canParse(url);

function correctionsFault({ corrections }: Parts): string | undefined {
  if (corrections === undefined) return undefined;
  if (!isList(corrections) || corrections.length === 0)
    return `corrections must be an array with at least one type, found ${show(corrections)}`;
  for (const [i, type] of corrections.entries()) {
    if (!CORRECTIONS.includes(type as string))
      return `corrections[${i}] must be one of ${CORRECTIONS.join(', ')}, found ${show(type)}`;
    if (corrections.indexOf(type) !== i) return `corrections[${i}] names ${show(type)} again`;
  }
  return undefined;
}

function labelsFault({ labels }: Parts): string | undefined {
  if (labels === undefined) return undefined;
  if (!isObject(labels)) return `labels must be an object, found ${show(labels)}`;
  const unknown = unknownFieldFault('labels', labels, FIELDS.LABELS);
  if (unknown !== undefined) return unknown;
  const missing = Object.keys(FIELDS.LABELS).find((key) => !isText(labels[key]));
  return missing && `labels.${missing} must be text, found ${show(labels[missing])}`;
}

function disabledRulesFault({ disabledRules }: Parts): string | undefined {
  if (disabledRules === undefined) return undefined;
  if (!isObject(disabledRules)) return `disabledRules must be an object of reasons, found ${show(disabledRules)}`;
  const silent = Object.entries(disabledRules).find(([, reason]) => !isText(reason));
  return silent && `disabledRules.${silent[0]} must give the reason`;
}

function citedFault(name: string, { citation, references }: Parts): string | undefined {
  if (!isText(citation)) return `${name}.citation must name the law or publication, found ${show(citation)}`;
  if (citation.length > MAX_CITATION)
    return `${name}.citation must have at most ${MAX_CITATION} characters, found ${citation.length}: the rest goes into references`;
  if (references === undefined) return undefined;
  if (!isList(references) || references.length === 0)
    return `${name}.references must be an array with at least one reference, found ${show(references)}`;
  for (const [i, reference] of references.entries()) {
    const fault = referenceFault(`${name}.references[${i}]`, reference);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function referenceFault(name: string, reference: unknown): string | undefined {
  if (!isObject(reference)) return `${name} must be an object, found ${show(reference)}`;
  const unknown = unknownFieldFault(name, reference, FIELDS.REFERENCE);
  if (unknown !== undefined) return unknown;
  const { url, title, note, checkedOn } = reference;
  if (url === undefined && title === undefined && note === undefined)
    return `${name} must have at least one of url, title and note`;
  if (url !== undefined && !isUrl(url)) return `${name}.url must be an absolute http or https URL, found ${show(url)}`;
  for (const [key, text] of Object.entries({ title, note }))
    if (text !== undefined && !isText(text)) return `${name}.${key} must be text, found ${show(text)}`;
  if (checkedOn !== undefined && !isDate(checkedOn))
    return `${name}.checkedOn must be a day as YYYY-MM-DD, found ${show(checkedOn)}`;
  return undefined;
}

function datesFault(name: string, rows: readonly Dated[]): string | undefined {
  for (const [i, { from, until }] of rows.entries()) {
    for (const [key, date] of Object.entries({ from, until }))
      if (date !== undefined && !isDate(date))
        return `${name}[${i}].${key} must be a day as YYYY-MM-DD, found ${show(date)}`;
    if (from !== undefined && until !== undefined && from > until)
      return `${name}[${i}] ends on ${until}, before it begins on ${from}`;
  }
  return undefined;
}

/** Checks rows of which only one may be in force at a time: each must begin after the previous one ends. */
function overlapFault(name: string, rows: readonly Dated[]): string | undefined {
  for (let i = 1; i < rows.length; i++) {
    const { until } = rows[i - 1]!;
    const { from } = rows[i]!;
    if (until === undefined || from === undefined || until >= from)
      return `${name}[${i}] must begin after ${name}[${i - 1}] ends`;
  }
  return undefined;
}
