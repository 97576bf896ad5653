import { memberState } from '../../geography/member-states.js';
import type { ReceiptLaw } from '../../law/types.js';
import { lineGroupsOf, type RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { UNTAXED, type LineGroup } from '../../document/line-groups.js';
import type { Summaries } from '../summaries.js';

/**
 * Checks that category S has a rate above 0, that the other categories have no tax, and that a document with category
 * AE sets tax.reverseCharge.
 */
export function taxCategories({ country }: ReceiptLaw): Rule[] {
  const isMember = memberState(country) !== undefined;
  return [categoryRates(isMember), reverseCharge(isMember)];
}

function reverseCharge(isMember: boolean): Rule {
  return {
    id: 'reverse-charge',
    severity: 'error',
    codes: ['required', 'invalid_value'],
    source: `Service interface, tax: reverseCharge${isMember ? '; Directive 2006/112/EC, art. 196' : ''}`,
    reads: ['items[].taxCategory', 'tax.reverseCharge'],
    each: 'items',
    check: checkReverseCharge,
  };
}

function checkReverseCharge(run: RuleContext): void {
  const { items, tax } = run.transaction;
  if (tax.reverseCharge === true) return;
  const line = items.findIndex((item, i) => !run.skips(i) && item.taxCategory === 'AE');
  if (line < 0) return;
  const { reverseCharge: found } = tax;
  const is = found === undefined ? 'required because' : 'false, but';
  run.report(
    'tax.reverseCharge',
    found === undefined ? 'required' : 'invalid_value',
    () => `tax.reverseCharge is ${is} items[${line}].taxCategory is AE (reverse charge). Send true.`,
    { found, expected: true },
  );
}

function categoryRates(isMember: boolean): Rule {
  return {
    id: 'category-rate',
    severity: 'warning',
    codes: ['category_rate'],
    source: isMember
      ? 'EN 16931: BR-S-05, BR-Z-05, BR-E-05, BR-AE-05, BR-O-05'
      : 'Service interface, items: taxCategory',
    reads: ['items[].taxRate', 'items[].taxCategory'],
    each: 'items',
    check: checkCategoryRates,
  };
}

function checkCategoryRates(run: RuleContext): void {
  // Check groups first: there are few, and nearly always all of them are valid. Lines without a group are skipped
  // anyway.
  if (lineGroupsOf(run).all.every(isRightRate)) return;
  const { items } = run.transaction;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { taxRate, taxCategory } = items[i]!;
    if (isRightRate({ rate: taxRate, category: taxCategory })) continue;
    const message = (): string => {
      const what =
        taxCategory === 'S'
          ? `S (standard or reduced rate), but taxRate is ${taxRate}. For a 0 % line send ${UNTAXED}`
          : `${taxCategory}${taxCategory === 'AE' ? ' (reverse charge)' : ''}, which requires taxRate 0, found ${taxRate}`;
      return `items[${i}].taxCategory is ${what}.`;
    };
    run.report('items[].taxCategory', 'category_rate', message, {
      index: i,
      found: taxCategory,
      expected: taxCategory === 'S' ? ['Z', 'E', 'AE', 'O'] : 'S',
    });
  }
}

function isRightRate({ rate, category }: Pick<LineGroup, 'rate' | 'category'>): boolean {
  return category === 'S' ? rate !== 0 : rate <= 0;
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'category-rate': 'Category S has a rate above 0; categories Z, E, AE and O have rate 0.',
  'reverse-charge': 'tax.reverseCharge is true when any line has category AE.',
};
