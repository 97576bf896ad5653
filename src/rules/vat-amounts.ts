import type { ExactSum } from '../money/exact-sum.js';
import { vatDeviates } from '../money/vat.js';
import type { RuleRun } from '../pack/rule-run.js';
import type { Rule } from '../pack/types.js';

/** Stated VAT against amounts and rates: warnings, since receipts may round VAT per line or per group. */
export function vatAmounts(source: string): Rule[] {
  return [
    {
      id: 'line-vat',
      severity: 'warning',
      codes: ['tax_amount_deviates'],
      summary: "A line's taxAmount is within 1 minor unit of the VAT of its amount and rate.",
      source,
      reads: ['tax.pricesIncludeTax', 'items[].amount', 'items[].taxRate', 'items[].taxAmount'],
      each: 'items',
      check: checkLines,
    },
    {
      id: 'summary-vat',
      severity: 'warning',
      codes: ['summary_deviates'],
      summary: 'An entry of tax.summary is no further from the sums of its n lines than (n + 1) / 2 minor units.',
      source,
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
      check: checkEntries,
    },
  ];
}

function checkLines(run: RuleRun): void {
  const { items, tax } = run.transaction;
  for (let i = 0; i < items.length; i++) {
    if (run.skips(i)) continue;
    const { amount, taxRate, taxAmount } = items[i]!;
    if (!vatDeviates(amount, taxRate, taxAmount, tax.pricesIncludeTax)) continue;
    const share = tax.pricesIncludeTax ? `${taxRate} / ${100 + taxRate}` : `${taxRate} / 100`;
    const message = `items[${i}].taxAmount is ${taxAmount}, but amount ${amount} × ${share} is ${vatText(amount, taxRate, tax.pricesIncludeTax)}`;
    run.report('items[].taxAmount', 'tax_amount_deviates', message, i);
  }
}

/** For the message alone: nothing is decided by it. */
function vatText(amount: number, rate: number, pricesIncludeTax: boolean): string {
  return `about ${Math.round((amount * rate) / (pricesIncludeTax ? 100 + rate : 100))}`;
}

function checkEntries(run: RuleRun): void {
  const { summary, pricesIncludeTax } = run.transaction.tax;
  const groups = run.lineGroups();
  for (let j = 0; j < summary.length; j++) {
    if (run.skips(j)) continue;
    const { rate, category, taxableAmount, taxAmount } = summary[j]!;
    const group = groups.find(rate, category);
    if (group === undefined) continue;
    const base = pricesIncludeTax ? minus(group.amount, group.taxAmount) : group.amount.value;
    compare(run, j, 'tax.summary[].taxAmount', taxAmount, group.taxAmount.value, group.lines);
    compare(run, j, 'tax.summary[].taxableAmount', taxableAmount, base, group.lines);
  }
}

/** Differences up to this are exact in doubles, and so is twice as much. */
const MAX_HALF = 2 ** 52;

type Summed = 'tax.summary[].taxAmount' | 'tax.summary[].taxableAmount';

/** Off by more than (lines + 1) / 2. */
function compare(run: RuleRun, j: number, field: Summed, stated: number, sum: number | bigint, lines: number): void {
  if (stated === sum || withinTolerance(stated, sum, lines)) return;
  const parts = lines === 1 ? 'its line states' : `its ${lines} lines add up to`;
  run.report(field, 'summary_deviates', `${field.replace('[]', `[${j}]`)} is ${stated}, but ${parts} ${sum}`, j);
}

function withinTolerance(stated: number, sum: number | bigint, lines: number): boolean {
  const near = typeof sum === 'number' ? Math.abs(stated - sum) : Infinity;
  if (near <= MAX_HALF) return 2 * near <= lines + 1;
  const difference = BigInt(stated) - BigInt(sum);
  return 2n * (difference < 0n ? -difference : difference) <= BigInt(lines + 1);
}

function minus(a: ExactSum, b: ExactSum): number | bigint {
  const difference = Number(a.value) - Number(b.value);
  return Number.isSafeInteger(difference) && typeof a.value === 'number' && typeof b.value === 'number'
    ? difference
    : BigInt(a.value) - BigInt(b.value);
}
