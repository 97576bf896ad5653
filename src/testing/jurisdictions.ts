import fc from 'fast-check';
import type { Jurisdiction } from '../document/types.generated.js';
import type { ReceiptLaw } from '../law/types.js';
import type { TransactionOptions } from './options.js';
import { optional, textsOf } from './text.js';

/** A jurisdiction without its tax amount. Jurisdictions may share a level or a name. */
export type JurisdictionParts = Omit<Jurisdiction, 'taxAmount'>;

const LEVELS: readonly Jurisdiction['level'][] = ['state', 'county', 'city', 'district'];

/** Generates `tax.jurisdictions` if the law has jurisdictions. The list may be empty. */
export function jurisdictionParts(
  { taxJurisdictions }: ReceiptLaw,
  { plainText }: TransactionOptions,
): fc.Arbitrary<readonly JurisdictionParts[] | undefined> {
  if (!taxJurisdictions) return fc.constant(undefined);
  const one = fc.record({
    level: fc.constantFrom(...LEVELS),
    name: textsOf(plainText).named('State', 'City'),
    rate: fc.constantFrom(4, 0, 2.5, 0.375),
  });
  return optional(fc.array(one, { maxLength: 4 }));
}

/**
 * Splits the tax equally between the jurisdictions. The first one also gets the remainder.
 *
 * @param tax totals.tax
 * @param off the amount by which the sum of the shares deviates from the tax
 */
export function shared(drafts: readonly JurisdictionParts[], tax: number, off: number): Jurisdiction[] {
  const share = Math.trunc(tax / drafts.length);
  return drafts.map((draft, i) => ({
    ...draft,
    taxAmount: i > 0 ? share : tax - share * (drafts.length - 1) + off,
  }));
}

/** How far the sum of the jurisdictions' taxes may deviate from `totals.tax`, in whole minor units. */
export function allowedDrift(jurisdictions: number, lines: number): number {
  return Math.floor((jurisdictions + lines + 1) / 2);
}
