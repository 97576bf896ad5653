import { readFileSync } from 'node:fs';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { asciiText } from '../../src/draw/text';
import { lettersOf } from '../../src/draw/letters';
import { numberRows } from '../../src/draw/number';
import { filled, inForm } from '../../src/draw/pattern';
import type { RenderContext } from '../../src/draw/render-context';
import { columns } from '../../src/text/printable';
import { elementsOf, fieldsOf } from './drawn';
import { KINDS, layoutFile, madeDocument, packs } from './of-countries';
import { receipt } from './receipt';

describe('formatted numbers', () => {
  it.each([
    ['11846', '### ##', '118 46'],
    ['118 46', '### ##', '118 46'],
    ['1184', '### ##', '1184'],
    ['118467', '### ##', '118467'],
    ['ABCDE', '### ##', 'ABCDE'],
    ['1012ab', '#### @@', '1012 AB'],
    ['1012 12', '#### @@', '1012 12'],
    ['1234', 'L-####', 'L-1234'],
    ['L-1234', 'L-####', 'L-1234'],
    ['LV1010', 'LV-####', 'LV-1010'],
    ['NO987654321MVA', 'NO ### ### ### MVA', 'NO 987 654 321 MVA'],
    ['NO 987654321', 'NO ### ### ### MVA', 'NO 987654321'],
    ['', '###', ''],
  ])('format %j as %s: %j', (value, pattern, text) => {
    expect(inForm(value, pattern)).toBe(text);
  });
});

describe('patterns', () => {
  const drawn = (pattern: string, values: Readonly<Record<string, string>>) =>
    filled(pattern, (name) => (values[name] === undefined ? [] : [{ text: values[name] }]))
      .map(({ text }) => text)
      .join('');

  it.each([
    ['{a} {b}', { a: '1', b: '2' }, '1 2'],
    ['{a} {b}', { b: '2' }, '2'],
    ['{a}, {b}', { a: '1' }, '1'],
    ['{a} {b} × {c}', { a: '1', c: '3' }, '1 × 3'],
    ['for {a} now', { a: '1' }, 'for 1 now'],
    ['for {a} now', {}, ''],
    ['nothing', {}, 'nothing'],
  ])('turn %s with %j into %j', (pattern, values, text) => {
    expect(drawn(pattern, values)).toBe(text);
  });
});

describe('dates', () => {
  const document = { timestamp: '2026-03-04T15:06:09Z' };
  const written = (date: string) => {
    const style = { words: { number: 'No.' }, layout: { date, time: 'HH:mm' } };
    return numberRows({ document, style } as unknown as RenderContext)[0]!.right![0]![0]!.text;
  };
  const EXPECTED: Readonly<Record<string, string>> = {
    'yyyy-MM-dd': '2026-03-04',
    'dd.MM.yyyy': '04.03.2026',
    'dd-MM-yyyy': '04-03-2026',
    'dd/MM/yyyy': '04/03/2026',
    'MM/dd/yyyy': '03/04/2026',
    'd.M.yyyy': '4.3.2026',
    'dd.MM.yyyy.': '04.03.2026.',
    'yyyy.MM.dd.': '2026.03.04.',
  };

  it.each(Object.entries(EXPECTED))('with the format %s are written as %s', (format, text) => {
    expect(written(format)).toBe(`${text} 15:06 UTC`);
  });

  it('have only these formats', () => {
    const schema = JSON.parse(readFileSync('schemas/2.1/layout.json', 'utf8')) as {
      properties: { date: { enum: string[] } };
    };
    expect(schema.properties.date.enum).toEqual(Object.keys(EXPECTED));
  });
});

describe('rate letters', () => {
  const letters = (id: string, ...rates: number[]) => {
    const document = { tax: { summary: rates.map((rate) => ({ rate })) } };
    const letterOf = lettersOf(document, layoutFile(id));
    return rates.map((rate) => letterOf(rate, 'S')).join();
  };

  it.each([
    ['de-receipt-1', [19, 7, 0], 'A,B,C'],
    ['de-receipt-1', [16, 5], 'A,B'],
    ['de-receipt-1', [19, 7.8, 9.5], 'A,E,D'],
    ['fi-receipt-1', [13.5, 25.5, 0], 'B,A,C'],
    ['nl-receipt-1', [21, 9, 0, 6], 'H,L,N,A'],
    ['hu-receipt-1', [5, 18, 27, 0], 'A00,B00,C00,E00'],
    ['bg-receipt-1', [0, 20, 9, 5], 'А,Б,Г,В'],
    ['gb-receipt-1', [20], ''],
    ['gb-receipt-1', [20, 0], ',Z'],
    ['gb-receipt-1', [20, 5, 0], 'A,B,Z'],
    ['se-receipt-1', [25], ''],
  ])('of %s for %j are %s', (id, rates, expected) => {
    expect(letters(id, ...rates)).toBe(expected);
  });

  it('mark exempt lines', () => {
    const letterOf = lettersOf({}, layoutFile('pl-receipt-1'));
    expect([letterOf(0, 'E'), letterOf(0, 'Z'), letterOf(undefined, 'S')]).toEqual(['E', 'D', undefined]);
  });
});

describe('ASCII text', () => {
  it.each([
    ['Räksmörgås 2 × 89,00 −5 €', 'Raksmorgas 2 x 89,00 -5 EUR'],
    ['Œuvre •••• … “’”', "?uvre **** ... ?'?"],
    ['Żółć ß', 'Zolc ss'],
    ['ΑΠΟΔΕΙΞΗ', '????????'],
    ['\u{1f600}e\u0301', '?e'],
  ])('for %s is %s', (text, expected) => {
    expect(asciiText(text)).toBe(expected);
  });

  it('is the only text in ASCII drawings, and keeps to the given width', () => {
    for (const width of [40, 80, 120]) {
      const text = drawReceiptText(receipt(), {
        ascii: true,
        width,
        issues: [{ field: 'x', code: 'é', message: 'ø' }],
      });
      expect(text).toMatch(/^[\n\x20-\x7e]+$/);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
    }
  });
});

describe('frames', () => {
  it.each([40, 42, 72, 120])('are complete in %d columns, for every country', (width) => {
    for (const pack of packs) {
      for (const kind of KINDS) {
        const document = madeDocument(pack, kind);
        if (document === undefined) continue;
        const lines = drawReceiptText(document, { country: pack.country, width }).trimEnd().split('\n');
        const widths = new Set(lines.map((line) => columns(line)));
        expect([pack.country, kind, [...widths]]).toEqual([pack.country, kind, [Math.min(42, width)]]);
        expect(lines.slice(1, -1).every((line) => line.startsWith('│ ') && line.endsWith(' │'))).toBe(true);
      }
    }
  });
});

describe('amounts in other currencies', () => {
  it("show the currency code instead of the country's symbol", () => {
    const text = drawReceiptText(receipt({ currency: 'USD' }), { country: 'PL' });
    expect(text).toMatch(/Suma +227,90 USD/);
    expect(text).not.toContain('PLN');
    expect(drawReceiptText(receipt({ currency: 'PLN' }), { country: 'PL' })).toMatch(/SUMA PLN +227,90/);
  });
});

describe('decimals of amounts', () => {
  it.each([
    ['JPY', '22 790 JPY'],
    ['KWD', '22,790 KWD'],
    ['XTS', '227,90 XTS'],
    ['JP', '227,90 JP'],
    ['JPYX', '227,90 JPYX'],
    ['BIF CLP', '227,90 BIF CLP'],
    ['jpy', '227,90 jpy'],
  ])('follow the currency %s if it is a code', (currency, total) => {
    const text = drawReceiptText(receipt({ currency }), { country: 'SE' }).replaceAll(/[^\S\n]+/g, ' ');
    expect(text).toContain(` Totalt ${total} `);
  });
});

describe("another of the country's languages", () => {
  it.each([
    ['BE', 'fr-BE', 'T I C K E T', 'TOTAL TTC'],
    ['FI', 'sv-FI', 'K V I T T O', 'Att betala'],
    ['PL', 'en-PL', 'R E C E I P T', 'Gross'],
  ])('determines titles and headings for %s in %s', (country, locale, title, word) => {
    const text = drawReceiptText(
      receipt({ currency: layoutFile(`${country.toLowerCase()}-receipt-1`).currency.code }),
      {
        country,
        locale,
      },
    );
    expect(text).toContain(title);
    expect(text).toContain(word);
    expect(text).not.toContain('PTU');
  });
});

describe('addresses', () => {
  const address = { line1: 'L 1', postalCode: '11846', city: 'C', region: 'R' };
  const rowsOf = (country: string, more: object = {}) =>
    elementsOf(drawReceipt({ vendor: { id: 'b', name: 'N', address: { ...address, ...more } } }, { country }))
      .filter(({ attributes }) => attributes.class === 'receipt-row receipt-centred')
      .map(({ text }) => text);

  it.each([
    ['SE', ['L 1', '118 46 C']],
    ['HU', ['11846 C, L 1']],
    ['US', ['L 1', 'C, R 11846']],
    ['BG', ['C', 'L 1']],
    ['GB', ['L 1', 'C', '11846']],
  ])("in %s have the country's address rows", (country, rows) => {
    expect(rowsOf(country)).toEqual(rows);
  });

  it('include a foreign country', () => {
    expect(rowsOf('SE', { country: 'SE' })).toEqual(['L 1', '118 46 C']);
    expect(rowsOf('SE', { country: 'DE' }).at(-1)).toBe('Tyskland');
    expect(rowsOf('SE', { country: 'Atlantis' }).at(-1)).toBe('Atlantis');
  });

  it("are printed with the business's ids, in the country's format", () => {
    const vendor = { id: 'b', orgNumber: '123', vatNumber: 'PL5260001246' };
    const fields = fieldsOf({ vendor }, { country: 'PL' });
    expect(fields.get('vendor.vatNumber')).toBe('5260001246');
    expect(fields.has('vendor.orgNumber')).toBe(false);
    expect(drawReceiptText({ vendor: { id: 'b', vatNumber: 'NIF 5' } }, { country: 'ES' })).toContain(' NIF 5 ');
  });
});
