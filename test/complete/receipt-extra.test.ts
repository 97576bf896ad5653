import fc from 'fast-check';
import { createRegistry } from 'receipt-rule-packs';
import { complete, createRefund, createReturn } from 'receipt-rule-packs/complete';
import { deReceipt1 } from 'receipt-rule-packs/packs/de-receipt-1';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/2.1/receipt-extra.json' with { type: 'json' };
import { isReceiptExtra } from '../../src/complete/receipt-extra';
import { drawSales } from '../../src/testing/neutral-options';
import { ajvOf } from '../support/ajv';
import { SEED } from '../support/numbers';

const fits = ajvOf().compile(schema);

/** Usually a valid value, but occasionally another one. */
const or = (usual: fc.Arbitrary<unknown>, others: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: others });
const ANY = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(
    0.5,
    2 ** 53,
    -(2 ** 53),
    1e300,
    '',
    ' ',
    'EURO',
    'eur',
    '12',
    '12345',
    '1.',
    '.5',
    '-1',
    '1e3',
    '2026-02-30',
    '2026-2-1',
  ),
);
const object = (required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>>) => {
  const all = Object.fromEntries(
    Object.entries({ ...required, ...optional }).map(([name, one]) => [name, or(one, ANY)]),
  );
  const whole = fc.record(all, { requiredKeys: Object.keys(required) });
  return or(
    whole,
    fc.oneof(
      fc.record(all, { requiredKeys: [] }),
      whole.map((one) => ({ ...one, more: 1 })),
      ANY,
    ),
  );
};
const text = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom(...['x', '🧾'].flatMap((unit) => [unit.repeat(most), unit.repeat(most + 1)])),
  );
const integer = fc.oneof(fc.integer(), fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER));
const digits = fc.oneof(fc.nat().map(String), fc.constantFrom('1'.repeat(21), `0.${'3'.repeat(30)}`, '11.25'));
const foreign = object({ currency: fc.constantFrom('EUR', 'SEK'), amount: integer }, { rate: digits });
const tender = object(
  { method: fc.constantFrom('cash', 'card', 'mobile', 'transfer', 'other'), amount: integer },
  {
    name: text(60),
    tendered: integer,
    change: integer,
    foreign,
    last4: fc.constantFrom('4242', '0000'),
    reverses: fc.nat(),
  },
);
const original = object(
  { kind: fc.constantFrom('none', 'elsewhere') },
  { receiptNumber: text(9), date: fc.constantFrom('2026-11-21', '2024-02-29'), place: text(9) },
);
const extra = object(
  { v: fc.constant(1) },
  {
    tenders: fc.oneof(
      fc.array(tender, { maxLength: 3 }),
      fc.constantFrom(49, 50, 51).map((n) => Array<object>(n).fill({ method: 'cash', amount: 1 })),
    ),
    lines: fc.array(or(fc.constant(null), object({ key: text(200) }, {})), { maxLength: 3 }),
    original,
    source: object({ total: integer }, { tax: integer }),
  },
);

describe('schemas/2.1/receipt-extra.json', () => {
  it('accepts exactly the values that the library reads as receiptExtra', () => {
    const counts = { fit: 0, misfit: 0 };
    const property = fc.property(extra, (value) => {
      const expected = fits(value);
      counts[expected ? 'fit' : 'misfit']++;
      expect(isReceiptExtra(value)).toBe(expected);
    });
    fc.assert(property, { seed: SEED, numRuns: 3000 });
    expect(Math.min(counts.fit, counts.misfit)).toBeGreaterThan(600);
  });

  it('accepts the values that complete and the corrections write', () => {
    const shop = createRegistry([deReceipt1]).shop({ country: 'DE' });
    const written = (made: ReturnType<typeof complete>) => {
      if (!made.valid) throw new Error(made.error.message);
      return made.transaction.metadata?.receiptExtra;
    };
    const found: string[] = [];
    const isWritten = (value: unknown): void => {
      expect([fits(value), fits.errors]).toEqual([true, null]);
      found.push(...Object.keys(value as object));
    };
    for (const { document, lines, timestamp } of fc.sample(drawSales({ shop }), { numRuns: 200, seed: SEED })) {
      isWritten(document.metadata?.receiptExtra);
      const fields = { receiptNumber: 'R1', timestamp, source: { platform: 'p', externalId: 'R1' } };
      const { currency, vendor, payment } = document;
      const sale = { sale: document, originalTransactionId: 'txn_1', priorCorrections: [] };
      const isFree = document.totals.total === 0;
      if (!isFree) isWritten(written(createRefund(shop, { ...sale, ...fields, lines: 'all' })));
      const [{ name, taxRate, taxCategory }] = lines as [(typeof lines)[number]];
      const goods = [{ name, taxRate, taxCategory, unitPrice: 500 }];
      const given = { currency, vendor, payment, pricesIncludeTax: true, lines: goods, ...fields };
      isWritten(
        written(createReturn(shop, { ...given, original: { receiptNumber: '7', date: '2026-11-01', place: 'Kiosk' } })),
      );
      const priced = {
        type: 'sale',
        currency,
        vendor,
        payment,
        tax: { pricesIncludeTax: true },
        items: goods,
        ...fields,
      } as const;
      isWritten(written(complete(shop, priced, { expect: { total: 500 } })));
    }
    expect(new Set(found)).toEqual(new Set(['v', 'tenders', 'lines', 'original', 'source']));
  });

  it('describes every field', () => {
    const shapes = [schema, ...Object.values(schema.$defs)];
    const fields = shapes.flatMap(({ properties }) =>
      Object.values(properties as Record<string, { description?: string; $ref?: string }>),
    );
    expect(fields.filter(({ description, $ref }) => $ref === undefined && (description ?? '').length < 5)).toEqual([]);
    expect(
      shapes.filter(({ description, additionalProperties }) => description === '' || additionalProperties),
    ).toEqual([]);
  });
});
