export { receiptPrintStylesheet, receiptStylesheet } from './css.js';
export { drawReceipt } from './html.js';
export { drawReceiptText } from './text.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export type { DrawHtmlOptions, DrawIssue, DrawOptions, DrawTextOptions } from './options.js';
