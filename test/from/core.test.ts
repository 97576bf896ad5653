import { UsageError } from 'receipt-rule-packs';
import * as lightspeed from 'receipt-rule-packs/from/lightspeed-x';
import * as shopify from 'receipt-rule-packs/from/shopify';
import * as square from 'receipt-rule-packs/from/square';
import * as stripe from 'receipt-rule-packs/from/stripe';
import * as sumup from 'receipt-rule-packs/from/sumup';
import * as toast from 'receipt-rule-packs/from/toast';
import * as woocommerce from 'receipt-rule-packs/from/woocommerce';
import * as zettle from 'receipt-rule-packs/from/zettle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reader, rounded, type Findings } from '../../src/from/core/reader';
import { localTime } from '../../src/from/woocommerce/sale';
import { shopOf } from '../complete/support/laws';
import { rowsOf, optionsOf } from './support/payloads';

const ADAPTERS = Object.entries({
  ...{ shopify, square, woocommerce, stripe, zettle, toast, sumup },
  'lightspeed-x': lightspeed,
});
const shop = shopOf();
const seller = { shop, businessId: 'biz_1' };

function read<T>(value: unknown, of: (field: Reader) => T): { value: T; codes: string[]; fields: string[] } {
  const findings: Findings = { issues: [], warnings: [], decimals: 2 };
  const result = of(new Reader(value, ['payload'], findings));
  return {
    value: result,
    codes: findings.issues.map(({ code }) => code),
    fields: findings.issues.map(({ field }) => field),
  };
}

describe('reading money', () => {
  it.each([
    ['12.50', 1250],
    [12.5, 1250],
    [12n, 1200],
    ['-0.01', -1],
    ['+3', 300],
    ['12.500', 1250],
  ])('converts %s in major units to %i', (value, minor) => {
    expect(read(value, (field) => field.money())).toEqual({ value: minor, codes: [], fields: [] });
  });

  it.each([['1250'], [1250], [1250n], ['1250.00']])('accepts %s in minor units', (value) => {
    expect(read(value, (field) => field.minor())).toEqual({ value: 1250, codes: [], fields: [] });
  });

  it.each([
    ['4.30435', 430],
    [0.64565, 65],
    ['-0.005', -1],
    ['0.0049', 0],
  ])('rounds %s to %i', (value, minor) => {
    expect(read(value, rounded)).toEqual({ value: minor, codes: [], fields: [] });
  });

  it.each([
    ['12.505'],
    [0.1 + 0.2],
    ['1e3'],
    [''],
    [' 1'],
    ['1,50'],
    ['0x10'],
    [NaN],
    [Infinity],
    [true],
    [{}],
    [[]],
    ['9'.repeat(41)],
  ])('rejects %s as an amount in major units', (value) => {
    expect(read(value, (field) => field.money()).codes).toEqual(['source_not_understood']);
  });

  it.each([['0.5'], [0.5], [2 ** 53], [2n ** 53n]])('rejects %s as an amount in minor units', (value) => {
    expect(read(value, (field) => field.minor()).codes).toEqual(['source_not_understood']);
  });

  it('uses the decimals of the currency', () => {
    expect(read('AUSD', (field) => field.currency()).codes).toEqual(['source_not_understood']);
    expect(read('USDX', (field) => field.currency()).codes).toEqual(['source_not_understood']);
    // If the currency is unknown, amounts with decimals of any currency are accepted.
    const unknown = read({ currency: '?', price: '1.234567' }, (fields) => [
      fields.at('currency').currency(),
      fields.at('price').money(),
    ]);
    expect(unknown.fields).toEqual(['payload.currency']);
    const yen = read({ currency: 'jpy', price: '1250' }, (fields) => [
      fields.at('currency').currency(),
      fields.at('price').money(),
    ]);
    expect(yen).toEqual({ value: ['JPY', 1250], codes: [], fields: [] });
    expect(read('JP', (field) => field.currency()).codes).toEqual(['source_not_understood']);
  });

  it('rejects an amount that is too large once it is rounded', () => {
    expect(read('90071992547409.91', rounded)).toEqual({ value: 2 ** 53 - 1, codes: [], fields: [] });
    expect(read('90071992547409.92', rounded)).toMatchObject({ value: 0, codes: ['source_not_understood'] });
  });

  it.each([
    ['0.07', 7],
    [0.0825, 8.25],
    ['0.025', 2.5],
    [0, 0],
  ])('converts %s to %f percent', (value, percent) => {
    expect(read(value, (field) => field.fraction())).toEqual({ value: percent, codes: [], fields: [] });
  });
});

describe('reading times', () => {
  const zone = 'Europe/Stockholm';
  it.each([
    ['2026-11-21T09:00:00Z', '2026-11-21T10:00:00+01:00'],
    ['2026-07-21T09:00:00+0000', '2026-07-21T11:00:00+02:00'],
    ['2026-11-21 09:00:00', '2026-11-21T10:00:00+01:00'],
    ['2026-11-21T09:00:00.123Z', '2026-11-21T10:00:00.123+01:00'],
    ['2026-11-21T09:00:00-05:00', '2026-11-21T09:00:00-05:00'],
    ['2026-11-21T09:00:00-0500', '2026-11-21T09:00:00-05:00'],
    ['2026-11-21T09:00:00+00:30', '2026-11-21T09:00:00+00:30'],
    ['2026-11-21T09:00:00+00:00', '2026-11-21T10:00:00+01:00'],
    ['2026-11-21T09:00Z', '2026-11-21T10:00:00+01:00'],
    [1_795_251_600, '2026-11-21T10:00:00+01:00'],
    [new Date('2026-11-21T09:00:00Z'), '2026-11-21T10:00:00+01:00'],
  ])('accepts %s', (value, local) => {
    expect(read(value, (field) => field.time(zone))).toEqual({ value: local, codes: [], fields: [] });
  });

  it.each([
    ['2026-11-21T09:00:00', '2026-11-21T09:00:00+01:00'],
    ['2026-07-21T09:00:00', '2026-07-21T09:00:00+02:00'],
    // The clocks went back earlier that night.
    ['2026-10-25T03:30:00', '2026-10-25T03:30:00+01:00'],
    ['2026-11-21T09:00:00Z', '2026-11-21T10:00:00+01:00'],
    ['2026-11-21T09:00:00-05:00', '2026-11-21T09:00:00-05:00'],
    ['2026-11-21T09:00:00-0500', '2026-11-21T09:00:00-05:00'],
    ['2026-11-21', ''],
  ])("accepts %s in the shop's time zone", (value, local) => {
    expect(read(value, (field) => localTime(field, zone)).value).toBe(local);
  });

  it.each([
    ['2026-13-01T09:00:00Z'],
    ['2026-13-01T09:00:00-05:00'],
    ['2026-11-21T25:00:00-05:00'],
    ['yesterday'],
    [''],
    [NaN],
    [new Date(NaN)],
    [true],
    ['2026-02-30T09:00:00+99:00x'],
    ['x2026-11-21T09:00:00Z'],
    ['2026-11-21'],
    ['2026-11-21T09'],
    ['2026-11-21T09:00:00.'],
    ['2026-11-21T09:00:00.1234567891Z'],
    ['2026-11-21T09:00:00+5:00'],
  ])('rejects %s', (value) => {
    expect(read(value, (field) => field.time(zone)).codes).toEqual(['source_not_understood']);
  });
});

describe('reading fields', () => {
  it('also accepts the field names of SDKs', () => {
    const found = read({ lineItems: [{ last4: '1' }] }, (fields) => fields.at('line_items').list()[0]!.at('last_4'));
    expect([found.value.value, found.value.path]).toEqual(['1', ['payload', 'lineItems', 0, 'last4']]);
  });

  it('reads null as absent', () => {
    const all = (field: Reader): unknown[] => [
      field.text('a'),
      field.id('b'),
      field.flag(true),
      field.list([]),
      field.number(1),
      field.minor(2),
      field.money(3),
    ];
    expect(read(null, all)).toEqual({ value: ['a', 'b', true, [], 1, 2, 3], codes: [], fields: [] });
  });

  it.each<[unknown, string]>([
    ['a-1', 'a-1'],
    [12, '12'],
    [2n ** 64n, '18446744073709551616'],
  ])('accepts %s as an id', (value, id) => {
    expect(read(value, (field) => field.id())).toEqual({ value: id, codes: [], fields: [] });
  });

  it.each<[unknown]>([[''], [0.5], [2 ** 53], [true], [{}]])('rejects %s as an id', (value) => {
    expect(read(value, (field) => field.id())).toMatchObject({ value: '', codes: ['source_not_understood'] });
  });

  it.each<[unknown, boolean, number]>([
    [true, true, 0],
    [false, false, 0],
    ['true', false, 1],
    [1, false, 1],
  ])('reads %j as a flag', (value, flag, issues) => {
    const found = read(value, (field) => field.flag(true));
    expect([found.value, found.codes.length]).toEqual([flag, issues]);
  });

  it('prefers the name in snake_case', () => {
    expect(read({ line_items: 1, lineItems: 2 }, (fields) => fields.at('line_items').minor()).value).toBe(1);
    expect(read({ line_items: null, lineItems: 2 }, (fields) => fields.at('line_items').minor(0)).value).toBe(0);
  });

  it('reports a field twice only for two reasons', () => {
    const found = read({ a: 1 }, (fields) => {
      for (const code of ['source_not_final', 'source_incomplete', 'source_not_final'] as const)
        fields.at('a').report(code, 'is wrong');
    });
    expect(found.codes).toEqual(['source_not_final', 'source_incomplete']);
  });

  it.each<[unknown, object]>([
    ['x', { found: 'x' }],
    [false, { found: false }],
    [0, { found: 0 }],
    [null, {}],
    [undefined, {}],
  ])('reports a field with its value, if it has one: %j', (value, expected) => {
    const findings: Findings = { issues: [], warnings: [], decimals: 2 };
    new Reader({ a: value }, ['payload'], findings).at('a').report('source_not_final', 'is wrong', 'warning');
    expect(findings.issues).toEqual([]);
    const [{ message: _, ...warning }] = findings.warnings as [Findings['warnings'][number]];
    const place = { field: 'payload.a', path: ['payload', 'a'], code: 'source_not_final', severity: 'warning' };
    expect(warning).toStrictEqual({ ...place, ...expected });
  });

  it('reports every missing field once', () => {
    const found = read({ a: 1 }, (fields) => {
      fields.at('b').text();
      fields.at('b').id();
      fields.at('a').at('c').text();
      fields.at('a').list();
    });
    expect(found.fields).toEqual(['payload.b', 'payload.a', 'payload.a.c']);
  });

  it('takes the first name present', () => {
    expect(read({ b: null, c: 'x' }, (fields) => fields.either('a', 'b', 'c').text()).value).toBe('x');
    expect(read({}, (fields) => fields.either('a', 'b').text()).fields).toEqual(['payload.a']);
  });
});

describe.each(ADAPTERS)('%s', (platform, { toDraft, toCorrection, completeFrom }) => {
  const [row] = rowsOf(platform);

  it('returns a result for any payload', () => {
    fc.assert(
      fc.property(fc.anything(), (payload) => {
        const sale = { sale: payload as never, priorCorrections: [], originalTransactionId: 'txn_1' };
        for (const result of [
          toDraft(payload, seller),
          toCorrection(payload, { ...seller, ...sale }),
          completeFrom(payload, seller),
        ]) {
          expect(result.valid).toBe(false);
          expect(result.issues.length).toBeGreaterThan(0);
          expect(result.error!.code).toBe('validation_failed');
        }
        for (const options of [seller, { ...seller, ...sale }])
          expect(completeFrom(payload, options)).toMatchObject({ valid: false, filled: [] });
      }),
    );
  });

  it('returns a result for payloads whose getters throw', () => {
    const payload = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    const result = toDraft(payload, seller);
    expect(result.issues.map(({ code, field }) => [field, code])).toEqual([['payload', 'source_not_understood']]);
  });

  it.each([[undefined], [[{}]], ['{}'], [7]])('reports only that %j is not a payload', (payload) => {
    const { issues } = toDraft(payload, seller);
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['payload source_not_understood']);
  });

  it('returns the payload, and the path of every field', () => {
    const result = toDraft({}, seller);
    expect(result).toMatchObject({ valid: false, document: {}, error: { code: 'validation_failed' } });
    for (const { field, code, path } of result.issues) {
      // An empty SumUp payment has no products.
      expect(['source_not_understood', ...(field === 'payload.products' ? ['source_incomplete'] : [])]).toContain(code);
      expect(path[0]).toBe('payload');
      expect(field.startsWith('payload.')).toBe(true);
    }
  });

  it('does not change the payload', () => {
    const payload = structuredClone(row!.payload);
    completeFrom(payload, optionsOf(row!));
    expect(payload).toEqual(row!.payload);
  });

  it.each([
    [{ shop: undefined }, 'invalid_argument', 'shop'],
    [{ businessId: undefined }, 'invalid_argument', 'options.businessId'],
    [{ businessId: 1 }, 'invalid_option', 'options.businessId'],
    [{ timeZone: 'Mars' }, 'invalid_option', 'options.timeZone'],
    [{ zeroRateCategory: 'S' }, 'invalid_option', 'options.zeroRateCategory'],
    [{ rates: { a: '7' } }, 'invalid_option', 'options.rates'],
    [{ rates: { a: 7, b: Infinity } }, 'invalid_option', 'options.rates'],
    [{ rates: 7 }, 'invalid_option', 'options.rates'],
    [{ taxRate: -1 }, 'invalid_option', 'options.taxRate'],
    [{ scheme: 1 }, 'invalid_option', 'options.scheme'],
    [{ giftCardProducts: ['a', 1] }, 'invalid_option', 'options.giftCardProducts'],
    [{ giftCardProducts: 'a' }, 'invalid_option', 'options.giftCardProducts'],
    [{ allowTest: 1 }, 'invalid_option', 'options.allowTest'],
    [{ extensions: 'se' }, 'invalid_option', 'options.extensions'],
    [{ requireCompleted: 'no' }, 'invalid_option', 'options.requireCompleted'],
    [{ timezone: 'Europe/Paris' }, 'unknown_option', 'options.timezone'],
  ])('%o causes a UsageError', (wrong, code, argument) => {
    const options = { ...seller, ...wrong } as never;
    for (const call of [() => toDraft(row!.payload, options), () => completeFrom(row!.payload, options)])
      expect(call).toThrow(expect.objectContaining({ name: 'UsageError', code, argument }) as UsageError);
  });

  it('requires the prior corrections if the sale is given', () => {
    const options = { ...seller, sale: {} } as never;
    const misuse = expect.objectContaining({ code: 'invalid_argument', argument: 'options.priorCorrections' }) as Error;
    expect(() => toCorrection({}, options)).toThrow(misuse);
    expect(() => completeFrom({}, options)).toThrow(misuse);
    expect(() => completeFrom({}, { ...seller, priorCorrections: {} } as never)).toThrow(misuse);
  });

  it('accepts each option at its limits', () => {
    const options = { rates: { a: 0 }, taxRate: 0, giftCardProducts: [], extensions: {}, allowTest: true };
    for (const zeroRateCategory of ['Z', 'E', 'AE', 'O'] as const)
      expect(toDraft(row!.payload, { ...seller, ...options, zeroRateCategory })).toHaveProperty('issues');
  });

  it('takes no sale as an option of a draft, and no options at all', () => {
    for (const name of ['sale', 'priorCorrections', 'originalTransactionId'])
      expect(() => toDraft({}, { ...seller, [name]: [] })).toThrow(
        expect.objectContaining({ code: 'unknown_option', argument: `options.${name}` }) as UsageError,
      );
    for (const none of [undefined, null]) {
      const misuse = expect.objectContaining({ code: 'invalid_argument', argument: 'options' }) as UsageError;
      expect(() => toDraft({}, none as never)).toThrow(misuse);
      expect(() => toCorrection({}, none as never)).toThrow(misuse);
    }
  });
});
