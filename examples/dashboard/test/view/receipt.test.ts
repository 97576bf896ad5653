import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { expect, it } from 'vitest';
import { drawnReceipt } from '../../src/view/receipt.js';

it('a drawn receipt is labelled as generated from the document, because no device printed it', () => {
  const business = { id: 'biz_1', vendor: { name: 'Kiosk', country: 'PL' } } as unknown as BusinessRecord;
  const { text } = drawnReceipt(business, { type: 'sale', extensions: { pl: { x: '1' } } }, [], undefined);
  expect(text).toContain('PARAGON FISKALNY');
  expect(text).toMatch(/ from the document<\/p>/);
});
