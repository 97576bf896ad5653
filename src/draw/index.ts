export { receiptPrintStylesheet, receiptStylesheet } from './css.js';
export { drawReceipt } from './html.js';
export { drawReceiptText } from './text.js';
export type { DrawIssue, DrawOptions, DrawTextOptions } from './types.js';
