import { readFileSync } from 'node:fs';
import type { LineItem, RateRow, ReceiptLaw, Transaction } from 'receipt-rule-packs';

const MEMBERS = new Set('AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK'.split(','));

/** A member state's rates, read from the pack folder instead of from the library. */
function tableOf(state: string): readonly RateRow[] {
  const path = new URL(`../../packs/${state.toLowerCase()}-receipt-1/rates.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as readonly RateRow[];
}

const read = new Map<string, readonly RateRow[]>();
function unionTable(country: string): readonly RateRow[] | undefined {
  const state = country === 'MC' ? 'FR' : country;
  if (!MEMBERS.has(state)) return undefined;
  if (!read.has(state)) read.set(state, tableOf(state));
  return read.get(state);
}

/** The tables that may contain the rate; empty if rates are not checked against a table. */
function tablesFor({ tax, customer, channel }: Transaction, law: ReceiptLaw): (readonly RateRow[])[] {
  const destination = customer?.country;
  const abroad = destination === undefined || destination === law.country ? undefined : unionTable(destination);
  if (tax.scheme !== law.tax.scheme) return abroad === undefined ? [] : [abroad];
  const own = law.rates as readonly RateRow[];
  return law.distanceSales === 'union' && channel === 'ecommerce' && abroad !== undefined ? [own, abroad] : [own];
}

/** Whether a rate is in a table and, for lines without a class, valid on a day. */
function held(
  table: readonly RateRow[],
  rate: number,
  day: string | undefined,
): 'unknown' | 'held' | 'certainly not' | 'perhaps not' {
  if (rate === 0) return 'held';
  const rows = table.filter((row) => row.rate === rate);
  if (rows.length === 0) return 'unknown';
  const plain = rows.filter(({ productTaxClass }) => productTaxClass === undefined);
  if (day === undefined || plain.length === 0) return 'held';
  if (plain.some(({ from, until }) => (from ?? '') <= day && day <= (until ?? '9999-12-31'))) return 'held';
  return plain.some(({ enforce }) => !enforce) ? 'perhaps not' : 'certainly not';
}

/** The issues with dated rates, for goods without a class and unknown original sales. */
export function ratesSay(document: Transaction, law: ReceiptLaw): string[] {
  const { items, tax, type, timestamp } = document;
  const { rates } = law;
  if (!Array.isArray(rates) && tax.scheme === law.tax.scheme)
    return items.flatMap(({ taxRate }, i) => ofRange(taxRate, i, law));
  const tables = tablesFor(document, law);
  if (tables.length === 0) return [];
  // Before `ratesSince`, the country's own table is incomplete, so an unknown rate may be valid.
  const isIncomplete = tax.scheme === law.tax.scheme && timestamp.slice(0, 10) < (law.ratesSince ?? '');
  const isToday = ({ amount }: LineItem) => type === 'sale' || (type === 'exchange' && amount >= 0);
  return items.flatMap((item, i) => {
    const verdicts = tables.map((table) =>
      held(table, item.taxRate, isToday(item) ? timestamp.slice(0, 10) : undefined),
    );
    const known = verdicts.filter((verdict) => verdict !== 'unknown');
    if (known.length === 0) return [`items[${i}].taxRate ${isIncomplete ? 'rate_unknown' : 'invalid_rate'}`];
    return known.includes('held') ? [] : [`items[${i}].taxRate rate_not_in_window`];
  });
}

function ofRange(rate: number, i: number, { rates }: ReceiptLaw): string[] {
  const { min, max, usual } = rates as Exclude<ReceiptLaw['rates'], readonly RateRow[]>;
  if (!(rate >= min && rate <= max)) return [`items[${i}].taxRate invalid_rate`];
  return rate > 0 && !(rate >= usual[0] && rate <= usual[1]) ? [`items[${i}].taxRate rate_unusual`] : [];
}

/** Checks the currency on the date; a correction may have any of the country's current or former currencies. */
export function currencySays({ type, currency, timestamp }: Transaction, { currencies }: ReceiptLaw): string[] {
  const day = timestamp.slice(0, 10);
  const right = currencies.filter(
    ({ code, from, until }) =>
      code === currency && (type !== 'sale' || ((from ?? '') <= day && day <= (until ?? '9999-12-31'))),
  );
  return right.length > 0 ? [] : ['currency currency_not_allowed'];
}
