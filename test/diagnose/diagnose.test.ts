import { createRegistry, type LineItem, type Transaction } from 'receipt-rule-packs';
import { applyCauses, diagnose, UsageError } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { usageError } from '../support/usage-error';

// The receipts are of no device.
const registry = createRegistry(packs, { severities: { fiscal_missing: 'off' } });
const norway = registry.shop({ country: 'NO' });

const VALID = {
  type: 'sale',
  settled: true,
  receiptNumber: '1',
  timestamp: '2026-11-21T14:32:10+01:00',
  currency: 'NOK',
  vendor: { id: 'biz_1' },
  items: [
    { name: 'Bolle', quantity: 2, unitPrice: 4200, amount: 8400, taxRate: 15, taxCategory: 'S', taxAmount: 1096 },
    { name: 'Genser', quantity: 1, unitPrice: 129900, amount: 129900, taxRate: 25, taxCategory: 'S', taxAmount: 25980 },
  ],
  tax: {
    scheme: 'NO_MVA',
    pricesIncludeTax: true,
    summary: [
      { rate: 15, category: 'S', taxableAmount: 7304, taxAmount: 1096 },
      { rate: 25, category: 'S', taxableAmount: 103920, taxAmount: 25980 },
    ],
  },
  totals: { subtotal: 138300, discount: 0, tax: 27076, total: 138300 },
  payment: { method: 'card' },
  source: { platform: 'pos', externalId: '1' },
} as const satisfies Transaction;

function codesOf(document: unknown, shop = norway): string[] {
  return diagnose(shop, document).causes.map(({ code }) => code);
}

describe('a valid document', () => {
  it('has no cause', () => {
    const diagnosis = diagnose(norway, VALID);
    expect(diagnosis).toMatchObject({ causes: [], validations: 1, stopped: false, shop: norway });
    expect(diagnosis.document).toBe(VALID);
    expect(diagnosis.result.valid).toBe(true);
  });
});

describe('a repair', () => {
  it('shares what it does not change', () => {
    const document = { ...VALID, totals: { ...VALID.totals, total: 138400 } };
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes).toMatchObject([
      {
        code: 'total',
        field: 'totals.total',
        lines: 0,
        changes: [{ op: 'replace', path: '/totals/total', value: 138300 }],
      },
    ]);
    expect((repaired as typeof document).items).toBe(document.items);
    expect((applyCauses(document, causes) as typeof document).items).toBe(document.items);
  });

  it('of many lines is one cause', () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ ...VALID.items[0], name: `Bolle ${i}`, taxAmount: 1260 }));
    const figures = { taxableAmount: 200 * 7304, taxAmount: 200 * 1096 };
    const document = {
      ...VALID,
      items,
      tax: { ...VALID.tax, summary: [{ rate: 15, category: 'S', ...figures }] },
      totals: { subtotal: 1680000, discount: 0, tax: figures.taxAmount, total: 1680000 },
    };
    const { causes, validations, result } = diagnose(norway, document);
    expect(causes).toMatchObject([{ code: 'tax_of_gross', lines: 200 }]);
    expect(result.valid).toBe(true);
    expect(validations).toBeLessThanOrEqual(60);
  });

  it('keeps the product tax class of a line that it changes', () => {
    const classes = new Map<LineItem, string>();
    const [bun, sweater] = VALID.items;
    const wrong = { ...bun, taxAmount: 1260 };
    classes.set(wrong, 'food');
    const shop = registry.shop(
      { country: 'NO' },
      { rateWindows: 'enforce', productTaxClass: (item) => classes.get(item) },
    );
    const { causes, result } = diagnose(shop, { ...VALID, items: [wrong, sweater] });
    expect(causes.map(({ code }) => code)).toEqual(['tax_of_gross']);
    expect(result.valid).toBe(true);
  });

  it('of a time asks where the hour occurs twice, and where it does not occur has none', () => {
    const twice = diagnose(norway, { ...VALID, timestamp: '2026-10-25T02:30:00' }).causes;
    expect(twice).toMatchObject([{ code: 'offset_missing', confidence: 'choose' }]);
    expect(twice[0]!.options!.map(({ changes: [change] }) => change)).toMatchObject([
      { value: '2026-10-25T02:30:00+02:00' },
      { value: '2026-10-25T02:30:00+01:00' },
    ]);
    expect(codesOf({ ...VALID, timestamp: '2026-03-29T02:30:00' })).toEqual(['open']);
  });

  it('never writes what only the sender knows', () => {
    const { receiptNumber: _, ...document } = VALID;
    expect(diagnose(norway, document).causes).toMatchObject([
      { code: 'open', field: 'receiptNumber', changes: [], confidence: 'choose', explains: [{ code: 'required' }] },
    ]);
  });

  it('prints no card number', () => {
    const number = '4111111111111111';
    const { causes } = diagnose(norway, { ...VALID, payment: { method: 'card', last4: number } });
    expect(causes.map(({ code }) => code)).toEqual(['last4']);
    expect(JSON.stringify(causes)).not.toContain(number);
  });
});

describe('another country', () => {
  it('is a cause, and the shop of the result', () => {
    const { causes, shop, result } = diagnose(registry.shop({ country: 'SE' }), {
      ...VALID,
      profileId: 'se-receipt-1',
    });
    expect(causes).toMatchObject([{ code: 'country', country: 'NO', confidence: 'certain', field: '' }]);
    expect(causes[0]!.changes).toEqual([{ op: 'remove', path: '/profileId' }]);
    expect(shop.pack?.country).toBe('NO');
    expect(result.valid).toBe(true);
  });

  it('is none unless countries is true', () => {
    const { causes, shop } = diagnose(registry.shop({ country: 'SE' }), VALID, { countries: false });
    expect(causes.map(({ country }) => country)).not.toContain('NO');
    expect(shop.pack?.country).toBe('SE');
  });

  it('is found for a business without pack', () => {
    const country = 'XX'.padEnd(2);
    expect(diagnose(registry.shop({ country }), VALID).shop.pack?.country).toBe('NO');
  });
});

describe('options', () => {
  it('takes the result that the caller has', () => {
    const document = { ...VALID, totals: { ...VALID.totals, total: 138400 } };
    const without = diagnose(norway, document);
    const given = diagnose(norway, document, { result: norway.validate(document) });
    expect(given).toEqual({ ...without, validations: without.validations - 1 });
  });

  it('leaves repeated keys open', () => {
    const text = JSON.stringify(VALID).replace('"settled":true', '"settled":true,"settled":true');
    const result = norway.validateJson(text);
    expect(diagnose(norway, JSON.parse(text), { result }).causes).toMatchObject([
      { code: 'open', explains: [{ field: 'settled', code: 'duplicate_key' }] },
    ]);
  });

  it('stops, and leaves the rest open', () => {
    const document = { ...VALID, timestamp: 'now', totals: { ...VALID.totals, total: 138400 } };
    const { causes, validations, stopped } = diagnose(norway, document, { maxValidations: 1 });
    expect({ validations, stopped }).toEqual({ validations: 1, stopped: true });
    expect(new Set(causes.map(({ code }) => code))).toEqual(new Set(['open']));
  });

  it.each([
    [{ countrys: true }, 'unknown_option', 'options.countrys'],
    [{ countries: 'NO' }, 'invalid_option', 'options.countries'],
    [{ maxValidations: 0 }, 'invalid_option', 'options.maxValidations'],
    [{ result: {} }, 'invalid_option', 'options.result'],
    [{ original: '2026-11-21' }, 'invalid_option', 'options.original'],
    [[], 'invalid_argument', 'options'],
  ] as const)('%j is refused', (options, code, argument) => {
    expect(() => diagnose(norway, VALID, options as never)).toThrow(usageError(code, argument));
  });

  it.each([undefined, null, {}, registry, 'NO'])('%j is no shop', (shop) => {
    expect(() => diagnose(shop as never, VALID)).toThrow(UsageError);
  });
});

describe('documents that cannot be read', () => {
  const throws = {
    get items(): unknown {
      throw new Error('no');
    },
  };
  const cyclic: Record<string, unknown> = { ...VALID };
  cyclic.metadata = { cyclic };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  const unreadable: readonly (() => unknown)[] = [
    () => undefined,
    () => null,
    () => 1,
    () => 'text',
    () => 1n,
    () => [],
    () => throws,
    () => revoked.proxy,
  ];
  it.each(unreadable)('are open, %#', (document) => {
    const { causes, result } = diagnose(norway, document());
    expect(result.valid).toBe(false);
    expect(causes).toMatchObject([{ code: 'open', field: '', changes: [] }]);
  });

  it('a cycle is left out with its field', () => {
    const { causes, result } = diagnose(norway, cyclic);
    expect(causes).toMatchObject([{ code: 'not_allowed', field: 'metadata' }]);
    expect(result.valid).toBe(true);
  });
});

describe('applyCauses', () => {
  it('applies changes in their order', () => {
    const changes = [
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'remove', path: '/list/0' },
      { op: 'replace', path: '/a~1b', value: null },
      { op: 'add', path: '/__proto__', value: 1 },
    ] as const;
    const document = { list: [1, 2], 'a/b': true };
    const applied = applyCauses(document, [{ changes: changes.slice(0, 2) }, { changes: changes.slice(2) }]);
    expect(JSON.stringify(applied)).toBe('{"list":[2,3],"a/b":null,"__proto__":1}');
    expect(document).toEqual({ list: [1, 2], 'a/b': true });
  });

  it.each([
    [undefined],
    [[undefined]],
    [[{ changes: [{ op: 'remove', path: '/absent' }] }]],
    [[{ changes: [{ op: 'replace', path: '/list/9', value: 1 }] }]],
    [[{ changes: [{ op: 'add', path: '/absent/deep', value: 1 }] }]],
    [[{ changes: [{ op: 'replace', path: '', value: 1 }] }]],
    [[{ changes: [null] }]],
  ])('%j does not fit', (causes) => {
    expect(() => applyCauses({ list: [1] }, causes as never)).toThrow(usageError('invalid_argument', 'causes'));
  });
});
