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
  const row = note - 1 - [...elements.slice(0, note)].reverse().findIndex((element) => has(element, 'receipt-row'));
  const next = elements.findIndex((element, i) => i > row && (element.tag === 'tr' || element.tag === 'ol'));
  const cells = elements.slice(row, next).filter(({ tag }) => tag === 'th' || tag === 'td');
  const texts = cells.length === 0 ? [elements[row]!.text] : cells.map(({ text }) => text);
  return texts.join(' ').replace(/[\u00a0\u202f]/g, ' ');
}

describe('a note', () => {
  it.each<[Issue['path'], string]>([
    [['items', 1, 'amount'], 'Räksmörgås 178,00'],
    [['items', 1, 'quantity'], '2 × 89,00'],
    [['items', 1], 'Räksmörgås 178,00'],
    [['items', 1, 'taxAmount'], 'Moms 19,07'],
    [['items', 1, 'sku'], 'items[1].sku —'],
    [['totals', 'total'], 'Att betala 227,90 kr'],
    [['currency'], 'Att betala 227,90 kr'],
    [['items', 1, 'taxRate'], 'Moms 12 %'],
    [['totals', 'rounding'], 'Öresavrundning —'],
    [['totals', 'discount'], 'totals.discount 0'],
    [['totals', 'tax'], 'Totalt 203,48 24,42 227,90'],
    [['totals'], 'Att betala 227,90 kr'],
    [['totals', 'subtotal'], 'Summa 227,90'],
    [['tax', 'summary', 0, 'taxAmount'], '12 % 203,48 24,42 227,90'],
    [['tax', 'summary', 0], '12 % 203,48 24,42 227,90'],
    [['tax', 'summary', 0, 'category'], '12 % S 203,48 24,42 227,90'],
    [['tax', 'pricesIncludeTax'], 'tax.pricesIncludeTax true'],
    [['payment', 'method'], 'Kort •••• 4242 227,90'],
    [['vendor', 'locationName'], 'vendor.locationName —'],
    [['receiptNumber'], 'Kvittonr R-1001 2026-11-20 12:34'],
    [['source', 'externalId'], 'source.externalId A-1001'],
    [['customer', 'country'], 'customer.country —'],
    [['extensions', 'se', 'controlCode'], 'Kontrollkod ABCDEFGHIJKLMNOPQRSTUVWXYZ234567-ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    [['extensions', 'de'], 'extensions.de —'],
    [['gift', 'of "love"'], 'gift["of \\"love\\""] —'],
    [[], 'KVITTO'],
  ])('about %j is next to the line concerned', (path, row) => {
    expect(rowOf(receipt(), path)).toBe(row);
  });

  it('is next to the line concerned even without a path, as in responses', () => {
    const fields = ['items[1].amount', 'source.externalId', 'gift["of \\"love\\""]', 'not [ a field', ''];
    const issues = fields.map((field) => ({ field, code: 'a_code', message: 'what was found' }));
    const elements = elementsOf(drawReceipt(receipt(), { issues }));
    const notes = elements.filter(({ tag }) => tag === 'li').map(({ attributes }) => attributes);
    // Issues without a field are shown at the title, like issues about the whole document.
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

  it('about an unprinted field follows the part that the field belongs to', () => {
    const fields = [
      ...fieldsOf(receipt(), { issues: [issue(['items', 0, 'sku']), issue(['vendor', 'locationName'])] }).keys(),
    ];
    expect(fields.indexOf('items[0].sku')).toBe(fields.indexOf('items[0].amount') + 1);
    expect(fields.indexOf('vendor.locationName')).toBe(fields.indexOf('vendor.id') + 1);
  });

  it('about a field in a missing part is placed where that part would be', () => {
    const changes = { extensions: undefined, tax: undefined, customer: { name: 'Bygg AB' } };
    const issues = [issue(['extensions', 'se']), issue(['tax', 'summary']), issue(['source', 'platform'])];
    const fields = [...fieldsOf(receipt(changes), { issues }).keys()];
    const last = ['payment.last4', 'tax.summary', 'extensions.se', 'customer.name', 'source.platform'];
    expect(fields.slice(-5)).toEqual(last);
  });

  it.each([
    [{ items: [] }, ['items'], '—'],
    [{ items: undefined }, ['items'], '—'],
    [{ totals: undefined }, ['totals'], 'Att betala — kr'],
    [{ tax: { scheme: 'SE_MOMS' } }, ['tax', 'summary'], 'tax.summary —'],
    [{ vendor: undefined }, ['vendor'], '—'],
    [{ tax: { scheme: 'SE_MOMS' } }, ['totals', 'tax'], 'totals.tax 2442'],
  ])('about a missing part is placed where that part would be: %j', (changes, path, row) => {
    expect(rowOf(receipt(changes), path)).toBe(row);
  });
});

describe('an issue with the rate of a line', () => {
  const options = { country: 'SE', issues: [issue(['items', 1, 'taxRate'])] };
  const rates = (country: string): number =>
    elementsOf(drawReceipt(receipt(), { ...options, country })).filter(
      ({ tag, attributes, text }) =>
        tag === 'span' && attributes['data-path'] === 'items[1].taxRate' && /\d/.test(text),
    ).length;

  it.each(['SE', 'DE', 'IT', 'AT'])(
    'shows its percentage once, whether or not the layout of %s prints it',
    (country) => {
      expect(rates(country)).toBe(1);
    },
  );
});

it('a value that is written from right to left is on a line of its own', () => {
  const lines = (externalId: string) =>
    drawReceiptText(receipt({ source: { platform: 'p', externalId } }), {
      issues: [issue(['source', 'externalId'])],
    })
      .split('\n')
      .filter((line) => line.startsWith('│ source.externalId') || line.includes(externalId));
  expect(lines('A-1')).toHaveLength(1);
  expect(lines('\u05d0\u05d1-1')).toHaveLength(2);
});

describe('the numbers of issues', () => {
  const issues = [
    issue(['totals', 'total']),
    issue(['items', 0, 'amount'], { severity: 'warning' }),
    issue(['totals', 'total'], { severity: 'warning' }),
  ];

  it.each([undefined, 'receipt-2', 'R_2'])('are ids of notes with the prefix %s', (idPrefix) => {
    const elements = elementsOf(drawReceipt(receipt(), { issues, ...(idPrefix !== undefined && { idPrefix }) }));
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids).toEqual([2, 1, 3].map((number) => `${idPrefix ?? 'receipt'}-note-${number}`));
    const referred = elements.flatMap(({ attributes }) => attributes['aria-describedby']?.split(' ') ?? []);
    expect(referred).toEqual(ids);
  });

  it('link notes to lines and to the array of issues', () => {
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

  it('are printed beside the line, or below it if there is no room', () => {
    const wide = drawReceiptText(receipt(), { issues, width: 90 }).split('\n');
    expect(wide.find((line) => line.includes('Att betala'))).toMatch(/│ {2}\[1\] a_code/);
    const narrow = drawReceiptText(receipt(), { issues, width: 50 }).split('\n');
    const total = narrow.findIndex((line) => line.includes('Att betala'));
    expect(narrow[total]).toMatch(/│$/);
    expect(narrow[total + 1]).toMatch(/^ {2}\[1\] a_code/);
  });

  it('are followed by the word "warning" for warnings', () => {
    expect(drawReceiptText(receipt(), { issues })).toMatch(/\[2\] warning a_code/);
    expect(drawReceipt(receipt(), { issues })).toContain('warning <code');
  });

  it('match the indexes in the result', () => {
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

  it('go up to 2,000, followed by the number of further issues', () => {
    const many = Array.from({ length: 2_005 }, () => issue(['totals', 'total']));
    const html = drawReceipt(receipt(), { issues: many });
    expect(elementsOf(html).filter(({ tag }) => tag === 'li')).toHaveLength(2_000);
    expect(html).toContain('… + 5');
  });
});

describe('the message of an issue', () => {
  it('is cut after 1,000 characters', () => {
    const drawn = (length: number) =>
      elementsOf(drawReceipt(receipt(), { issues: [issue(['totals', 'total'], { message: 'ö'.repeat(length) })] }))
        .find(({ tag }) => tag === 'li')!
        .text.split('ö').length - 1;
    expect([drawn(1_000), drawn(1_001)]).toEqual([1_000, 1_000]);
  });
});

describe('colours', () => {
  it('change only the colour of text', () => {
    const issues = [issue(['totals', 'total'])];
    const plain = drawReceiptText(receipt(), { issues });
    const coloured = drawReceiptText(receipt(), { issues, colour: true });
    expect(coloured).toContain('\u001b[31m[1] \u001b[39m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  });
});
