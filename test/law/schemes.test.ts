import {
  createRegistry,
  defineReceiptPack,
  UsageError,
  type ReceiptLaw,
  type Registry,
  type Scheme,
} from 'receipt-rule-packs';
import { complete, type DraftTax } from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { transaction as schema, transactionSchemaOf } from 'receipt-rule-packs/schemas';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { isSchemeOf } from '../../src/document/scheme';
import { SCHEMES } from '../../src/document/structure.generated';
import { lawFault } from '../../src/law/law-fault';
import { ajvOf } from '../support/ajv';
import { documentOf } from '../support/document-of';
import { testLaws } from '../support/test-laws';

const [like] = testLaws;
const lawOf = (country: string, scheme: Scheme): ReceiptLaw => ({
  ...like!,
  id: `${country.toLowerCase()}-receipt-1`,
  country,
  distanceSales: 'none',
  tax: { ...like!.tax, scheme },
});
const packOf = (country: string, scheme: Scheme) => defineReceiptPack(lawOf(country, scheme));

describe('the scheme of a law', () => {
  it.each(['CH_MWST', 'CH_TAX_OF_SALES', 'CH_M', 'CH_M_', ...SCHEMES.filter((scheme) => scheme !== 'EU_VAT')])(
    'may be %s in CH',
    (scheme) => {
      expect(lawFault(lawOf('CH', scheme as Scheme))).toBeUndefined();
    },
  );

  it.each([
    'CH',
    'CH_',
    'CHMWST',
    'CH-MWST',
    'ch_mwst',
    'CH_mwst',
    'CH_MWST1',
    'CH__MWST',
    ' CH_MWST',
    'AU_GST',
    'C_MWST',
    '',
    7,
  ])('must not be %j in CH', (scheme) => {
    expect(lawFault(lawOf('CH', scheme as Scheme))).toContain('tax.scheme');
  });

  it('is in the schema, or begins with the country code', () => {
    expect(SCHEMES.every((scheme) => isSchemeOf('ZZ', scheme))).toBe(true);
    expect(isSchemeOf('ZZ', 'ZZ_VAT')).toBe(true);
    expect(isSchemeOf('ZZ', 'CH_VAT')).toBe(false);
  });
});

describe('a registry', () => {
  const registry = createRegistry([seReceipt1, packOf('ZX', 'ZX_VAT'), packOf('ZY', 'ZY_GST')]);
  const sale = documentOf(lawOf('ZX', 'ZX_VAT'), {});
  const found = (scheme: unknown, from: Registry = registry, country = 'ZX') =>
    from
      .validate({ ...sale, tax: { ...sale.tax, scheme } }, { country })
      .issues.map(({ field, code }) => `${field} ${code}`);

  it('accepts the scheme that its pack declares', () => {
    expect(found('ZX_VAT')).toEqual([]);
  });

  it.each(['ZY_GST', ...SCHEMES])('recognizes %s although the pack has another scheme', (scheme) => {
    expect(found(scheme)).toEqual(['tax.scheme tax.scheme/scheme_not_allowed']);
  });

  it.each(['ZZ_VAT', 'ZXVAT', 'zx_vat', '', 'toString', 'ZX_VAT '])('does not recognize %j', (scheme) => {
    expect(found(scheme)).toEqual(['tax.scheme invalid_value']);
  });

  it("accepts only its own packs' schemes", () => {
    expect(found('ZY_GST', createRegistry([packOf('ZX', 'ZX_VAT')]))).toEqual(['tax.scheme invalid_value']);
    expect(found('ZX_VAT', createRegistry([seReceipt1]), 'SE')).toContain('tax.scheme invalid_value');
  });

  it.each([
    ['ZXVAT', 'ZX_VAT'],
    ['zy_gst', 'ZY_GST'],
    ['SE_MOM', 'SE_MOMS'],
  ])('suggests the scheme most similar to %s', (scheme, near) => {
    const { issues } = registry.validate({ ...sale, tax: { ...sale.tax, scheme } }, { country: 'ZX' });
    expect(issues[0]!.message.split(JSON.stringify(scheme))[1]).toContain(near);
  });

  it('rejects a scheme that is longer than any name', () => {
    expect(found('ZX_VAT'.repeat(100_000))).toEqual(['tax.scheme invalid_value']);
  });

  it("has a schema with the same verdict, without changing the package's schema", () => {
    const before = JSON.stringify(schema);
    const judge = ajvOf().compile(transactionSchemaOf(registry));
    const plain = ajvOf().compile(transactionSchemaOf(createRegistry([seReceipt1])));
    expect(JSON.stringify(schema)).toBe(before);
    expect(transactionSchemaOf(createRegistry([seReceipt1]))).toEqual(schema);
    for (const scheme of ['ZX_VAT', 'ZY_GST', 'ZZ_VAT', 'ZXVAT', '', 7, ...SCHEMES]) {
      const document = { ...sale, tax: { ...sale.tax, scheme } };
      expect([scheme, judge(document)]).toEqual([scheme, !found(scheme).some((one) => one.includes(' invalid_'))]);
      expect(plain(document)).toBe((SCHEMES as readonly unknown[]).includes(scheme));
    }
  });

  it.each([undefined, null, 'transaction', {}, { packs: {} }])('does not create a schema from %j', (value) => {
    expect(() => transactionSchemaOf(value as unknown as Registry)).toThrow(UsageError);
  });
});

describe('types', () => {
  it('accept a scheme in the valid format', () => {
    expectTypeOf<'CH_MWST'>().toExtend<Scheme>();
    expectTypeOf<'SE_MOMS'>().toExtend<Scheme>();
    expectTypeOf<'CHMWST'>().not.toExtend<Scheme>();
    expectTypeOf<string>().not.toExtend<Scheme>();
    const tax: DraftTax = { scheme: 'CH_MWST', pricesIncludeTax: true };
    // @ts-expect-error a scheme is a country code, an underscore and a name
    const wrong: DraftTax = { scheme: 'CHMWST', pricesIncludeTax: true };
    const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });
    const draft = { type: 'sale', tax } as const;
    expect(complete(shop, { ...draft, tax: wrong } as never).valid).toBe(false);
  });
});
