import type { Transaction } from '../../document/types.generated.js';
import { lineGroupsOf, type RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern } from '../../rule/types.js';

/** The fields that rules read to compare the amounts by rate in a fiscal device's data with the document. */
export const GROSS_READS: readonly ReadPattern[] = [
  'type',
  'items',
  'items[].amount',
  'items[].taxRate',
  'items[].taxCategory',
  'items[].taxAmount',
  'tax.pricesIncludeTax',
];

/**
 * The maximum length of a fiscal field that rules read, in characters. A QR code contains at most 4,296 (ISO/IEC
 * 18004). On a string of millions of characters, matching a repeated pattern overflows the engine's stack.
 */
export const LONGEST_FISCAL_TEXT = 100_000;

/**
 * A field in a namespace of `extensions`; undefined if it is not a string, or is too long. Another rule checks its
 * format.
 */
export function fiscalText({ transaction }: RuleContext, namespace: string, name: string): string | undefined {
  const sent: unknown = transaction.extensions?.[namespace];
  if (typeof sent !== 'object' || sent === null) return undefined;
  const value = (sent as Record<string, unknown>)[name];
  return typeof value === 'string' && value.length <= LONGEST_FISCAL_TEXT ? value : undefined;
}

/** An amount with two decimals, `-2.60` or `-2,60`, in minor units. */
export function minorUnits(text: string): bigint {
  return BigInt(text.replace(/[.,]/, ''));
}

/** The amounts including tax, by rate, minor units. */
export function grossByRate(run: RuleContext): ReadonlyMap<number, bigint> {
  const { pricesIncludeTax } = run.transaction.tax;
  const sums = new Map<number, bigint>();
  for (const { rate, amount, taxAmount } of lineGroupsOf(run).all) {
    const gross = BigInt(amount.value) + (pricesIncludeTax ? 0n : BigInt(taxAmount.value));
    sums.set(rate, (sums.get(rate) ?? 0n) + gross);
  }
  return sums;
}

/** Whether amounts agree. Devices write the amounts of refunds as negative numbers; documents do not. */
export function isSameFigures(
  type: Transaction['type'],
  stated: readonly bigint[],
  expected: readonly bigint[],
): boolean {
  const agree = (sign: bigint): boolean => stated.every((amount, i) => amount === sign * expected[i]!);
  return agree(1n) || (type !== 'sale' && type !== 'exchange' && agree(-1n));
}
