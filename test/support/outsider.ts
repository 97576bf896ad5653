import type { Business, ReceiptLaw } from 'receipt-rule-packs';

/**
 * The default business of cases, without any of the duties of its law, so that a case about amounts does not need data
 * from a fiscal device. A case about duties sets its own business.
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
