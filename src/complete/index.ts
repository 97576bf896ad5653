export { complete } from './complete.js';
export { createRefund } from './corrections/create-refund.js';
export { createCreditNote } from './corrections/create-credit-note.js';
export { createReturn } from './corrections/create-refund.js';
export { createVoid } from './corrections/create-refund.js';
export { createExchange } from './corrections/create-exchange.js';
export { createExchanges } from './corrections/create-exchange.js';
export { refundableBalance } from './corrections/refundable-balance.js';
export { allocate } from './allocate.js';
export { toMinorUnits, type MinorUnitsOptions } from './amounts.js';
export { toPercent } from './amounts.js';
export { extractTax } from './amounts.js';
export { toLocalTimestamp } from './to-local-timestamp.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export type * from './types.js';
export type {
  ForeignAmount,
  LineKey,
  OriginalReceipt,
  ReceiptExtra,
  SourceFigures,
  Tender,
} from '../document/types.generated.js';
