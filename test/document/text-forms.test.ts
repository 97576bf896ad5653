import fc from 'fast-check';
import { transaction } from 'receipt-rule-packs/schemas';
import { describe, expect, it } from 'vitest';
import { isPlainLocale, isRun } from '../../src/document/scan';
import { SEED } from '../support/numbers';

interface Patterned {
  readonly pattern: string;
}
const { properties, $defs } = transaction as unknown as {
  properties: Record<'currency' | 'locale', Patterned>;
  $defs: { Payment: { properties: { last4: Patterned } } };
};
const patternOf = ({ pattern }: Patterned) => new RegExp(pattern, 'u');
const CURRENCY = patternOf(properties.currency);
const LAST4 = patternOf($defs.Payment.properties.last4);
const LOCALE = patternOf(properties.locale);

/** Strings that nearly match a pattern, including characters next to its ranges. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'@AZ[`az{/09:-_ 5mMåÅ٤\n\u0000'), maxLength: 6 }),
  fc
    .tuple(fc.stringMatching(/^[A-Za-z]{1,3}$/), fc.constantFrom('-', '_', ''), fc.stringMatching(/^[A-Za-z0-9]{1,3}$/))
    .map((parts) => parts.join('')),
  fc.stringMatching(/^[A-Z]{2,4}$/),
  fc.stringMatching(/^[0-9]{3,5}$/),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

describe('the loops over character codes', () => {
  it("match the same strings as the schema's patterns", () => {
    const seen = { currency: 0, last4: 0, locale: 0 };
    fc.assert(
      fc.property(texts, (text) => {
        expect(isRun(text, 3, 65, 90)).toBe(CURRENCY.test(text));
        expect(isRun(text, 4, 48, 57)).toBe(LAST4.test(text));
        // Not every language tag has this form, but every string in this form is a language tag.
        if (isPlainLocale(text)) expect(LOCALE.test(text)).toBe(true);
        seen.currency += Number(CURRENCY.test(text));
        seen.last4 += Number(LAST4.test(text));
        seen.locale += Number(isPlainLocale(text));
      }),
      { seed: SEED, numRuns: 5000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });

  it.each(['sv-SE', 'en-gb', 'NO-no', 'zz-zz', 'aA-Zz'])('accept %s as a plain locale', (text) => {
    expect(isPlainLocale(text)).toBe(true);
  });

  it.each([
    '',
    'sv',
    'sv_SE',
    'sv-S',
    'sv-SEK',
    'svSE-',
    '-v-SE',
    '1v-SE',
    's1-SE',
    'sv-1E',
    'sv-S1',
    'sv-@A',
    'sv-[A',
    'sv-`a',
    'sv-{a',
  ])('reject %j as a plain locale', (text) => {
    expect(isPlainLocale(text)).toBe(false);
  });
});
