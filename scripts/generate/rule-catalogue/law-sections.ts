import { isTable } from '../../../src/law/rates-on.js';
import type { CashRounding, Dated, RateRow, ReceiptLaw, Sourced } from '../../../src/law/types.js';
import { code, escape, wrap } from './markdown.js';

/** What the law says, with the sources that it was read in. */
export function lawSections(law: ReceiptLaw): string[] {
  const { tax, currencies } = law;
  return [
    '## The law',
    list([
      `Country: ${law.country}`,
      `Tier: ${code(law.documentTier)}`,
      `Currency: ${currencies.map((one) => `${code(one.code)}${span(one)}`).join(', ')}`,
      `Tax at home: ${code(tax.scheme)}, ${escape(tax.word)}; receipts show prices that ${tax.prices} it. ${sourceOf(tax)}`,
      SALES[law.distanceSales],
      `${code('tax.jurisdictions')}: ${law.jurisdictions ? 'may be sent' : 'not used'}`,
    ]),
    '### Rates',
    ...ratesOf(law),
    '### Cash rounding',
    ...(law.cashRounding.length === 0 ? ['Totals are not rounded.'] : [list(law.cashRounding.map(roundingText))]),
    ...extensionsOf(law),
  ];
}

const list = (entries: readonly string[]): string => entries.map((entry) => wrap(entry, '- ')).join('\n');

const SALES: Readonly<Record<ReceiptLaw['distanceSales'], string>> = {
  none: 'Distance sales: not under this pack',
  oss: 'Distance sales: `EU_VAT` by the One-Stop-Shop, at the rates of the destination',
  union:
    'Distance sales: rates of another member state where `channel` is `ecommerce` and `customer.country` that state',
};

const sourceOf = ({ source, reference }: Sourced): string => `Source: ${escape(reference ?? source)}`;

function span({ from, until }: Dated): string {
  return `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`;
}

function ratesOf({ rates, tax }: ReceiptLaw): string[] {
  if (!isTable(rates)) {
    const [low, high] = rates.usual;
    return [
      wrap(
        `Every rate from ${rates.min} to ${rates.max} percent is taken; one above 0 that is below ${low} or above ${high} is warned of. ${sourceOf(rates)}`,
      ),
    ];
  }
  return [
    wrap(
      `${code('taxRate')} of a line under ${code(tax.scheme)} is one of these, or 0, whatever the date. Days are looked at only with the option ${code('rateWindows')}.`,
    ),
    list(rates.map(rateText)),
  ];
}

function rateText(row: RateRow): string {
  const goods = row.itemClass === undefined ? '' : ` for ${code(row.itemClass)}`;
  const days = row.enforce ? '' : ' (these days are warned of, never enforced)';
  return `${row.rate} %${goods}${span(row)}${days}. ${sourceOf(row)}`;
}

const DUTY: Readonly<Record<CashRounding['other'], string>> = {
  must: 'is rounded',
  may: 'may be rounded',
  unusual: 'is seldom rounded (a warning)',
  no: 'is not rounded',
  part: 'may be rounded by the part that is paid in cash',
};

function roundingText(row: CashRounding): string {
  const { step, tie, cash, electronic, other, limit, smallest, consumersOnly } = row;
  const small = smallest?.becomes === undefined ? 'may stay as they are' : `may become ${smallest.becomes}`;
  const parts = [
    `to multiples of ${step}${tie === 'up' && step % 2 === 0 ? ', ties up' : ''}`,
    `cash ${DUTY[cash]}`,
    `card, mobile and transfer: ${DUTY[electronic]}`,
    `other tenders: ${DUTY[other]}`,
    ...(limit === undefined ? [] : [`by ${limit} at most`]),
    ...(smallest === undefined ? [] : [`totals up to ${smallest.upTo} ${small}`]),
    ...(consumersOnly === true ? ['a business need not round'] : []),
  ];
  return `${span(row).trim() || 'Always'}: ${parts.join('; ')} (minor units). ${sourceOf(row)}`;
}

function extensionsOf({ extensions }: ReceiptLaw): string[] {
  if (extensions.length === 0) return [];
  const fields = extensions.flatMap(({ namespace, required, fields }) =>
    fields.map((field) => {
      const form = field.pattern === undefined ? '' : `, of the form ${code(field.pattern)}`;
      const need =
        field.required === true ? 'required' : required === true ? 'optional' : 'optional, faults are warnings';
      return `${code(`extensions.${namespace}.${field.name}`)}: ${escape(field.what)}, ${field.type}${form} (${need}). ${sourceOf(field)}`;
    }),
  );
  return ['### Fields of extensions', list(fields)];
}
