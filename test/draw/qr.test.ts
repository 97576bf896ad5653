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
    // The timing patterns alternate between the finder patterns, and start and end with a dark module.
    for (let i = 8; i < modules - 8; i++) expect([matrix[6]![i], matrix[i]![6]]).toEqual(i % 2 === 0 ? [1, 1] : [0, 0]);
  });
});

/** The 15 bits for each mask, most significant bit first, from the table of format information in ISO/IEC 18004. */
const FORMATS: Readonly<Record<EcLevel, readonly string[]>> = {
  L: [
    '111011111000100',
    '111001011110011',
    '111110110101010',
    '111100010011101',
    '110011000101111',
    '110001100011000',
    '110110001000001',
    '110100101110110',
  ],
  M: [
    '101010000010010',
    '101000100100101',
    '101111001111100',
    '101101101001011',
    '100010111111001',
    '100000011001110',
    '100111110010111',
    '100101010100000',
  ],
};

/** The masks of the standard, with i for the row and j for the column. */
const MASKS: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** The places of the format bits in a code of version 1, in both copies, most significant bit first: [row, column]. */
const FORMAT_PLACES: readonly (readonly (readonly [number, number])[])[] = [
  [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ],
  [
    [20, 8],
    [19, 8],
    [18, 8],
    [17, 8],
    [16, 8],
    [15, 8],
    [14, 8],
    [8, 13],
    [8, 14],
    [8, 15],
    [8, 16],
    [8, 17],
    [8, 18],
    [8, 19],
    [8, 20],
  ],
];

/** Whether a module of a code of version 1 holds data. */
const holdsData = (i: number, j: number): boolean =>
  i !== 6 && j !== 6 && !(i < 9 && j < 9) && !(i < 9 && j > 12) && !(i > 12 && j < 9);

/** The four penalties that the standard defines for a masked code. */
function penaltyOf(matrix: readonly (readonly number[])[]): number {
  const size = matrix.length;
  const columns = matrix.map((_, j) => matrix.map((row) => row[j]!));
  let penalty = 0;
  for (const line of [...matrix, ...columns]) {
    for (let from = 0; from < size;) {
      let to = from;
      while (to < size && line[to] === line[from]) to++;
      if (to - from >= 5) penalty += 3 + (to - from - 5);
      from = to;
    }
    for (let at = 0; at + 11 <= size; at++) {
      const part = line.slice(at, at + 11).join('');
      if (part === '10111010000' || part === '00001011101') penalty += 40;
    }
  }
  for (let i = 0; i + 1 < size; i++)
    for (let j = 0; j + 1 < size; j++) {
      const dark = matrix[i]![j]! + matrix[i]![j + 1]! + matrix[i + 1]![j]! + matrix[i + 1]![j + 1]!;
      if (dark === 0 || dark === 4) penalty += 3;
    }
  const percent = (100 * matrix.flat().filter((module) => module === 1).length) / size ** 2;
  return penalty + 10 * Math.floor(Math.abs(percent - 50) / 5);
}

describe('the mask of a QR code', () => {
  const CONTENTS = (['L', 'M'] as const).flatMap((level) =>
    Array.from({ length: 80 }, (_, n) => ({
      level,
      bytes: Uint8Array.from({ length: n % 14 }, (__, i) => (n % 3 === 0 ? n * 7 : (i * i * 31 + n * 97) % 256)),
    })),
  );

  it('is stated twice, has the lowest penalty, and is each of the eight for some content', () => {
    const chosen = new Set<number>();
    for (const { level, bytes } of CONTENTS) {
      const matrix = qrCode(bytes, level).map((row) => [...row]);
      const [format, copy] = FORMAT_PLACES.map((places) => places.map(([i, j]) => matrix[i]![j]).join(''));
      expect(copy).toBe(format);
      const mask = FORMATS[level].indexOf(format!);
      expect(mask).toBeGreaterThanOrEqual(0);
      const penalties = MASKS.map((inverts, other) => {
        const masked = matrix.map((row, i) =>
          row.map((module, j) =>
            holdsData(i, j) ? module ^ Number(inverts(i, j)) ^ Number(MASKS[mask]!(i, j)) : module,
          ),
        );
        for (const places of FORMAT_PLACES)
          places.forEach(([i, j], at) => (masked[i]![j] = Number(FORMATS[level][other]![at])));
        return penaltyOf(masked);
      });
      expect(mask).toBe(penalties.indexOf(Math.min(...penalties)));
      chosen.add(mask);
    }
    expect(chosen.size).toBe(8);
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
