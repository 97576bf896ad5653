import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { createRegistry, type Issue } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { fieldPath } from '../../src/issues/field-path';
import { receipt } from './receipt';
import { elementsOf, fieldsOf, type Drawn } from './drawn';

const issue = (path: Issue['path'], changes: Partial<Issue> = {}): Issue => ({
  field: fieldPath(path),
  path,
  code: 'a_code',
  message: 'what was found',
  severity: 'error',
  ...changes,
});

const has = ({ attributes }: Drawn, name: string) => attributes.class?.split(' ').includes(name) === true;

/** The text of the row next to a note. */
function rowOf(document: unknown, path: Issue['path']): string {
  const elements = elementsOf(drawReceipt(document, { issues: [issue(path)] }));
  const note = elements.findIndex((element) => has(element, 'receipt-notes'));
  const row = elements
    .slice(0, note)
    .filter((element) => has(element, 'receipt-row'))
    .at(-1);
  return row!.text.replace(/[\u00a0\u202f]/g, ' ');
}

describe('a note stands beside the line that it concerns', () => {
  it.each<[Issue['path'], string]>([
    [['items', 1, 'amount'], 'Räksmörgås 178,00'],
    [['items', 1, 'quantity'], '2 × 89,00 12 %'],
    [['items', 1], 'Räksmörgås 178,00'],
    [['items', 1, 'taxAmount'], 'Moms 19,07'],
    [['items', 1, 'sku'], 'items[1].sku —'],
    [['totals', 'total'], 'Totalt SEK 227,90'],
    [['currency'], 'Totalt SEK 227,90'],
    [['totals', 'rounding'], 'Öresavrundning —'],
    [['totals', 'discount'], 'Rabatt 0,00'],
    [['totals', 'tax'], 'Totalt 24,42'],
    [['totals'], 'Summa 227,90'],
    [['tax', 'summary', 0, 'taxAmount'], '12 % 203,48 24,42'],
    [['tax', 'summary', 0], '12 % 203,48 24,42'],
    [['tax', 'summary', 0, 'category'], '12 % S 203,48 24,42'],
    [['tax', 'pricesIncludeTax'], 'tax.pricesIncludeTax true'],
    [['payment', 'method'], 'Kort •••• 4242 227,90'],
    [['vendor', 'locationName'], 'vendor.locationName —'],
    [['receiptNumber'], 'Kvittonr R-1001 2026-11-20 12:34:56'],
    [['source', 'externalId'], 'source.externalId A-1001'],
    [['customer', 'country'], 'customer.country —'],
    [['extensions', 'se', 'controlCode'], 'controlCode ABCDEFGHIJKLMNOPQRSTUVWXYZ234567-ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    [['extensions', 'de'], 'extensions.de —'],
    [['gift', 'of "love"'], 'gift["of \\"love\\""] —'],
    [[], 'KVITTO'],
  ])('%j', (path, row) => {
    expect(rowOf(receipt(), path)).toBe(row);
  });

  it('also where it came over the wire, without its path', () => {
    const fields = ['items[1].amount', 'source.externalId', 'gift["of \\"love\\""]', 'not [ a field', ''];
    const issues = fields.map((field) => ({ field, code: 'a_code', message: 'what was found' }));
    const elements = elementsOf(drawReceipt(receipt(), { issues }));
    const notes = elements.filter(({ tag }) => tag === 'li').map(({ attributes }) => attributes);
    // Issues without a field are shown at the title, with those of the document itself.
    expect(notes.map((each) => [each['data-issue'], each['data-path']])).toEqual([
      ['4', 'not [ a field'],
      ['5', ''],
      ['1', 'items[1].amount'],
      ['2', 'source.externalId'],
      ['3', 'gift["of \\"love\\""]'],
    ]);
    const marked = elements.filter((element) => element.tag === 'span' && has(element, 'receipt-error'));
    expect(marked.map(({ attributes }) => attributes['data-path'])).toContain('items[1].amount');
  });

  it('and what the paper leaves out comes after what it belongs to', () => {
    const fields = [
      ...fieldsOf(receipt(), { issues: [issue(['items', 0, 'sku']), issue(['vendor', 'locationName'])] }).keys(),
    ];
    expect(fields.indexOf('items[0].sku')).toBe(fields.indexOf('items[0].taxRate') + 1);
    expect(fields.indexOf('vendor.locationName')).toBe(fields.indexOf('vendor.id') + 1);
  });

  it('and what belongs to a part that is missing comes where that part would', () => {
    const changes = { extensions: undefined, tax: undefined, customer: { name: 'Bygg AB' } };
    const issues = [issue(['extensions', 'se']), issue(['tax', 'summary']), issue(['source', 'platform'])];
    const fields = [...fieldsOf(receipt(changes), { issues }).keys()];
    const last = ['payment.last4', 'tax.summary', 'extensions.se', 'customer.name', 'source.platform'];
    expect(fields.slice(-5)).toEqual(last);
  });

  it.each([
    [{ items: [] }, ['items'], '—'],
    [{ items: undefined }, ['items'], '—'],
    [{ totals: undefined }, ['totals'], 'Summa —'],
    [{ tax: { scheme: 'SE_MOMS' } }, ['tax', 'summary'], 'tax.summary —'],
    [{ vendor: undefined }, ['vendor'], '—'],
    [{ tax: { scheme: 'SE_MOMS' } }, ['totals', 'tax'], 'Totalt 24,42'],
  ])('and where a part is missing, beside its place: %j', (changes, path, row) => {
    expect(rowOf(receipt(changes), path)).toBe(row);
  });
});

describe('numbers', () => {
  const issues = [
    issue(['totals', 'total']),
    issue(['items', 0, 'amount'], { severity: 'warning' }),
    issue(['totals', 'total'], { severity: 'warning' }),
  ];

  it('tie notes, lines and the array of issues', () => {
    const elements = elementsOf(drawReceipt(receipt(), { issues }));
    const notes = elements.filter(({ tag }) => tag === 'li').map(({ attributes }) => attributes);
    expect(notes.map((each) => [each['data-issue'], each['data-path']])).toEqual([
      ['2', 'items[0].amount'],
      ['1', 'totals.total'],
      ['3', 'totals.total'],
    ]);
    const marked = elements.filter(({ tag, attributes }) => tag === 'span' && attributes['data-issue'] !== undefined);
    expect(
      marked.map(({ attributes }) => [attributes['data-path'], attributes['data-issue'], attributes.class]),
    ).toEqual([
      ['items[0].amount', '2', 'receipt-warning'],
      ['totals.total', '1 3', 'receipt-error'],
    ]);
  });

  it('stand in the text beside the line, or below it where there is no space', () => {
    const wide = drawReceiptText(receipt(), { issues, width: 90 }).split('\n');
    expect(wide.find((line) => line.includes('Totalt SEK'))).toMatch(/│ {2}\[1\] a_code/);
    const narrow = drawReceiptText(receipt(), { issues, width: 50 }).split('\n');
    const total = narrow.findIndex((line) => line.includes('Totalt SEK'));
    expect(narrow[total]).toMatch(/│$/);
    expect(narrow[total + 1]).toMatch(/^ {2}\[1\] a_code/);
  });

  it('say in words what is a warning', () => {
    expect(drawReceiptText(receipt(), { issues })).toMatch(/\[2\] warning a_code/);
    expect(drawReceipt(receipt(), { issues })).toContain('warning <code');
  });

  it('are those of the result', () => {
    const broken = receipt({ currency: 'EUR', totals: { subtotal: 1, discount: 0, tax: 2, total: 3 } });
    const result = createRegistry([seReceipt1]).validate(broken, { country: 'SE' });
    const found = [...result.issues, ...result.warnings];
    const notes = elementsOf(drawReceipt(broken, { issues: found })).filter(({ tag }) => tag === 'li');
    expect(found.length).toBeGreaterThan(2);
    expect(notes).toHaveLength(found.length);
    for (const { attributes, text } of notes) {
      const { field, code, message } = found[Number(attributes['data-issue']) - 1]!;
      expect(attributes['data-path']).toBe(field);
      expect(text).toContain(code);
      expect(text).toContain(message);
    }
  });

  it('go to 2,000, and the rest is counted', () => {
    const many = Array.from({ length: 2_005 }, () => issue(['totals', 'total']));
    const html = drawReceipt(receipt(), { issues: many });
    expect(elementsOf(html).filter(({ tag }) => tag === 'li')).toHaveLength(2_000);
    expect(html).toContain('… + 5');
  });
});

describe('colours', () => {
  it('add nothing but colours', () => {
    const issues = [issue(['totals', 'total'])];
    const plain = drawReceiptText(receipt(), { issues });
    const coloured = drawReceiptText(receipt(), { issues, colour: true });
    expect(coloured).toContain('\u001b[31m[1] \u001b[39m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  });
});
