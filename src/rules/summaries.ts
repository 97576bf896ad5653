/**
 * The requirements of the shared rules. The summaries are separate from the rules so that a bundle that only validates
 * does not contain them: only `explain` and the documentation read them.
 */
import { schemesOf, taxIn } from '../law/schemes.js';
import { staleFrom } from '../law/law-changes.js';
import type { ReceiptLaw } from '../law/types.js';
import type { Rule } from '../rule/types.js';

/** A summary, or a function that inserts the law's values into it. */
type Summary = string | ((law: ReceiptLaw, id: string) => string);

const OSS_TABLE = "EU_VAT in the customer's country";

const SUMMARIES: Readonly<Record<string, Summary>> = {
  'cash-limit': 'A cash total is within the legal limit.',
  'cash-rounding-agreed': 'A cash total is rounded unless buyer and seller agree otherwise.',
  'cash-rounding-grid': (law) =>
    `A rounded total is ${multiple(law)}, and totals.rounding is within the legal maximum.`,
  'cash-rounding-nearest': 'A total is rounded to the nearest multiple of the increment.',
  'cash-rounding-required': 'Cash documents state totals.rounding, 0 if nothing was rounded.',
  'cash-rounding-tender': 'totals.rounding is absent or 0 for tenders that the law does not round.',
  'cash-rounding-tie': 'A total exactly between two multiples is rounded up.',
  'cash-rounding-zero': (law) => `A cash total with rounding 0 is ${multiple(law)}.`,
  'category-rate': 'Category S has a rate above 0; categories Z, E, AE and O have rate 0.',
  currency: ({ currencies }) => {
    const codes = currencies.map(({ code }) => code).join(' or ');
    return currencies.length === 1
      ? `currency is ${codes}.`
      : `currency is ${codes}, depending on the date of the sale; corrections may use either.`;
  },
  'currency-unit': 'The total and its parts are in whole units of the currency.',
  'document-tier': 'documentTier is receipt.',
  'fiscal-data': 'The document contains the data that the receipt must show.',
  'invoice-needed': 'A buyer who needs an invoice gets one.',
  'jurisdictions-tax': 'The taxes of n jurisdictions add up to totals.tax within (n + lines + 1) / 2 minor units.',
  'last4-card': 'payment.last4 is not sent with cash or transfers.',
  'law-age': (law) => `timestamp is before ${staleFrom(law)!}, from when the law may have changed.`,
  'line-amount': 'The amount of every line is quantity × unitPrice − discount, rounded up or down to a whole number.',
  'line-tax': ({ tax: { lineTolerance = 1 } }) =>
    `A line's taxAmount differs from the tax on its amount at its rate by at most ${
      lineTolerance === 'perJurisdiction'
        ? 'half a minor unit per jurisdiction (minimum 1), or 2 if there are no jurisdictions'
        : `${lineTolerance} minor unit${lineTolerance === 1 ? '' : 's'}`
    }.`,
  'linked-transaction': 'A refund, credit note, exchange or void names the original sale in linkedTransaction.',
  'national-class': 'Every product tax class is a known one.',
  'national-rate': (law) => {
    const { rates } = law;
    return 'min' in rates
      ? `Every line's taxRate is from ${rates.min} to ${rates.max} percent.`
      : inTable(nationalTable(law));
  },
  'national-rate-unknown': (law) =>
    `Before ${law.ratesSince!}, a taxRate that is not in the rate table of ${taxIn(law)} cannot be checked: the table may be incomplete.`,
  'national-rate-usual': ({ rates }) =>
    'usual' in rates ? `A taxRate above 0 is from ${rates.usual[0]} to ${rates.usual[1]} percent.` : '',
  'national-rate-window': (law) => enforcedInForce(nationalTable(law)),
  'national-rate-window-warning': (law) => inForce(nationalTable(law)),
  'no-rounding': 'Totals are not rounded: totals.rounding is absent or 0.',
  'oss-channel': 'Under EU_VAT, channel is ecommerce.',
  'oss-class': 'Every product tax class is known.',
  'oss-destination': 'Under EU_VAT, customer.country is the ISO 3166-1 alpha-2 code of another country.',
  'oss-rate': () => inTable(OSS_TABLE),
  'oss-rate-window': () => enforcedInForce(OSS_TABLE),
  'oss-rate-window-warning': () => inForce(OSS_TABLE),
  'oss-territory': 'Under EU_VAT, the customer is in the European Union.',
  'prices-include-tax': ({ tax }) => `tax.pricesIncludeTax is ${tax.pricesIncludeTax}.`,
  'rate-regime': "Only businesses under a regime charge that regime's rates.",
  'rate-territory': "Only shops in a territory charge that territory's rates.",
  'reverse-charge': 'tax.reverseCharge is true when any line has category AE.',
  'rounding-unusual': 'Totals are rounded only for tenders that are usually rounded.',
  'settled-void': 'Voids are not settled.',
  'state-rounding': ({ stateRounding: states = [] }) =>
    `A total is rounded as the state in territory or tax.jurisdictions allows: ${states
      .filter(({ level }) => level === 'rule')
      .map(({ name }) => name)
      .join(', ')}.`,
  'summary-duplicate': 'tax.summary has one entry per (rate, category) pair.',
  'summary-missing': 'tax.summary has an entry for every (rate, category) pair of the items.',
  'summary-tax': ({ tax: { lineTolerance } }) =>
    `An entry in tax.summary differs from the sums of its n lines by at most (n + 1) ${
      typeof lineTolerance === 'number' ? `× ${lineTolerance} minor units` : '/ 2 minor units'
    }.`,
  'summary-unused': "Every entry in tax.summary has an item's (rate, category) pair.",
  'tax-jurisdictions': 'tax.jurisdictions is valid only in the United States.',
  'tax-scheme': (law) => `tax.scheme is ${schemesOf(law).join(' or ')}.`,
  'territory-rates': 'A territory with a complete list of rates has no other rates.',
  'total-sign': 'totals.total is 0 for voids, and negative only for exchanges.',
  'total-zero': 'The total of a refund or credit note is above 0.',
  'totals-discount': "totals.discount is the sum of the items' discount.amount.",
  'totals-subtotal': "totals.subtotal is the sum of the items' amount.",
  'totals-tax': 'totals.tax is the sum of tax.summary[].taxAmount.',
  'totals-total': (law) => `If prices include tax, totals.total is subtotal plus rounding${unstated(law)}.`,
  'totals-total-net': (law) =>
    `If prices exclude tax, totals.total is subtotal plus tax plus rounding${unstated(law)}.`,
  'weighed-amount': 'A weighed line whose amount differs only because its weight is rounded gets a warning.',
};

/** What a rule requires, in one sentence: its own summary, or the summary of the shared rule with this id. */
export function summaryOf({ id, summary }: Pick<Rule, 'id' | 'summary'>, law: ReceiptLaw | undefined): string {
  if (summary !== undefined) return summary;
  const shared = Object.hasOwn(SUMMARIES, id) ? SUMMARIES[id]! : ofExtension;
  if (typeof shared === 'string') return shared;
  return law === undefined ? '' : shared(law, id);
}

/** Whether this is the id of a shared rule, with its summary here. */
export const isSummarized = (id: string): boolean => Object.hasOwn(SUMMARIES, id) || id.startsWith('extensions-');

/** The summary of a rule for a namespace of `extensions`: one rule checks the fields, another one their format. */
function ofExtension({ extensions }: ReceiptLaw, id: string): string {
  for (const { namespace, description } of extensions) {
    const path = `extensions.${namespace}`;
    if (id === `extensions-${namespace.toLowerCase()}-form`) return `Each field of ${path} has the required format.`;
    if (id === `extensions-${namespace.toLowerCase()}`) return `${path} contains ${description}.`;
  }
  return '';
}

function multiple({ cashRounding }: ReceiptLaw): string {
  return `a multiple of ${[...new Set(cashRounding.map(({ increment }) => increment))].join(' or ')} minor units`;
}

const unstated = ({ cashRounding }: ReceiptLaw): string =>
  cashRounding.length === 0 ? '' : ', except for a cash total that was rounded while totals.rounding is missing';

const nationalTable = (law: ReceiptLaw): string =>
  law.distanceSales === 'union' ? `${taxIn(law)}, or of the destination member state` : taxIn(law);

function inTable(table: string): string {
  return `The taxRate of every line is in the rate table of ${table}, on any date.`;
}

function enforcedInForce(table: string): string {
  return `With \`rateWindows\` set to \`enforce\`, every rate of ${table} must have been in force on the local date of the sale.`;
}

function inForce(table: string): string {
  return `Every rate of ${table} must have been in force on the local date of the sale, even if its row is not enforced.`;
}
