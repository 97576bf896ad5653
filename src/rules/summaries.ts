/**
 * What the rules that countries share require, apart from the rules: only `explain` and the documentation read these
 * texts, and a bundle that only validates does not contain them.
 */
import { schemesOf, taxIn } from '../law/schemes.js';
import { staleFrom } from '../law/stale-from.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../rule/types.js';

/** A text, or one with values of the law. */
type Summary = string | ((law: ReceiptLaw, id: string) => string);

const OSS_TABLE = "EU_VAT in the customer's country";

const SUMMARIES: Readonly<Record<string, Summary>> = {
  'cash-limit': 'Cash totals are within the legal limit.',
  'cash-rounding-agreed': 'A cash total is rounded unless buyer and seller agree otherwise.',
  'cash-rounding-grid': (law) =>
    `A rounding other than 0 leads to ${multiple(law)}, and changes the total by no more than the law allows.`,
  'cash-rounding-nearest': 'A total is rounded to the nearest increment.',
  'cash-rounding-required': 'totals.rounding is stated with cash, 0 where nothing was rounded.',
  'cash-rounding-tender': 'totals.rounding is absent or 0 on tenders that the law does not round.',
  'cash-rounding-tie': 'A total exactly between two multiples is rounded up.',
  'cash-rounding-zero': (law) => `With cash and rounding 0 the total is ${multiple(law)}.`,
  'category-rate': 'Category S has a rate above 0, the categories Z, E, AE and O have rate 0.',
  currency: ({ currencies }) => {
    const codes = currencies.map(({ code }) => code).join(' or ');
    return currencies.length === 1
      ? `currency is ${codes}.`
      : `currency is ${codes}, by the date of the sale; corrections may carry either.`;
  },
  'document-tier': 'documentTier is receipt.',
  'fiscal-data': 'The document has what the receipt must show.',
  'invoice-needed': 'A buyer who needs an invoice gets one.',
  'jurisdictions-tax': 'The taxes of n jurisdictions add up to totals.tax within (n + lines + 1) / 2 minor units.',
  'last4-card': 'payment.last4 is for cards.',
  'law-age': (law) => `timestamp is before ${staleFrom(law)!}, to which the law is known.`,
  'line-amount': 'Every amount is quantity × unitPrice after discount, rounded up or down to a whole number.',
  'line-tax': ({ tax: { lineTolerance = 1 } }) =>
    `A line's taxAmount is within ${
      lineTolerance === 'perJurisdiction'
        ? 'half a minor unit for each jurisdiction, at least 1, and 2 where none is stated,'
        : `${lineTolerance} minor unit${lineTolerance === 1 ? '' : 's'}`
    } of the tax of its amount and rate.`,
  'linked-transaction': 'A refund, credit note, exchange or void names the original sale in linkedTransaction.',
  'national-class': 'Product tax classes are known.',
  'national-rate': (law) => {
    const { rates } = law;
    return 'min' in rates
      ? `Every line's taxRate is from ${rates.min} to ${rates.max} percent.`
      : inTable(nationalTable(law));
  },
  'national-rate-unknown': (law) =>
    `Before ${law.ratesSince!}, every line's taxRate is in the rate table of ${taxIn(law)}, or not checked: the table may lack it.`,
  'national-rate-usual': ({ rates }) =>
    'usual' in rates ? `A taxRate above 0 is from ${rates.usual[0]} to ${rates.usual[1]} percent.` : '',
  'national-rate-window': (law) => enforcedInForce(nationalTable(law)),
  'national-rate-window-warning': (law) => inForce(nationalTable(law)),
  'no-rounding': 'Totals are not rounded: totals.rounding is absent or 0.',
  'oss-channel': 'Under EU_VAT channel is ecommerce.',
  'oss-class': 'Product tax classes are known.',
  'oss-destination': 'Under EU_VAT customer.country is an ISO 3166-1 alpha-2 code of another country.',
  'oss-rate': () => inTable(OSS_TABLE),
  'oss-rate-window': () => enforcedInForce(OSS_TABLE),
  'oss-rate-window-warning': () => inForce(OSS_TABLE),
  'oss-territory': 'Under EU_VAT the customer is in the European Union.',
  'prices-include-tax': ({ tax }) => `tax.pricesIncludeTax is ${tax.pricesIncludeTax}.`,
  'rate-regime': 'Only businesses under a regime charge its rates.',
  'rate-territory': 'Rates of a territory are charged there.',
  'reverse-charge': 'tax.reverseCharge is true when any line has category AE.',
  'rounding-unusual': 'Totals are rounded only on tenders where that is usual.',
  'settled-void': 'Voids are not settled.',
  'state-rounding': ({ stateRounding: states = [] }) =>
    `A total is rounded as its state allows, which territory or tax.jurisdictions name: ${states
      .filter(({ level }) => level === 'rule')
      .map(({ name }) => name)
      .join(', ')}.`,
  'summary-duplicate': 'tax.summary has one entry per (rate, category) pair.',
  'summary-missing': 'tax.summary has an entry for every (rate, category) pair of the items.',
  'summary-tax': ({ tax: { lineTolerance } }) =>
    `An entry of tax.summary is no further from the sums of its n lines than (n + 1) ${
      typeof lineTolerance === 'number' ? `× ${lineTolerance} minor units` : '/ 2 minor units'
    }.`,
  'summary-unused': 'Every entry of tax.summary has a (rate, category) pair that an item uses.',
  'tax-jurisdictions': 'tax.jurisdictions is for the United States only.',
  'tax-scheme': (law) => `tax.scheme is ${schemesOf(law).join(' or ')}.`,
  'territory-rates': 'Territories with their own rates have no others.',
  'total-sign': 'totals.total is 0 for voids, and negative only for exchanges.',
  'total-zero': 'The total of a refund or credit note is above 0.',
  'totals-discount': "totals.discount is the sum of the items' discount.amount.",
  'totals-subtotal': "totals.subtotal is the sum of the items' amount.",
  'totals-tax': 'totals.tax is the sum of tax.summary[].taxAmount.',
  'totals-total': (law) => `Where prices include tax, totals.total is subtotal plus rounding${unstated(law)}.`,
  'totals-total-net': (law) =>
    `Where prices exclude tax, totals.total is subtotal plus tax plus rounding${unstated(law)}.`,
  'weighed-amount': 'The amount of a weighed line that is off only by the rounding of its weight gives a warning.',
};

/** The requirement of a rule, in one sentence: its own, or that of the shared rule with this id. */
export function summaryOf({ id, summary }: Pick<Rule, 'id' | 'summary'>, law: ReceiptLaw | undefined): string {
  if (summary !== undefined || law === undefined) return summary ?? '';
  const shared = Object.hasOwn(SUMMARIES, id) ? SUMMARIES[id]! : ofExtension;
  return typeof shared === 'string' ? shared : shared(law, id);
}

/** Whether the rule is one that countries share, which states its summary here. */
export const isSummarized = (id: string): boolean => Object.hasOwn(SUMMARIES, id) || id.startsWith('extensions-');

/** The rules of a namespace of `extensions`: one on its fields, one on their format. */
function ofExtension({ extensions }: ReceiptLaw, id: string): string {
  for (const { namespace, description } of extensions) {
    const path = `extensions.${namespace}`;
    if (id === `extensions-${namespace.toLowerCase()}-form`) return `Each field of ${path} has its format.`;
    if (id === `extensions-${namespace.toLowerCase()}`) return `${path} holds ${description}.`;
  }
  return '';
}

function multiple({ cashRounding }: ReceiptLaw): string {
  return `a multiple of ${[...new Set(cashRounding.map(({ increment }) => increment))].join(' or ')} minor units`;
}

const unstated = ({ cashRounding }: ReceiptLaw): string =>
  cashRounding.length === 0 ? '' : ', but for cash that was rounded without saying so';

const nationalTable = (law: ReceiptLaw): string =>
  law.distanceSales === 'union' ? `${taxIn(law)}, or of the member state that goods are sent to` : taxIn(law);

function inTable(table: string): string {
  return `Every line's taxRate is in the rate table of ${table}, whatever the date.`;
}

function enforcedInForce(table: string): string {
  return `With rateWindows enforce, every rate of ${table} was in force on the local date of the sale.`;
}

function inForce(table: string): string {
  return `Every rate of ${table} was in force on the local date of the sale, enforced or not.`;
}
