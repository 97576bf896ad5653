import fc from 'fast-check';
import { drawReceipt, drawReceiptText, type DrawOptions } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import { receipt } from './receipt';
import { drawnUnsafely, elementsOf, fieldsOf, unsafeLines, unsafeParts } from './drawn';
import { usageError } from '../support/usage-error';

/** Strings with markup, terminal escape sequences, or characters that reverse the surrounding text. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</span></p></div><h1>Total 0,00</h1>',
  '<!-- <svg/onload=alert(1)> --><![CDATA[x]]>',
  '&lt;b&gt; &amp; &#0; &nbsp',
  '\u001b[2J\u001b]8;;http://x\u0007link\u001b]8;;\u0007',
  '\u0000\u0008\u007f\u0085\u009b31m\r\nTotalt 0,00\t',
  'gift \u202e00,001 latoT\u202c\u2066\u2069\u200f\u061c',
  '\ud800 half \udc00 pairs',
  'שלום 100,00 مرحبا',
  'e\u0301\u0300\u0301'.repeat(40),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 寿司 \u200b\ufeff',
  'x'.repeat(5_000),
  'word '.repeat(500),
  '',
  ' ',
  '__proto__',
  'constructor',
];

/** A document with this text in every text field. */
function everywhere(text: string): Record<string, unknown> {
  return {
    type: text,
    settled: text,
    receiptNumber: text,
    timestamp: text,
    currency: text,
    profileId: text,
    locale: text,
    channel: text,
    [text]: text,
    vendor: {
      id: text,
      name: text,
      legalName: text,
      locationName: text,
      orgNumber: text,
      vatNumber: text,
      country: text,
    },
    items: [
      {
        name: text,
        quantity: text,
        unit: text,
        unitPrice: text,
        amount: text,
        taxRate: text,
        taxCategory: text,
        taxAmount: text,
        discount: { amount: text, description: text },
        [text]: text,
      },
      text,
    ],
    tax: {
      scheme: text,
      pricesIncludeTax: text,
      reverseCharge: text,
      summary: [{ rate: text, category: text, label: text, taxableAmount: text, taxAmount: text }],
      jurisdictions: [{ level: text, name: text, rate: text, taxAmount: text }],
    },
    totals: { subtotal: text, discount: text, tax: text, rounding: text, total: text },
    payment: { method: text, last4: text },
    source: { platform: text, externalId: text },
    customer: { name: text, email: text, orgNumber: text, vatNumber: text, country: text },
    linkedTransaction: { originalTransactionId: text, reason: text, note: text },
    extensions: { se: { controlUnitId: text, [text]: text }, [text]: { [text]: text } },
  };
}

const optionsOf = (text: string): DrawOptions => ({
  vendor: { id: text, name: text, address: { line1: text, city: text } },
  issues: [
    { field: text, path: [text, 0, text], code: text, message: text, severity: 'error' },
    { field: text, path: [], code: text, message: text, severity: text as 'error' },
    { field: 'items[0].name', path: ['items', 0, 'name'], code: text, message: text, severity: 'warning' },
  ],
});

describe('hostile text in a document', () => {
  it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'is drawn as harmless text: %s',
    (_, text) => {
      expect(drawnUnsafely(everywhere(text), optionsOf(text))).toEqual([]);
      expect(drawnUnsafely(receipt({ ...everywhere(text), type: 'sale', currency: 'SEK' }))).toEqual([]);
    },
  );

  it('is unchanged once the HTML is unescaped', () => {
    const plain = HOSTILE.filter((text) => /^[ -~]+$/.test(text) && text.trim() !== '' && text.length < 300);
    expect(plain.length).toBeGreaterThan(5);
    for (const text of plain) {
      const fields = fieldsOf(everywhere(text), optionsOf(text));
      for (const field of [
        'receiptNumber',
        'items[0].name',
        'vendor.name',
        'customer.email',
        'extensions.se.controlUnitId',
      ])
        expect(fields.get(field)).toBe(text);
      const message = elementsOf(drawReceipt({}, optionsOf(text))).find(({ tag }) => tag === 'li')!.text;
      expect(message).toContain(text);
    }
  });

  it('is drawn with symbols for control characters and direction marks', () => {
    const fields = fieldsOf(receipt({ receiptNumber: 'a\u001b[2Jb\u202ec\ud800d\n' }));
    expect(fields.get('receiptNumber')).toBe('a␛[2Jb\ufffdc\ufffdd␊');
  });

  it('is isolated from the surrounding text', () => {
    const name = 'שלום';
    const document = receipt({ items: [{ name, quantity: 1, unitPrice: 5, amount: 5, taxRate: 25 }] });
    expect(drawReceipt(document)).toContain(`<bdi>${name}</bdi>`);
    // A terminal would print the amount to the left of the name, so the drawing puts the amount on a separate line.
    const lines = drawReceiptText(document).split('\n');
    expect(lines[lines.findIndex((line) => line.includes(name)) + 1]).toMatch(/^│ +0,05 {4}│$/);
  });
});

const key = fc.oneof(
  fc.constantFrom(
    'type',
    'items',
    'tax',
    'summary',
    'totals',
    'total',
    'vendor',
    'name',
    'payment',
    'extensions',
    'amount',
  ),
  fc.string({ unit: 'binary' }),
);
const anything = fc.anything({
  key,
  maxDepth: 4,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
});

describe('any document', () => {
  it('is drawn, even with arbitrary issues', () => {
    fc.assert(
      fc.property(anything, fc.array(anything), (document, issues) => {
        expect(drawnUnsafely(document, { issues: issues as never })).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn with any value in any field', () => {
    const base = everywhere('text');
    const paths = leavesOf(base);
    fc.assert(
      fc.property(fc.constantFrom(...paths), anything, (path, value) => {
        expect(drawnUnsafely(changed(receipt(base), path, value))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn, whatever getters and proxies do', () => {
    const throws = () => {
      throw new Error('no');
    };
    const traps = {
      get: throws,
      has: throws,
      ownKeys: throws,
      getOwnPropertyDescriptor: throws,
      getPrototypeOf: throws,
    };
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    const values = [new Proxy({}, traps), new Proxy([], traps), revoked.proxy, throws, Symbol('s'), 5n, new Date(NaN)];
    const base = everywhere('text');
    for (const value of values) {
      expect(unsafeParts(drawReceipt(value))).toEqual([]);
      expect(unsafeLines(drawReceiptText(value), 80)).toEqual([]);
      expect(drawnUnsafely({}, { issues: [value as never] })).toEqual([]);
      for (const path of [...leavesOf(base), ['items'], ['tax'], ['totals'], ['items', 0], ['extensions', 'se']])
        expect(drawnUnsafely(changed(base, path, value))).toEqual([]);
    }
    const getters = Object.defineProperty({}, 'items', { get: throws, enumerable: true });
    expect(drawnUnsafely(getters)).toEqual([]);
  });

  it('is drawn at any size', () => {
    const cyclic: Record<string, unknown> = receipt();
    cyclic.extensions = { se: cyclic, de: { cyclic } };
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    for (const document of [
      cyclic,
      { items: sparse, tax: { summary: sparse } },
      receipt({ items: Array(1_000).fill({}) }),
    ])
      expect(drawnUnsafely(document, { issues: sparse as never })).toEqual([]);
  });
});

describe('options', () => {
  it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'do not accept the country %s',
    (_, text) => {
      expect(() => drawReceipt({}, { country: text })).toThrow(usageError('invalid_option', 'options.country'));
    },
  );

  it('are accepted or cause a UsageError, whatever the values', () => {
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom('vendor', 'country', 'locale', 'issues', 'width', 'other'),
        (value, name) => {
          try {
            expect(unsafeLines(drawReceiptText({}, { [name]: value }), 1_000)).toEqual([]);
          } catch (error) {
            expect(error).toMatchObject({ name: 'UsageError' });
          }
        },
      ),
    );
  });
});

describe('the width', () => {
  it.each([24, 30, 42, 71, 72, 80, 200])('of %d columns is respected', (width) => {
    for (const text of HOSTILE)
      expect(unsafeLines(drawReceiptText(everywhere(text), { ...optionsOf(text), width }), width)).toEqual([]);
  });

  it.each([0, -5, 23, NaN, '80', null])('must not be %j', (width) => {
    const draw = () => drawReceiptText(receipt(), { width: width as number });
    expect(draw).toThrow(usageError('invalid_option', 'options.width'));
  });

  it('has an upper limit', () => {
    const widest = drawReceiptText(receipt(), { width: 1_000 });
    for (const width of [1_000.5, 1e9, Infinity]) expect(drawReceiptText(receipt(), { width })).toBe(widest);
  });
});

function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy with one value replaced. */
function changed(document: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = Array.isArray(document) ? [...(document as unknown[])] : { ...(document as object) };
  const at = copy as Record<string | number, unknown>;
  at[step] = changed(at[step], rest, value);
  return copy;
}
