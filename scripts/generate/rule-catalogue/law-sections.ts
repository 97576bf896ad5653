import { isTable } from '../../../src/law/rates-on.js';
import type { CashRounding, Dated, RateRow, ReceiptLaw } from '../../../src/law/types.js';
import { code, escape, list, table, wrap } from './markdown.js';
import type { Cite } from './sources.js';

/** The content of the law, with its sources. */
export function lawSections(law: ReceiptLaw, cite: Cite): string[] {
  const { tax, currencies } = law;
  return [
    '## The law',
    list([
      `Country: ${law.country}`,
      `Tier: ${code(law.documentTier)}`,
      `Currency: ${currencies.map((one) => `${code(one.code)}${span(one)}`).join(', ')}`,
      `Tax at home: ${code(tax.scheme)}, ${escape(tax.word)}; receipts show prices that ${tax.prices} it. ${cite(tax)}`,
      SALES[law.distanceSales],
      `${code('tax.jurisdictions')}: ${law.jurisdictions ? 'may be sent' : 'not used'}`,
      ...Object.entries(law.without ?? {}).map(([id, why]) => `Without the shared rule ${code(id)}: ${escape(why)}`),
    ]),
    '### Rates',
    ...ratesOf(law, cite),
    '### Cash rounding',
    ...(law.cashRounding.length === 0
      ? ['Totals are not rounded: a rounding other than 0 is refused.']
      : [list(law.cashRounding.map((row) => `${roundingText(row)}. ${cite(row)}`))]),
    ...extensionsOf(law, cite),
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
      `${code('taxRate')} of a line under ${code(tax.scheme)} is one of these, or 0, whatever the date. Any other is refused. A rate on another day is a warning; with the option ${code('rateWindows')} = ${code('"enforce"')} it is what the table says, and with ${code('"off"')} days are not checked. Both days are included; where one is left out, none is known. A row with a class holds for lines that the option ${code('itemClass')} says are of it.`,
    ),
    table(
      ['%', 'class', 'from', 'until', 'on other days', 'note', 'source'],
      rates.map((row) => rateCells(row, cite)),
    ),
  ];
}

function rateCells(row: RateRow, cite: Cite): string[] {
  const { rate, itemClass, from = '', until = '', enforce, note } = row;
  return [
    String(rate),
    itemClass === undefined ? '' : code(itemClass),
    from,
    until,
    enforce ? 'error' : 'warning',
    escape(note ?? ''),
    cite(row),
  ];
}

const DUTY: Readonly<Record<CashRounding['other'], string>> = {
  must: 'rounded',
  may: 'rounded or not',
  unusual: 'seldom rounded: a rounding gives a warning',
  no: 'not rounded: a rounding is an error',
  part: 'rounded if the part that is paid in cash is rounded',
};

function roundingText(row: CashRounding): string {
  const { step, tie, cash, electronic, other, limit, smallest, consumersOnly } = row;
  const small = smallest?.becomes === undefined ? 'may stay as they are' : `may become ${smallest.becomes}`;
  const parts = [
    `to multiples of ${step}${tie === 'up' && step % 2 === 0 ? ', up if a total is exactly between two' : ''}`,
    `cash: ${DUTY[cash]}`,
    `card, mobile and transfer: ${DUTY[electronic]}`,
    `other tenders: ${DUTY[other]}`,
    ...(limit === undefined ? [] : [`by ${limit} at most`]),
    ...(smallest === undefined ? [] : [`totals up to ${smallest.upTo} ${small}`]),
    ...(consumersOnly === true
      ? [
          `a customer that is a business, with ${code('customer.orgNumber')} or ${code('customer.vatNumber')}, need not round`,
        ]
      : []),
  ];
  return `${span(row).trim() || 'Always'}: ${parts.join('; ')} (minor units)`;
}

function extensionsOf({ extensions }: ReceiptLaw, cite: Cite): string[] {
  if (extensions.length === 0) return [];
  const spaces = extensions.map((space) => {
    const need = space.required === true ? 'required: without it the document is refused' : 'optional';
    return `${code(`extensions.${space.namespace}`)}: ${escape(space.what)}, ${need}. ${cite(space)}`;
  });
  const rows = extensions.flatMap(({ namespace, required, fields }) =>
    fields.map((field) => [
      code(`${namespace}.${field.name}`),
      `${escape(field.what)}${field.required === true ? ' (required)' : ''}`,
      `${field.type}${field.pattern === undefined ? '' : ` ${code(field.pattern)}`}`,
      required === true ? 'error; a warning if only the form is wrong' : 'warning',
      cite(field),
    ]),
  );
  return ['### Fields of extensions', list(spaces), table(['field', 'what', 'form', 'a fault is', 'source'], rows)];
}
