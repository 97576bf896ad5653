import { memberState } from '../../../src/geography/member-states.js';
import { isTable } from '../../../src/law/rates-on.js';
import type {
  CashLimit,
  CashRounding,
  Dated,
  Evidenced,
  Obligation,
  RateRow,
  ReceiptLaw,
} from '../../../src/law/types.js';
import { readUnionLaw } from '../read-law.js';
import { code, codes, escape, list, table, wrap } from './markdown.js';
import type { Cite } from './sources.js';

/** The content of the law, with its sources. */
export function lawSections(law: ReceiptLaw, cite: Cite): string[] {
  const { tax, currencies, name } = law;
  return [
    '## The law',
    list([
      `Country: ${escape(name.local === name.en ? name.en : `${name.en} (${name.local})`)}, ${law.country}`,
      `Time zone: ${code(law.timeZone)}, that of the seat of the tax authority: a default, which no rule reads`,
      `Tier: ${code(law.documentTier)}`,
      `Currency: ${currencies.map((one) => `${code(one.code)}${span(one)}`).join(', ')}`,
      `Tax at home: ${code(tax.scheme)}, ${escape(tax.name)}; receipts show prices that ${tax.pricesIncludeTax ? 'include' : 'exclude'} it. ${cite(tax)}`,
      SALES[law.distanceSales],
      `${code('tax.jurisdictions')}: ${law.taxJurisdictions ? 'may be sent' : 'not used'}`,
      ...(law.corrections === undefined ? [] : [`Corrections: ${codes(law.corrections)}`]),
      ...Object.entries(law.disabledRules ?? {}).map(
        ([id, why]) => `Without the shared rule ${code(id)}: ${escape(why)}`,
      ),
    ]),
    '### Rates',
    ...ratesOf(law, cite),
    '### Cash rounding',
    ...(law.cashRounding.length === 0
      ? ['Totals are not rounded: a rounding other than 0 is refused.']
      : [list(law.cashRounding.map((row) => `${roundingText(row)}. ${cite(row)}`))]),
    ...extensionsOf(law, cite),
    ...obligationsOf(law, cite),
    ...cashLimitsOf(law, cite),
  ];
}

const SALES: Readonly<Record<ReceiptLaw['distanceSales'], string>> = {
  none: 'Distance sales: not under this pack',
  oss: 'Distance sales: `EU_VAT` by the One-Stop-Shop, at the rates of the destination',
  union:
    'Distance sales: rates of another member state too, if `channel` is `ecommerce` and `customer.country` is that state',
};

function span({ from, until }: Dated): string {
  return `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`;
}

function ratesOf({ rates, tax }: ReceiptLaw, cite: Cite): string[] {
  if (!isTable(rates)) {
    const [low, high] = rates.usual;
    return [
      wrap(
        `Every rate from ${rates.min} to ${rates.max} percent is accepted. A rate above 0 that is below ${low} or above ${high} gives a warning. ${cite(rates)}`,
      ),
    ];
  }
  return [
    wrap(
      `${code('taxRate')} of a line under ${code(tax.scheme)} is one of these, or 0, whatever the date. Any other is refused. A rate on another day is a warning; with the option ${code('rateWindows')} = ${code('"enforce"')} it is what the table says, and with ${code('"off"')} days are not checked. Both days are included; where one is left out, none is known. A row with a class holds for lines that the option ${code('productTaxClass')} says are of it.`,
    ),
    table(
      ['%', 'class', 'from', 'until', 'on other days', 'note', 'source'],
      rates.map((row) => rateCells(row, cite)),
    ),
  ];
}

function rateCells(row: RateRow, cite: Cite): string[] {
  const { rate, productTaxClass, from = '', until = '', enforce, note } = row;
  return [
    String(rate),
    productTaxClass === undefined ? '' : code(productTaxClass),
    from,
    until,
    enforce ? 'error' : 'warning',
    escape(note ?? ''),
    cite(row),
  ];
}

const DUTY: Readonly<Record<CashRounding['other'], string>> = {
  required: 'rounded',
  allowed: 'rounded or not',
  unusual: 'seldom rounded: a rounding gives a warning',
  not_allowed: 'not rounded: a rounding is an error',
  cash_part: 'rounded if the part that is paid in cash is rounded',
};

function roundingText(row: CashRounding): string {
  const { increment, halfway, cash, electronic, other, maxRounding, smallTotals, business } = row;
  const { transfer, unlessAgreed, channels } = row;
  const small = smallTotals?.mayBecome === undefined ? 'may stay as they are' : `may become ${smallTotals.mayBecome}`;
  const parts = [
    `to multiples of ${increment}${halfway === 'away_from_zero' && increment % 2 === 0 ? ', up if a total is exactly between two' : ''}`,
    `cash: ${DUTY[cash]}${unlessAgreed === true ? ', unless buyer and seller agree otherwise, which gives a warning' : ''}`,
    transfer === undefined
      ? `card, mobile and transfer: ${DUTY[electronic]}`
      : `card and mobile: ${DUTY[electronic]}; transfer: ${DUTY[transfer]}`,
    `other tenders: ${DUTY[other]}`,
    ...(maxRounding === undefined ? [] : [`by ${maxRounding} at most`]),
    ...(smallTotals === undefined ? [] : [`totals up to ${smallTotals.upTo} ${small}`]),
    ...(business !== undefined
      ? [
          `a customer that is a business, with ${code('customer.orgNumber')} or ${code('customer.vatNumber')}, ${business === 'allowed' ? 'need not round' : 'does not round'}`,
        ]
      : []),
    ...(channels === undefined
      ? []
      : [
          `${code('channel')} ${channels.map((one) => (one === null ? 'absent' : code(one))).join(' or ')}: not in ecommerce`,
        ]),
  ];
  return `${span(row).trim() || 'Always'}: ${parts.join('; ')} (minor units)`;
}

function extensionsOf({ extensions }: ReceiptLaw, cite: Cite): string[] {
  if (extensions.length === 0) return [];
  const spaces = extensions.map((space) => {
    const need = space.required === true ? 'required: without it the document is refused' : 'optional';
    return `${code(`extensions.${space.namespace}`)}: ${escape(space.description)}, ${need}. ${cite(space)}`;
  });
  const rows = extensions.flatMap(({ namespace, required, fields }) =>
    fields.map((field) => [
      code(`${namespace}.${field.name}`),
      `${escape(field.description)}${field.required === true ? ' (required)' : ''}`,
      `${field.type}${field.pattern === undefined ? '' : ` ${code(field.pattern)}`}`,
      required === true ? 'error; a warning if only the form is wrong' : 'warning',
      cite(field),
    ]),
  );
  return ['### Fields of extensions', list(spaces), table(['field', 'what', 'form', 'a fault is', 'source'], rows)];
}

/** What a receipt must carry, and who checks it. Rows of the Union stand on the page of each member state. */
function obligationsOf({ country, obligations = [] }: ReceiptLaw, cite: Cite): string[] {
  const union = memberState(country) === country ? (readUnionLaw()?.obligations ?? []) : [];
  const rows = [...obligations, ...union];
  if (rows.length === 0) return [];
  return [
    '### What a receipt must carry',
    wrap(
      `A document that lacks one of these gets the warning in the table, once for each row. A business says in ${code('duties')} which of them bind it, such as ${code('{ country, duties: { name: false } }')}; ${code('severities')} makes errors of the warnings.`,
    ),
    table(
      ['what', 'fields', 'from', 'until', 'for', 'duty', 'checked', 'law', 'evidence'],
      rows.map((row) => obligationCells(row, cite)),
    ),
  ];
}

function obligationCells(row: Obligation, cite: Cite): string[] {
  const { description, anyOf, from = '', until = '', tenders, channels, when, trade, duty, assumed, level } = row;
  const sets = anyOf.map((set) => set.map(code).join(' and '));
  const only = [
    ...(tenders === undefined ? [] : [codes(tenders)]),
    ...(channels === undefined ? [] : [channels.map((one) => (one === null ? 'no channel' : code(one))).join(', ')]),
    ...(when === undefined ? [] : [`documents with ${code(when.present)}`]),
    ...(trade === undefined ? [] : [escape(trade)]),
  ];
  const named = duty === undefined ? '' : `${code(duty)}${assumed === false ? ', if named' : ''}`;
  return [
    escape(description),
    sets.join(', or ') || 'none that the document holds',
    from,
    until,
    only.join('; ') || 'all',
    named,
    CHECKED[level],
    citedLaw(row, cite),
    evidenceOf(row),
  ];
}

const CHECKED: Readonly<Record<Obligation['level'], string>> = {
  warning: 'a warning',
  rule: 'an error, by a rule of its own',
  listed: 'no',
};

const evidenceOf = ({ evidence = 'not found', readOn, note }: Evidenced): string =>
  [`${evidence}${readOn === undefined ? '' : `, ${readOn}`}`, ...(note === undefined ? [] : [escape(note)])].join(': ');

const citedLaw = ({ citation, article, url }: Evidenced, cite: Cite): string =>
  citation === undefined
    ? 'none found'
    : cite({
        citation: article === undefined ? citation : `${citation}, ${article}`,
        ...(url !== undefined && { references: [{ url }] }),
      });

function cashLimitsOf({ cashLimits = [] }: ReceiptLaw, cite: Cite): string[] {
  if (cashLimits.length === 0) return [];
  return [
    '### Limits of cash',
    wrap(
      `A sale or exchange in cash beyond a limit that is checked gets the warning ${code('cash_limit')}. ${code('duties: { cashLimit: false }')} is for buyers whom it does not bind.`,
    ),
    table(
      ['minor units', 'forbidden', 'from', 'until', 'for', 'checked', 'law', 'evidence'],
      cashLimits.map((row: CashLimit) => [
        `${row.limit} ${row.currency}`,
        row.forbids === 'above' ? 'above' : 'at or above',
        row.from ?? '',
        row.until ?? '',
        escape(row.who ?? ''),
        CHECKED[row.level],
        citedLaw(row, cite),
        evidenceOf(row),
      ]),
    ),
  ];
}
