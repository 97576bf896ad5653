import { complete, type Draft } from 'receipt-rule-packs/complete';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../complete/support/drafts';
import { shopOf } from '../complete/support/laws';
import { withDocument } from '../complete/support/results';
import { rowsOf } from './drawn';

const GB = { country: 'GB' };
const made = (more: object, line: object = { unitPrice: 12163 }) =>
  withDocument(
    complete(shopOf(), { ...draftOf([], more), items: [{ name: 'Fuel', taxRate: 20, ...line }] } as unknown as Draft),
  ).document;
const drawnRows = (document: unknown) => rowsOf(drawReceiptText(document, { ...GB, width: 42 }));

it('a receipt shows only the last four digits of a card number in last4', () => {
  const document = { ...made({ payment: { method: 'card' } }), payment: { method: 'card', last4: '4111111111111234' } };
  for (const drawing of [drawReceipt(document, GB), drawReceiptText(document, GB)]) {
    expect(drawing).toContain('1234');
    expect(drawing).not.toContain('4111');
  }
});

describe('metadata.receiptExtra', () => {
  const tenders = [
    { method: 'other', name: 'Gift card', amount: 2000 },
    { method: 'card', amount: 5000, last4: '1234' },
    { method: 'cash', tendered: 6000, foreign: { currency: 'JPY', amount: 9000, rate: '0.0061' } },
  ];
  const document = made({ payment: undefined, tenders });

  it('is drawn as one row for each tender', () => {
    const rows = drawnRows(document);
    const first = rows.findIndex((row) => row.startsWith('Gift card'));
    expect(rows.slice(first, first + 5)).toEqual([
      'Gift card 20.00',
      'Card •••• 1234 50.00',
      'Cash 51.63',
      '60.00 − 8.37',
      '9,000 JPY × 0.0061',
    ]);
    expect(drawReceipt(document, GB)).toContain('Gift card');
  });

  it.each([
    ['the amount', { currency: 'JPY' }],
    ['the currency', { amount: 9000 }],
  ])('is drawn without foreign money if %s is missing', (_, foreign) => {
    const receiptExtra = { v: 1, tenders: [{ method: 'cash', amount: 12163, tendered: 12163, foreign }] };
    const rows = drawnRows({ ...document, metadata: { receiptExtra } });
    expect(rows).toContain('121.63 − 0.00');
    expect(rows.filter((row) => /JPY|9,?000/.test(row))).toEqual([]);
  });

  it.each([
    ['adds up to a different total', { v: 1, tenders: [{ method: 'card', amount: 1, name: 'Nectar' }] }],
    ['does not fit its schema', { v: 2, tenders: [{ method: 'card', amount: 12163, name: 'Nectar' }] }],
    ['has unknown methods', { v: 1, tenders: [{ method: 'gold', amount: 12163, name: 'Nectar' }] }],
    [
      'has more than four digits of a card number',
      { v: 1, tenders: [{ method: 'card', amount: 12163, last4: '41111', name: 'Nectar' }] },
    ],
  ])('is not drawn if it %s', (_, receiptExtra) => {
    const rows = drawnRows({ ...document, metadata: { receiptExtra } });
    expect(rows.some((row) => row.startsWith('Other') && row.endsWith('121.63'))).toBe(true);
    expect(rows.join('')).not.toContain('Nectar');
  });
});

it.each([
  ['ten', { quantity: 42.17, unit: 'l', price: '1.899' }, { quantity: 4.217, unit: '10 l' }, '42.17 l @ 1.899'],
  ['a hundred', { quantity: 250, unit: 'm', price: '0.1234' }, { quantity: 2.5, unit: '100 m' }, '250 m @ 0.1234'],
])('a receipt shows the price of one unit even if the document states the price of %s', (_, line, stated, row) => {
  const document = made({}, line);
  expect(document.items[0]).toMatchObject(stated);
  expect(drawnRows(document).some((each) => each.startsWith(row))).toBe(true);
});
