import { readFileSync } from 'node:fs';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { pathOf, qrCode, type EcLevel } from '../../src/draw/qr';
import { elementsOf } from './drawn';
import { layoutFile, madeDocument, packs } from './of-countries';
import { QUIET, read } from './qr-reader';

/** The capacity of the smallest and largest versions, some between, and those where the length field grows. */
const SIZES: readonly [EcLevel, bytes: number, modules: number][] = [
  ['M', 1, 21],
  ['M', 14, 21],
  ['M', 15, 25],
  ['M', 180, 53],
  ['M', 181, 57],
  ['M', 213, 57],
  ['M', 450, 81],
  ['M', 666, 97],
  ['M', 2_331, 177],
  ['L', 17, 21],
  ['L', 18, 25],
  ['L', 154, 45],
  ['L', 230, 53],
  ['L', 271, 57],
  ['L', 272, 61],
  ['L', 2_953, 177],
];

describe('QR codes', () => {
  it.each(SIZES)('at level %s with %d bytes have %d modules, and can be read', (level, count, modules) => {
    const bytes = Uint8Array.from({ length: count }, (_, i) => (i * 37 + count) % 256);
    const matrix = qrCode(bytes, level);
    expect(matrix).toHaveLength(modules);
    expect(read(pathOf(matrix), modules)).toEqual([...bytes]);
  });
});

interface Published {
  readonly country: string;
  readonly source: string;
  readonly value: string;
}
interface SigningVector {
  readonly country: string;
  readonly text: string;
  readonly expect: unknown;
  readonly status: string;
  readonly source: string;
}
interface LawFile {
  readonly extensions: readonly { readonly fields: readonly { readonly name: string; readonly example?: string }[] }[];
}
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
/** Values that authorities and device manufacturers have published: the examples in laws, and those for signing. */
const PUBLISHED: readonly Published[] = [
  ...['DE', 'AT', 'ES', 'PT'].map((country) => {
    const id = `${country.toLowerCase()}-receipt-1`;
    const name = layoutFile(id).fiscal!.qr!.from.split('.')[1];
    const fields = (json(`packs/${id}/law.json`) as LawFile).extensions.flatMap((each) => each.fields);
    return { country, source: `law.json, ${name}`, value: fields.find((field) => field.name === name)!.example! };
  }),
  ...(json('vectors/signing.json') as readonly SigningVector[]).flatMap(
    ({ country, text, expect: value, status, source }) =>
      ['ptQr', 'esQr', 'atPayload'].includes(text) && status !== 'derived' && typeof value === 'string'
        ? [{ country, source, value }]
        : [],
  ),
];
const packOf = (country: string) => packs.find((pack) => pack.country === country)!;

/** A document with this value as the QR code's content. */
function coded(country: string, value: string) {
  const pack = packOf(country);
  const [namespace, name] = layoutFile(pack.id).fiscal!.qr!.from.split('.') as [string, string];
  const document = madeDocument(pack, 'device')!;
  const extensions = document.extensions as Record<string, object>;
  return { ...document, extensions: { [namespace]: { ...extensions[namespace], [name]: value } } };
}

/** The QR code on a drawn receipt: its path, its modules, and its width in millimetres. */
function drawnCode(document: unknown, options: object) {
  const elements = elementsOf(drawReceipt(document, options));
  const svg = elements.find(({ tag }) => tag === 'svg');
  const path = elements.find(({ tag }) => tag === 'path')?.attributes.d;
  if (svg === undefined || path === undefined) return undefined;
  const { width, viewBox, role } = svg.attributes;
  const size = Number(viewBox!.split(' ')[2]) - 2 * QUIET;
  const side = Number(width!.replace('mm', ''));
  return { path, size, millimetres: (side * size) / (size + 2 * QUIET), role, at: elements.indexOf(svg) };
}

describe('a drawn receipt', () => {
  it.each(PUBLISHED)('from $country has a code with the value from $source', ({ country, value }) => {
    const code = drawnCode(coded(country, value), { country })!;
    const found = read(code.path, code.size)!;
    expect(new TextDecoder().decode(Uint8Array.from(found))).toBe(value);
    expect(code.role).toBe('img');
  });

  it('is tested with published values from four countries', () => {
    expect([...new Set(PUBLISHED.map(({ country }) => country))]).toEqual(['DE', 'AT', 'ES', 'PT']);
    expect(PUBLISHED.length).toBeGreaterThan(7);
  });

  const COUNTRIES = packs.filter(({ id }) => layoutFile(id).fiscal?.qr !== undefined);
  it.each(COUNTRIES)('from $country has a code with the required width', (pack) => {
    const { minMm = 0, maxMm = Infinity } = layoutFile(pack.id).fiscal!.qr!;
    const document = { ...madeDocument(pack, 'device')!, vendor: { id: 'b', vatNumber: `${pack.country}12345678` } };
    const code = drawnCode(document, { country: pack.country })!;
    expect(code.millimetres).toBeGreaterThanOrEqual(minMm);
    expect(code.millimetres).toBeLessThanOrEqual(maxMm);
  });

  it('from Spain has the code at the top, between the captions', () => {
    const html = drawReceipt(coded('ES', 'https://example.com/'), { country: 'ES' });
    const order = ['QR tributario:', '<svg', 'VERI*FACTU', 'FACTURA SIMPLIFICADA'].map((text) => html.indexOf(text));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  it('from Slovenia encodes the 60 digits derived from its ZOI', () => {
    const value = 'a7e5f55e1dbb48b799268e1a6d8618a3';
    const document = { ...coded('SI', value), vendor: { id: 'b', vatNumber: 'SI12345678' } };
    const code = drawnCode(document, { country: 'SI' })!;
    const text = String.fromCharCode(...read(code.path, code.size)!);
    expect(text).toMatch(/^\d{60}$/);
    expect(BigInt(text.slice(0, 39))).toBe(BigInt(`0x${value}`));
    expect(text.slice(39, 59)).toBe('12345678261120140509');
    expect(Number(text[59])).toBe([...text.slice(0, 59)].reduce((sum, digit) => sum + Number(digit), 0) % 10);
    expect(drawnCode({ ...document, vendor: { id: 'b' } }, { country: 'SI' })).toBeUndefined();
  });

  it('from Bulgaria encodes ISO 8859-5, and has no code for other characters', () => {
    const code = drawnCode(coded('BG', 'Ая№ёЂ*1'), { country: 'BG' })!;
    expect(read(code.path, code.size)).toEqual([0xb0, 0xef, 0xf0, 0xf1, 0xa2, 0x2a, 0x31]);
    for (const value of ['寿', 'é', '\u040d', '\u0450', '\u045d'])
      expect(drawnCode(coded('BG', value), { country: 'BG' })).toBeUndefined();
  });

  it('from Germany shows the code instead of the fields, but always the fields in a terminal', () => {
    const document = coded('DE', 'V0;x');
    expect(drawReceipt(document, { country: 'DE' })).not.toContain('TSE-Start');
    expect(drawReceiptText(document, { country: 'DE' })).toContain('TSE-Start');
    expect(drawReceiptText(document, { country: 'DE' })).not.toContain('V0;x');
  });

  it('shows the content as text if it is too long or has an issue', () => {
    const issues = [{ field: 'extensions.pt.qrCode', code: 'fiscal_format', message: 'x' }];
    const document = coded('PT', 'A:1*B:2');
    expect(drawnCode(document, { country: 'PT' })).toBeDefined();
    expect(drawnCode(document, { country: 'PT', issues })).toBeUndefined();
    expect(drawReceipt(document, { country: 'PT', issues })).toContain('A:1*B:2');
    expect(drawReceiptText(document, { country: 'PT', issues })).toContain('A:1*B:2');
    expect(drawnCode(coded('PT', 'x'.repeat(2_331)), { country: 'PT' })?.size).toBe(177);
    expect(drawnCode(coded('PT', 'x'.repeat(2_332)), { country: 'PT' })).toBeUndefined();
    expect(drawnCode(coded('PT', 'ã'.repeat(1_166)), { country: 'PT' })).toBeUndefined();
  });
});
