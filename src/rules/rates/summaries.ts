import type { ReceiptLaw } from '../../law/types.js';
import { taxIn } from '../../law/schemes.js';
import type { Summaries } from '../summaries.js';

const OSS_TABLE = "EU_VAT in the customer's country";

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
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
  'oss-class': 'Every product tax class is known.',
  'oss-rate': () => inTable(OSS_TABLE),
  'oss-rate-window': () => enforcedInForce(OSS_TABLE),
  'oss-rate-window-warning': () => inForce(OSS_TABLE),
  'rate-regime': "Only businesses under a regime charge that regime's rates.",
  'rate-territory': "Only shops in a territory charge that territory's rates.",
  'territory-rates': 'A territory with a complete list of rates has no other rates.',
};

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
