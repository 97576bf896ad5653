import type { ReceiptLaw } from '../../law/types.js';
import { ExactSum } from '../../money/exact-sum.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

const SOURCE = 'Service interface, tax: jurisdictions';

/** Refuses tax.jurisdictions outside the United States. */
export function noJurisdictions({ taxJurisdictions }: ReceiptLaw): Rule[] {
  if (taxJurisdictions) return [];
  const rule: Rule = {
    id: 'tax-jurisdictions',
    severity: 'error',
    codes: ['not_allowed'],
    source: SOURCE,
    reads: ['tax'],
    check: (run) => {
      if (run.transaction.tax.jurisdictions === undefined) return;
      run.report('tax.jurisdictions', 'not_allowed', 'tax.jurisdictions is only used in the United States. Omit it.');
    },
  };
  return [rule];
}

/** Checks that the jurisdictions' taxes add up to the document's tax. */
export function jurisdictionsAddUp({ taxJurisdictions }: ReceiptLaw): Rule[] {
  if (!taxJurisdictions) return [];
  const rule: Rule = {
    id: 'jurisdictions-tax',
    severity: 'warning',
    codes: ['jurisdictions_deviate'],
    source: SOURCE,
    reads: ['items', 'tax.jurisdictions', 'tax.jurisdictions[].taxAmount', 'totals.tax'],
    check: checkSum,
  };
  return [rule];
}

function checkSum(run: RuleContext): void {
  const { items, tax, totals } = run.transaction;
  const { jurisdictions = [] } = tax;
  if (jurisdictions.length === 0) return;
  const sum = new ExactSum();
  for (const { taxAmount } of jurisdictions) sum.add(taxAmount);
  const difference = new ExactSum();
  difference.add(totals.tax);
  for (const { taxAmount } of jurisdictions) difference.add(-taxAmount);
  const off = difference.value;
  const magnitude = typeof off === 'bigint' ? Infinity : Math.abs(off);
  if (2 * magnitude <= jurisdictions.length + items.length + 1) return;
  const [found, expected] = [sum.value, totals.tax];
  const message = (): string =>
    `The taxAmount values in tax.jurisdictions add up to ${found}, but totals.tax is ${expected}.`;
  run.report('tax.jurisdictions', 'jurisdictions_deviate', message, { found: Number(found), expected });
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'jurisdictions-tax': 'The taxes of n jurisdictions add up to totals.tax within (n + lines + 1) / 2 minor units.',
  'tax-jurisdictions': 'tax.jurisdictions is valid only in the United States.',
};
