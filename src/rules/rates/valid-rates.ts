/** The distinct rates, highest first. */
export const highestFirst = (rates: readonly number[]): number[] => [...new Set(rates)].sort((a, b) => b - a);

/** The end of a message: ` Valid rates: 19, 7.`; empty if there are none. */
export function listOf(rates: readonly number[]): string {
  return rates.length === 0 ? '' : ` Valid rate${rates.length === 1 ? '' : 's'}: ${rates.join(', ')}.`;
}
