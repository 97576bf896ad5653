import type fc from 'fast-check';
import type { Business, RulePack, Transaction, ValidateOptions } from 'receipt-rule-packs';
import { invalidTransaction, validTransaction, webhookExchange } from 'receipt-rule-packs/testing';
import { describe, expectTypeOf, it } from 'vitest';

const make = (pack: RulePack) => ({
  valid: validTransaction(pack, { type: ['sale', 'refund'], tender: 'cash', lines: { max: 2 }, sale: 'oss' }),
  invalid: invalidTransaction(pack, { code: 'required', type: 'sale' }),
  exchange: webhookExchange({ expected: 'nonce_reused' }),
});
declare const lists: fc.Arbitrary<string[]>;
declare const dates: fc.Arbitrary<Date>;
type Value<T> = T extends fc.Arbitrary<infer V> ? V : never;

describe('the types', () => {
  it('describe the generated values', () => {
    expectTypeOf(make).toBeFunction();
    type Made = ReturnType<typeof make>;
    expectTypeOf<Value<Made['valid']>>().toEqualTypeOf<Transaction>();
    expectTypeOf<Value<Made['invalid']>['document']>().toBeUnknown();
    expectTypeOf<Value<Made['invalid']>['business']>().toEqualTypeOf<Business>();
    expectTypeOf<Value<Made['invalid']>['options']>().toExtend<ValidateOptions>();
    expectTypeOf<Value<Made['exchange']>['body']>().toEqualTypeOf<string | Uint8Array>();
  });

  it('reject invalid options', () => {
    const wrong = (pack: RulePack) => [
      // @ts-expect-error no such document type
      validTransaction(pack, { type: 'gift' }),
      // @ts-expect-error no such option
      validTransaction(pack, { tenders: ['cash'] }),
      // @ts-expect-error no such setting
      validTransaction(pack, { rateWindows: 'on' }),
      // @ts-expect-error dates are strings
      validTransaction(pack, { timestamps: { from: 2026 } }),
      // @ts-expect-error the mutation sets the product tax class
      invalidTransaction(pack, { productTaxClass: () => 'food' }),
      // @ts-expect-error a list is not a JSON object
      webhookExchange({ data: lists }),
      // @ts-expect-error a date does not serialize to a JSON object
      webhookExchange({ data: dates }),
      // @ts-expect-error a failing nonce store does not depend on the delivery
      webhookExchange({ expected: 'nonce_store_failed' }),
    ];
    expectTypeOf(wrong).returns.toBeArray();
  });
});
