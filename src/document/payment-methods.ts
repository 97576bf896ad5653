import type { Payment } from './types.generated.js';

/** The values of payment.method. */
export const PAYMENT_METHODS = [
  'cash',
  'card',
  'mobile',
  'transfer',
  'other',
] as const satisfies readonly Payment['method'][];

/** The maximum number of tenders in metadata.receiptExtra. */
export const MAX_TENDERS = 50;
