import fc from 'fast-check';
import { createRegistry, UsageError, type Business, type Shop, type Transaction } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { changed } from './support/changes';
import { documentOf } from './support/document-of';
import { SEED } from './support/numbers';
import { outsiderOf } from './support/outsider';
import { testPacks } from './support/test-packs';

const registry = createRegistry([...packs, ...testPacks]);
const law = registry.resolve('QS')!.law!;
const at = (date: string, parts: object = {}) => documentOf(law, { date, ...parts });
const shop = (duties?: Business['duties']): Shop => registry.shop({ country: 'QS', ...(duties && { duties }) });
const fields = ({ extensions: _, ...document }: Transaction, qs?: object) => ({
  ...document,
  ...(qs && { extensions: { qs } }),
});
const missing = (one: Shop, document: unknown) =>
  one.validate(document).warnings.filter(({ code }) => code === 'fiscal_missing');

describe('fiscal_missing', () => {
  it('names the first missing field of the most complete set, and lists all missing fields of that set', () => {
    const [none] = missing(shop(), fields(at('2026-01-01')));
    expect(none).toMatchObject({
      field: 'extensions.qs.serial',
      expected: ['extensions.qs.serial'],
      severity: 'warning',
    });
    // Both sets now lack one field, so the first set is reported.
    const [half] = missing(shop(), fields(at('2026-01-01'), { number: 1 }));
    expect(half).toMatchObject({ field: 'extensions.qs.clock', expected: ['extensions.qs.clock'] });
    for (const qs of [{ serial: '00c0ffee' }, { number: 1, clock: 2 }])
      expect(missing(shop(), fields(at('2026-01-01'), qs))).toEqual([]);
  });

  it('applies to a business that has the duty according to the law or its own statement', () => {
    const sale = fields(at('2026-01-01'));
    const raised = (duties?: Business['duties']) => missing(shop(duties), sale).map(({ field }) => field);
    expect(raised()).toEqual(['extensions.qs.serial']);
    expect(raised({ device: false })).toEqual([]);
    expect(raised({ device: true, clock: true })).toEqual(['extensions.qs.clock', 'extensions.qs.serial']);
    expect(raised({ device: false, clock: true })).toEqual(['extensions.qs.clock']);
    expect(missing(shop({ device: false, clock: true }), { ...sale, receiptNumber: 'W1' })).toEqual([]);
  });

  it('can be raised to an error, which leaves a draft unsigned, or turned off', () => {
    const draft = {
      ...fields(at('2026-01-01')),
      receiptNumber: '1',
    } as never;
    const of = (severity: 'error' | 'off') =>
      complete(registry.shop({ country: 'QS' }, { severities: { fiscal_missing: severity } }), draft);
    const refused = of('error');
    expect([refused.valid, refused.issues.map(({ code }) => code)]).toEqual([false, ['fiscal_missing']]);
    expect(refused.unsigned?.totals).toEqual((draft as Transaction).totals);
    expect([of('off').valid, of('off').warnings]).toEqual([true, []]);
    // By default the draft is valid, with a warning.
    expect([complete(shop(), draft).valid, complete(shop(), draft).warnings.length]).toEqual([true, 1]);
  });

  it.each(packs)('and invoice_needed are the only codes that depend on duties in $country', (pack) => {
    const outside = registry.shop(outsiderOf(pack.law), { rateWindows: 'off' });
    const usual = registry.shop({ country: pack.country }, { rateWindows: 'off' });
    fc.assert(
      fc.property(validTransaction(pack), (document) => {
        const others = usual.validate(document).warnings.filter(({ code }) => code !== 'fiscal_missing');
        expect(outside.validate(document).warnings).toEqual(others);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });
});

describe('business.duties', () => {
  it("accepts only the country's duties", () => {
    const wrong = (business: object) => {
      try {
        registry.shop(business as Business);
      } catch (error) {
        return [(error as UsageError).code, (error as UsageError).argument];
      }
      return undefined;
    };
    expect(wrong({ country: 'DE', duties: { tss: false } })).toEqual(['unknown_option', 'business.duties.tss']);
    expect(wrong({ country: 'DE', duties: { tse: 'no' } })).toEqual(['invalid_option', 'business.duties.tse']);
    expect(wrong({ country: 'DE', duties: null })).toEqual(['invalid_argument', 'business.duties']);
    expect(wrong({ country: 'DE', duties: { tse: undefined } })).toBeUndefined();
    // Without a pack, any name is accepted: every call reports unsupported_country.
    expect(wrong({ country: 'ZZ', duties: { any: true } })).toBeUndefined();
  });

  it('cannot change after a shop is created', () => {
    const duties = { device: false };
    const bound = shop(duties);
    duties.device = true;
    expect(missing(bound, fields(at('2026-01-01')))).toEqual([]);
    expect(Object.isFrozen(bound.business.duties)).toBe(true);
  });
});

describe('shop.obligations', () => {
  const states = (one: Shop, document: unknown) => one.obligations(document).map(({ id, state }) => [id, state]);

  it("returns each of the law's obligations with its state", () => {
    expect(states(shop(), fields(at('2026-01-01')))).toEqual([
      ['qs-device', 'missing'],
      ['qs-clock', 'outside'],
      ['qs-invoice', 'outside'],
      ['qs-seller', 'elsewhere'],
      ['qs-unknown', 'unchecked'],
    ]);
    const sale = fields(at('2027-02-01', { customer: { vatNumber: 'X' } }), { serial: '00c0ffee' });
    expect(states(shop({ clock: true }), sale).slice(0, 3)).toEqual([
      ['qs-device', 'held'],
      ['qs-clock', 'missing'],
      ['qs-invoice', 'missing'],
    ]);
  });

  it.each([
    ['a day', { timestamp: '2019-12-31T12:00:00+01:00' }],
    ['a tender', { payment: { method: 'transfer' } }],
    ['a channel', { channel: 'ecommerce' }],
  ])('returns the state `outside` because of %s', (_, change) => {
    expect(states(shop(), { ...fields(at('2026-01-01')), ...change })[0]).toEqual(['qs-device', 'outside']);
  });

  it('shows, for Sweden, whether the control unit has signed, which another rule requires', () => {
    const se = registry.shop({ country: 'SE' });
    const sale = documentOf(registry.resolve('SE')!.law!, {});
    expect(states(se, sale)).toEqual([['se-unit', 'held']]);
    expect(states(se, changed(sale, [{ remove: 'extensions.se.controlCode' }]))).toEqual([['se-unit', 'missing']]);
  });

  const obliging = packs.filter(({ law }) => law.obligations !== undefined);

  it.each(obliging)('accepts any value, and returns all rows for $country', ({ country, law }) => {
    for (const value of [undefined, null, 5, 'x', [], {}, { timestamp: 5, payment: 5, extensions: null }]) {
      const rows = registry.shop({ country }).obligations(value);
      expect(rows.map(({ id }) => id)).toEqual(law.obligations!.map(({ id }) => id));
      for (const { state } of rows) expect(['outside', 'elsewhere', 'unchecked', 'missing']).toContain(state);
    }
    expect(law.obligations!.length).toBeGreaterThan(0);
  });

  it('returns no rows without a pack', () => {
    expect(registry.shop({ country: 'ZZ' }).obligations({})).toEqual([]);
  });
});
