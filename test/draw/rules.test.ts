/** What all countries' layouts have in common, and what only some of them have. */
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { elementsOf } from './drawn';
import { layoutFile, madeDocument, packs, type Made } from './of-countries';

/** A drawing's fields, in drawing order. */
const pathsOf = (document: unknown, country: string): string[] =>
  elementsOf(drawReceipt(document, { country })).flatMap(({ attributes }) => attributes['data-path'] ?? []);
/** The lines of a terminal drawing, without the frame. */
const linesOf = (document: unknown, country: string): string[] =>
  drawReceiptText(document, { country })
    .replace(/[\u00a0\u202f]/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll('│', ' ').trim());
const packOf = (country: string) => packs.find((pack) => pack.country === country)!;
const made = (country: string, kind: Made) => madeDocument(packOf(country), kind)!;

describe.each(packs)('a receipt of $country', ({ id, country, law }) => {
  it('shows the quantity unless it is one piece', () => {
    const quantities = pathsOf(made(country, 'sale'), country).filter((path) => path.endsWith('.quantity'));
    expect(quantities.sort()).toEqual(['items[0].quantity', 'items[2].quantity']);
  });

  it('shows the subtotal only if another row separates it from the total', () => {
    const has = (kind: Made) => pathsOf(made(country, kind), country).includes('totals.subtotal');
    expect(has('sale')).toBe(!law.tax.pricesIncludeTax);
    expect(has('rounding')).toBe(true);
  });

  it('states below the tender what the customer saved, if the layout has a sentence for it', () => {
    const document = made(country, 'discount');
    const paths = pathsOf(document, country);
    const lines = linesOf(document, country);
    const { saved: sentence } = layoutFile(id);
    // The sentence is optional in the schema.
    expect(paths.filter((path) => path === 'totals.discount')).toHaveLength(sentence === undefined ? 0 : 1);
    if (sentence === undefined) return;
    expect(paths.indexOf('totals.discount')).toBeGreaterThan(paths.indexOf('payment.method'));
    expect(paths.indexOf('totals.discount')).toBeGreaterThan(paths.indexOf('totals.total'));
    const [before = '', after = ''] = sentence.split('{amount}');
    const saved = lines.filter((line) => line.startsWith(before.trim()) && line.endsWith(after.trim()));
    expect(saved.filter((line) => line.replace(/\D/g, '') === String(document.totals.discount))).toHaveLength(1);
  });
});

describe('a rate of 0', () => {
  const tables = packs.filter(({ id }) => {
    const { taxTable } = layoutFile(id);
    return taxTable?.labels !== undefined;
  });

  it.each(tables)('is followed by the reason in the tax table of $country', ({ id, country }) => {
    const sale = made(country, 'sale');
    for (const [category, word] of Object.entries(layoutFile(id).words.categories)) {
      const [first] = sale.tax.summary;
      const zero = { rate: 0, category, taxableAmount: 100, taxAmount: 0 };
      const document = { ...sale, tax: { ...sale.tax, summary: [first, zero] } };
      // A long word continues on the next line.
      const text = linesOf(document, country).join(' ').replaceAll(/ +/g, ' ');
      expect(text.split(word)).toHaveLength(2);
      expect(text.split(word)[0]).toMatch(/ 0 ?% $/);
    }
  });
});

describe('the tax', () => {
  it('has rows by rate above the total only in Poland, and no such rows in five countries', () => {
    const isBefore = (country: string): boolean | undefined => {
      const paths = pathsOf(made(country, 'sale'), country);
      const at = paths.indexOf('tax.summary[0].taxAmount');
      return at < 0 ? undefined : at < paths.indexOf('totals.total');
    };
    const before = packs.map(({ country }) => country).filter((country) => isBefore(country) === true);
    expect(before).toEqual(['PL']);
    const without = packs.map(({ country }) => country).filter((country) => isBefore(country) === undefined);
    expect(without).toEqual(['BG', 'DK', 'HU', 'IT', 'US']);
  });

  it.each([
    ['DK', 'Heraf moms 25 %'],
    ['IT', 'di cui IVA'],
  ])('in %s is a sentence below the total', (country, sentence) => {
    const lines = linesOf(made(country, 'sale'), country);
    const at = lines.findIndex((line) => line.startsWith(`${sentence} `));
    const total = lines.findIndex((line) => line.startsWith(layoutFile(packOf(country).id).total));
    expect(at).toBe(total + 1);
  });

  it('in the United States is drawn once, with a row for each jurisdiction, and T or N after each amount', () => {
    const sale = made('US', 'sale');
    const paths = pathsOf(sale, 'US');
    expect(paths.filter((path) => path === 'totals.tax')).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith('].taxAmount'))).toEqual([
      'tax.jurisdictions[0].taxAmount',
      'tax.jurisdictions[1].taxAmount',
    ]);
    const [first, ...others] = sale.items;
    const document = { ...sale, items: [{ ...first!, taxRate: 0 }, ...others] };
    const marks = linesOf(document, 'US').flatMap((line) => /\d ([TN])$/.exec(line)?.[1] ?? []);
    expect(marks).toEqual(['N', 'T', 'T', 'T']);
  });
});
