import { absolute } from '../money/decimal.js';
import { roundedLineTax, taxInUnits, exactTax } from '../money/tax.js';
import { RateCategoryMap } from '../document/line-groups.js';
import type { LineItem } from '../document/types.generated.js';
import { raiseLargest } from './allocate.js';
import { roundHalfAwayFromZero, roundTo, toSafeInteger } from './exact.js';
import type { Line, CompletionContext } from './completion-context.js';

export function taxLines(context: CompletionContext, policy: 'line' | 'group'): void {
  const including = context.pricesIncludeTax;
  if (including === undefined) return;
  const { unit } = context;
  // Lines are not grouped if `unit` is above 1: a line that absorbs the rounding of other lines would then be off by
  // more than its own rounding.
  if (policy === 'group' && unit === 1) taxGroups(context.lines, including);
  for (let i = 0; i < context.lines.length; i++) {
    const line = context.lines[i]!;
    if (!isFree(line) || line.taxAmount !== undefined) continue;
    const tax = taxIn(unit, line.amount!, line.rate!, including);
    line.taxAmount = context.checked(tax, ['items', i, 'taxAmount']);
  }
}

/** The tax on an amount, to the nearest multiple of `unit`; undefined beyond ±(2^53 − 1). */
function taxIn(unit: number, amount: number, rate: number, including: boolean): number | undefined {
  if (unit === 1) return roundedLineTax(amount, rate, including);
  const { part, whole } = exactTax(amount, rate, including);
  return whole <= 0n ? 0 : toSafeInteger(roundTo(unit, part, whole));
}

const isFree = ({ hasTax, amount, rate }: Line): boolean => !hasTax && amount !== undefined && rate !== undefined;

interface Group {
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  /** The lines, split by the sign of their amounts. */
  readonly above: Line[];
  readonly below: Line[];
}

/** Computes the taxes of lines with the same rate, category and sign as one group. */
function taxGroups(lines: readonly Line[], including: boolean): void {
  const groups = new RateCategoryMap<Group>();
  for (const line of lines) {
    const { rate, category } = line;
    if (rate === undefined || category === undefined || !isFree(line)) continue;
    let group = groups.find(rate, category);
    if (group === undefined) groups.add((group = { rate, category, above: [], below: [] }));
    (line.amount! < 0 ? group.below : group.above).push(line);
  }
  for (const { rate, above, below } of groups.all) {
    for (const group of [above, below]) taxTogether(group, rate, including);
  }
}

/** Rounds the sum of the exact taxes, and then each tax up or down, so that the taxes add up to that sum. */
function taxTogether(lines: readonly Line[], rate: number, including: boolean): void {
  const { floors, remainders, rest, sign } = smallTaxes(lines, rate, including) ?? exactTaxes(lines, rate, including);
  raiseLargest(floors, remainders, rest);
  floors.forEach((tax, i) => {
    if (Number.isSafeInteger(tax)) lines[i]!.taxAmount = sign < 0 && tax !== 0 ? -tax : tax;
  });
}

/** The absolute taxes rounded down, their remainders, and how many of them to round up instead. */
interface Taxes {
  readonly floors: number[];
  readonly remainders: readonly (number | bigint)[];
  readonly rest: number;
  readonly sign: number;
}

/** Computes the taxes with numbers instead of bigints; undefined if the result would not be exact. */
function smallTaxes(lines: readonly Line[], rate: number, including: boolean): Taxes | undefined {
  const [floors, remainders]: [number[], number[]] = [[], []];
  let [sum, whole] = [0, 1];
  for (const { amount } of lines) {
    const tax = taxInUnits(Math.abs(amount!), rate, including);
    if (tax === undefined) return undefined;
    const remainder = tax.part % tax.whole;
    whole = tax.whole;
    sum += remainder;
    floors.push((tax.part - remainder) / whole);
    remainders.push(remainder);
  }
  return {
    floors,
    remainders,
    rest: Math.floor((2 * sum + whole) / (2 * whole)),
    sign: lines.length > 0 && lines[0]!.amount! < 0 ? -1 : 1,
  };
}

function exactTaxes(lines: readonly Line[], rate: number, including: boolean): Taxes {
  const { part: one, whole } = exactTax(1, rate, including);
  // The caller then taxes each line separately.
  if (whole <= 0n) return { floors: [], remainders: [], rest: 0, sign: 1 };
  const parts = lines.map(({ amount }) => absolute(BigInt(amount!) * one));
  const remainders = parts.map((part) => part % whole);
  const rest = Number(
    roundHalfAwayFromZero(
      remainders.reduce((sum, remainder) => sum + remainder, 0n),
      whole,
    ),
  );
  const sign = lines[0]!.amount! < 0 === one < 0n ? 1 : -1;
  return { floors: parts.map((part) => Number(part / whole)), remainders, rest, sign };
}
