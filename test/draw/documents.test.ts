import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawReceipt, drawReceiptText, type DrawOptions } from 'receipt-rule-packs/draw';

const read = (path: string): unknown => JSON.parse(readFileSync(`examples/receipts/${path}.json`, 'utf8'));

/** The text of a document with one kind of space. */
const drawn = (path: string, options: DrawOptions = {}) =>
  drawReceiptText(read(path), options).replaceAll('\u00a0', ' ');

/** The last word of the line that begins with a label. */
const figure = (text: string, label: string) => new RegExp(`^│ ${label} .*?(\\S+) │`, 'm').exec(text)?.[1];

describe('a sale', () => {
  it('has the title, sums and tender of its country', () => {
    const text = drawn('se/zettle-sale');
    expect(text).toContain('K V I T T O');
    expect(figure(text, 'Totalt SEK')).toBe('200,00');
    expect(figure(text, 'Kontant')).toBe('200,00');
    expect(figure(text, '12 %')).toBe('21,42');
  });
});

describe('a refund', () => {
  it('is drawn with a minus and says where the money went', () => {
    const text = drawn('se/derived-refund');
    expect(text).toContain('R E T U R');
    expect(text).not.toContain('K V I T T O');
    expect(figure(text, 'T-shirt Medium')).toBe('−100,00');
    expect(figure(text, 'Totalt SEK')).toBe('−100,00');
    expect(figure(text, 'RETUR → Kontant')).toBe('−100,00');
  });

  it('keeps its minus where the document has one already', () => {
    expect(figure(drawn('us/us-ny-taxjar-refund-negative'), 'Total USD')).toBe('-43.56');
  });
});

describe('html', () => {
  it('ties fields and issues to their places', () => {
    const issue = {
      field: 'items[0].amount',
      path: ['items', 0, 'amount'],
      code: 'amount_mismatch',
      message: 'is <b>',
      severity: 'error',
    };
    const html = drawReceipt(read('se/zettle-sale'), { issues: [issue as never] });
    expect(html).toContain('data-path="items[0].amount" data-issue="1">100,00</span>');
    expect(html).toContain('is &lt;b&gt;');
  });
});
