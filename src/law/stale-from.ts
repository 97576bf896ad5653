import type { ReceiptLaw } from './types.js';

/**
 * The first day, YYYY-MM-DD, on which a law may be out of date: a year after its review, or the day of a change that
 * its rows cannot express. May be a date that does not exist, such as 2029-02-29, because dates are compared as text.
 * Undefined if the law states neither.
 */
export function staleFrom({ reviewed, nextKnownChange }: ReceiptLaw): string | undefined {
  const year = reviewed && `${Number(reviewed.slice(0, 4)) + 1}${reviewed.slice(4)}`;
  return year === undefined || (nextKnownChange !== undefined && nextKnownChange < year) ? nextKnownChange : year;
}
