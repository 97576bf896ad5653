import type { Business, ReceiptLaw } from 'receipt-rule-packs';

/**
 * The cases' default business, which has none of the law's duties, so that a case about amounts needs no fiscal device
 * data. A case about duties sets its own business.
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
