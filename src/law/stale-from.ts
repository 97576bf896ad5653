import type { ReceiptLaw } from './types.js';

/**
 * First day, YYYY-MM-DD, of which a law may not know everything: a year after its review, or the day of a change that
 * its rows cannot hold. It need not exist, as 2029-02-29: days are compared as text. Undefined if the law states neither.
 */
export function staleFrom({ reviewed, nextKnownChange }: ReceiptLaw): string | undefined {
  const year = reviewed && `${Number(reviewed.slice(0, 4)) + 1}${reviewed.slice(4)}`;
  return year === undefined || (nextKnownChange !== undefined && nextKnownChange < year) ? nextKnownChange : year;
}
