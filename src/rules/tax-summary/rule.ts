import type { TaxCategory } from '../../document/types.generated.js';
import { lineGroupsOf, type RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { RateCategoryMap } from '../../document/line-groups.js';
import type { Summaries } from '../summaries.js';

const SOURCE = 'Service interface, tax: summary';
const LINE_PAIR: readonly ReadPattern[] = ['items[].taxRate', 'items[].taxCategory'];
const ENTRY_PAIR: readonly ReadPattern[] = ['tax.summary', 'tax.summary[].rate', 'tax.summary[].category'];

/** Checks that tax.summary has exactly one entry for each (rate, category) pair of the items. */
export function summaryPairs(): Rule[] {
  return [
    {
      id: 'summary-missing',
      severity: 'error',
      codes: ['summary_missing'],
      source: SOURCE,
      reads: [...ENTRY_PAIR, ...LINE_PAIR],
      each: 'items',
      check: checkMissing,
    },
    {
      id: 'summary-unused',
      severity: 'error',
      codes: ['summary_unused'],
      source: SOURCE,
      reads: ['items', ...LINE_PAIR, ...ENTRY_PAIR],
      each: 'tax.summary',
      check: checkUnused,
    },
    {
      id: 'summary-duplicate',
      severity: 'error',
      codes: ['summary_duplicate'],
      source: SOURCE,
      reads: ENTRY_PAIR,
      each: 'tax.summary',
      check: checkDuplicates,
    },
  ];
}

interface Pair {
  readonly rate: number;
  readonly category: TaxCategory;
}

function checkMissing(run: RuleContext): void {
  const entries = new RateCategoryMap<Pair>(run.transaction.tax.summary);
  for (const { rate, category } of lineGroupsOf(run).all) {
    if (entries.find(rate, category) !== undefined) continue;
    const pair = { rate, category };
    run.report('tax.summary', 'summary_missing', missingText, { found: undefined, expected: pair }, pair);
  }
}

function checkUnused(run: RuleContext): void {
  const groups = lineGroupsOf(run);
  const { summary } = run.transaction.tax;
  for (let j = 0; j < summary.length; j++) {
    if (run.skips(j)) continue;
    const { rate, category } = summary[j]!;
    if (groups.find(rate, category) !== undefined) continue;
    const details = { index: j, found: { rate, category }, expected: undefined };
    run.report('tax.summary[]', 'summary_unused', unusedText, details, details);
  }
}

function checkDuplicates(run: RuleContext): void {
  const { summary } = run.transaction.tax;
  if (summary.length < 2) return;
  const seen = new RateCategoryMap<Pair>();
  for (let j = 0; j < summary.length; j++) {
    if (run.skips(j)) continue;
    const { rate, category } = summary[j]!;
    if (seen.find(rate, category) === undefined) {
      seen.add(summary[j]!);
    } else {
      const details = { index: j, found: { rate, category }, expected: undefined };
      run.report('tax.summary[]', 'summary_duplicate', duplicateText, details, details);
    }
  }
}

/** An entry in tax.summary, with the values that its issues state. */
interface Entry {
  readonly index: number;
  readonly found: Pair;
}

const missingText = ({ rate, category }: Pair): string =>
  `tax.summary has no entry for rate ${rate}, category ${category}, although items use it. Add one.`;

const unusedText = ({ index, found }: Entry): string =>
  `tax.summary[${index}] is for rate ${found.rate}, category ${found.category}, but no item has that rate and category. Remove it.`;

const duplicateText = ({ index, found }: Entry): string =>
  `tax.summary[${index}] repeats rate ${found.rate}, category ${found.category}. Merge the two entries.`;

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'summary-duplicate': 'tax.summary has one entry per (rate, category) pair.',
  'summary-missing': 'tax.summary has an entry for every (rate, category) pair of the items.',
  'summary-unused': "Every entry in tax.summary has an item's (rate, category) pair.",
};
