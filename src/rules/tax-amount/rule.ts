import type { LawTax, ReceiptLaw } from '../../law/types.js';
import { roundedTax, taxDeviates } from '../../money/tax.js';
import { lineGroupsOf, type RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import type { LineGroup } from '../../document/line-groups.js';
import type { Summaries } from '../summaries.js';

/**
 * Compares stated tax with amounts and rates. Differences are warnings, because receipts may round tax per line or per
 * group.
 */
export function taxAmounts({ tax }: ReceiptLaw): Rule[] {
  const { lineTolerance, citation } = tax;
  const perJurisdiction = lineTolerance === 'perJurisdiction';
  return [
    {
      id: 'line-tax',
      severity: 'warning',
      codes: ['tax_amount_deviates'],
      source: citation,
      reads: [
        'tax.pricesIncludeTax',
        ...(perJurisdiction ? (['tax.jurisdictions'] as const) : []),
        'items[].amount',
        'items[].taxRate',
        'items[].taxAmount',
      ],
      each: 'items',
      check: (run) => checkLines(run, toleranceOf(run, lineTolerance)),
    },
    {
      id: 'summary-tax',
      severity: 'warning',
      codes: ['summary_deviates'],
      source: citation,
      reads: [
        'items',
        'items[].amount',
        'items[].taxRate',
        'items[].taxCategory',
        'items[].taxAmount',
        'tax.pricesIncludeTax',
        'tax.summary',
        'tax.summary[].rate',
        'tax.summary[].category',
        'tax.summary[].taxableAmount',
        'tax.summary[].taxAmount',
      ],
      each: 'tax.summary',
      check: (run) => checkEntries(run, typeof lineTolerance === 'number' ? 2 * lineTolerance : 1),
    },
  ];
}

/** A line's tolerance, doubled so that it is an integer. */
function toleranceOf(run: RuleContext, tolerance: LawTax['lineTolerance'] = 1): number {
  if (tolerance !== 'perJurisdiction') return 2 * tolerance;
  const count = run.transaction.tax.jurisdictions?.length ?? 0;
  return count === 0 ? 4 : Math.max(2, count);
}

function checkLines(run: RuleContext, twice: number): void {
  const { items, tax } = run.transaction;
  const { pricesIncludeTax } = tax;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { amount, taxRate, taxAmount } = items[i]!;
    if (!taxDeviates(amount, taxRate, taxAmount, pricesIncludeTax, twice)) continue;
    const expected = roundedTax(amount, taxRate, pricesIncludeTax);
    run.report(
      'items[].taxAmount',
      'tax_amount_deviates',
      taxText,
      { index: i, found: taxAmount, expected: typeof expected === 'number' ? expected : undefined },
      { i, taxAmount, amount, taxRate, pricesIncludeTax, expected },
    );
  }
}

interface WrongTax {
  readonly i: number;
  readonly taxAmount: number;
  readonly amount: number;
  readonly taxRate: number;
  readonly pricesIncludeTax: boolean;
  readonly expected: number | bigint;
}

function taxText({ i, taxAmount, amount, taxRate, pricesIncludeTax, expected }: WrongTax): string {
  const included = pricesIncludeTax ? 'included in' : 'on';
  const share = pricesIncludeTax ? `${taxRate} / ${Number((100 + taxRate).toFixed(9))}` : `${taxRate} / 100`;
  return `items[${i}].taxAmount is ${taxAmount}, but the ${taxRate} % tax ${included} ${amount} is about ${expected} (${amount} × ${share}).`;
}

/** @param share the tolerance for each line and for the entry itself, in halves of a minor unit */
function checkEntries(run: RuleContext, share: number): void {
  const { summary, pricesIncludeTax } = run.transaction.tax;
  const groups = lineGroupsOf(run);
  for (let j = 0; j < summary.length; j++) {
    if (run.skips(j)) continue;
    const { rate, category, taxableAmount, taxAmount } = summary[j]!;
    const group = groups.find(rate, category);
    if (group === undefined) continue;
    const base = pricesIncludeTax ? minus(group.amount, group.taxAmount) : group.amount.value;
    const twice = (group.lines + 1) * share;
    compare(run, j, 'taxAmount', taxAmount, group.taxAmount.value, group.lines, twice);
    compare(run, j, 'taxableAmount', taxableAmount, base, group.lines, twice);
  }
}

/** Differences up to this limit are exact as numbers even when doubled. */
const MAX_HALF = 2 ** 52;

type Summed = 'taxAmount' | 'taxableAmount';

function compare(
  run: RuleContext,
  j: number,
  field: Summed,
  stated: number,
  sum: number | bigint,
  lines: number,
  twice: number,
): void {
  if (stated === sum || withinTolerance(stated, sum, twice)) return;
  const expected = typeof sum === 'number' ? sum : undefined;
  run.report(
    field === 'taxAmount' ? 'tax.summary[].taxAmount' : 'tax.summary[].taxableAmount',
    'summary_deviates',
    summedText,
    { index: j, found: stated, expected },
    { j, field, stated, sum, lines },
  );
}

interface WrongEntry {
  readonly j: number;
  readonly field: Summed;
  readonly stated: number;
  readonly sum: number | bigint;
  readonly lines: number;
}

function summedText({ j, field, stated, sum, lines }: WrongEntry): string {
  const of = field === 'taxAmount' ? 'taxAmount' : 'amount minus taxAmount';
  const parts = lines === 1 ? `${of} of its line is` : `${of} of its ${lines} lines adds up to`;
  return `tax.summary[${j}].${field} is ${stated}, but ${parts} ${sum}.`;
}

function withinTolerance(stated: number, sum: number | bigint, twice: number): boolean {
  const near = typeof sum === 'number' ? Math.abs(stated - sum) : Infinity;
  if (near <= MAX_HALF) return 2 * near <= twice;
  const difference = BigInt(stated) - BigInt(sum);
  return 2n * (difference < 0n ? -difference : difference) <= BigInt(twice);
}

function minus(a: LineGroup['amount'], b: LineGroup['amount']): number | bigint {
  const difference = Number(a.value) - Number(b.value);
  return Number.isSafeInteger(difference) && typeof a.value === 'number' && typeof b.value === 'number'
    ? difference
    : BigInt(a.value) - BigInt(b.value);
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'line-tax': ({ tax: { lineTolerance = 1 } }) =>
    `A line's taxAmount differs from the tax on its amount at its rate by at most ${
      lineTolerance === 'perJurisdiction'
        ? 'half a minor unit per jurisdiction (minimum 1), or 2 if there are no jurisdictions'
        : `${lineTolerance} minor unit${lineTolerance === 1 ? '' : 's'}`
    }.`,
  'summary-tax': ({ tax: { lineTolerance } }) =>
    `An entry in tax.summary differs from the sums of its n lines by at most (n + 1) ${
      typeof lineTolerance === 'number' ? `× ${lineTolerance} minor units` : '/ 2 minor units'
    }.`,
};
