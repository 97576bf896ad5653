import type { LawCurrency } from './types.js';

/** The smallest amount charged in a currency, minor units. */
export function unitOf(currencies: readonly LawCurrency[], currency: unknown): number {
  return currencies.find(({ code }) => code === currency)?.unit ?? 1;
}
