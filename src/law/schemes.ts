import type { Scheme } from '../document/scheme.js';
import type { ReceiptLaw } from './types.js';

/** The values of tax.scheme that may be used under a law. */
export function schemesOf({ tax, distanceSales }: ReceiptLaw): readonly Scheme[] {
  return distanceSales === 'oss' ? [tax.scheme, 'EU_VAT'] : [tax.scheme];
}
