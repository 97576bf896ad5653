import type { Business, ReceiptLaw } from 'receipt-rule-packs';

/**
 * The usual business of cases: outside of every duty that its law has, so that a case about amounts needs no data of a
 * fiscal device. A case about duties names its business.
 */
export function outsiderOf({ country, obligations = [], cashLimits = [] }: ReceiptLaw): Business {
  const names = [
    ...new Set([
      ...obligations.flatMap(({ duty }) => duty ?? []),
      ...cashLimits.flatMap(({ level }) => (level === 'warning' ? 'cashLimit' : [])),
    ]),
  ];
  return names.length === 0 ? { country } : { country, duties: Object.fromEntries(names.map((name) => [name, false])) };
}
