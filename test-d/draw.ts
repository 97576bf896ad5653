import type { Issue } from 'receipt-rule-packs';
import {
  drawReceipt,
  receiptStylesheet,
  drawReceiptText,
  UsageError,
  type DrawTextOptions,
} from 'receipt-rule-packs/draw';

declare const issues: readonly Issue[];
const options: DrawTextOptions = { country: 'SE', issues, vendor: { name: 'Demo AB' }, locale: undefined, width: 60 };
drawReceipt({}, { country: 'SE', issues, vendor: { name: 'Demo AB', address: { city: 'Stockholm' } } }).trim();
drawReceiptText(null, options).trim();
receiptStylesheet.trim();
// @ts-expect-error no such option
drawReceipt({}, { lang: 'sv' });
// @ts-expect-error a vendor has no such field
drawReceipt({}, { vendor: { nmae: 'Demo AB' } });
// @ts-expect-error only text drawings have a width
drawReceipt({}, { width: 60 });
// @ts-expect-error the document is missing
drawReceiptText();
// @ts-expect-error the width is a number
drawReceiptText({}, { width: '60' });
// @ts-expect-error no such code
new UsageError('drawing', 'x', 'x');
