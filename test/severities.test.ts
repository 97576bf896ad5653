import { createRegistry, type Severities } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { changed, type Change } from './support/changes';
import { documentOf } from './support/document-of';
import { testLaws } from './support/test-laws';
import { testPacks } from './support/test-packs';
import { UsageError } from 'receipt-rule-packs';

const [law] = testLaws;
const business = { country: law!.country };
const document = (...change: Change[]) => changed(documentOf(law!, {}), change);

/** A warning from the rule line-tax, and two issues: one from the rule currency, one about the structure. */
const FAULTY = document(
  { set: 'currency', value: 'XTS' },
  { set: 'settled', value: 'yes' },
  { add: 'items[0].taxAmount', value: 2 },
  { add: 'tax.summary[0].taxAmount', value: 2 },
  { add: 'tax.summary[0].taxableAmount', value: -2 },
  { add: 'totals.tax', value: 2 },
);

function judged(document: unknown, fixed: Severities | undefined, ofCall?: Severities) {
  const registry = createRegistry(testPacks, { severities: fixed });
  const { issues, warnings } = registry.validate(document, business, { severities: ofCall });
  const brief = (found: typeof issues) => found.map(({ code, severity }) => `${code} ${severity}`);
  return { issues: brief(issues), warnings: brief(warnings) };
}

const ERRORS = ['invalid_type error', 'currency_not_allowed error'];

describe('severities', () => {
  it.each<[string, Severities | undefined, Severities | undefined, string[], string[]]>([
    ['are those of the rules', undefined, undefined, ERRORS, ['tax_amount_deviates warning']],
    ['make a code an error', { tax_amount_deviates: 'error' }, undefined, [...ERRORS, 'tax_amount_deviates error'], []],
    ['make a rule an error', { 'line-tax': 'error' }, undefined, [...ERRORS, 'tax_amount_deviates error'], []],
    ['from a call do the same', undefined, { 'line-tax': 'error' }, [...ERRORS, 'tax_amount_deviates error'], []],
    ['turn a code off', { tax_amount_deviates: 'off' }, undefined, ERRORS, []],
    [
      'make an error a warning',
      { currency_not_allowed: 'warning' },
      undefined,
      ERRORS.slice(0, 1),
      ['currency_not_allowed warning', 'tax_amount_deviates warning'],
    ],
    [
      'for a rule take precedence over severities for its code',
      { 'line-tax': 'off', tax_amount_deviates: 'error' },
      undefined,
      ERRORS,
      [],
    ],
    ["from a call take precedence over the registry's", { 'line-tax': 'error' }, { 'line-tax': 'off' }, ERRORS, []],
    [
      "from a registry apply together with a call's",
      { 'line-tax': 'off' },
      { currency: 'off' },
      ERRORS.slice(0, 1),
      [],
    ],
    [
      'do not apply to structural issues',
      { invalid_type: 'off' },
      { required: 'warning' },
      ERRORS,
      ['tax_amount_deviates warning'],
    ],
  ])('%s', (_, fixed, ofCall, issues, warnings) => {
    expect(judged(FAULTY, fixed, ofCall)).toEqual({ issues, warnings });
  });

  it('decide whether a document is valid', () => {
    const faulty = document({ set: 'currency', value: 'XTS' });
    const registry = createRegistry(testPacks);
    expect(registry.validate(faulty, business).valid).toBe(false);
    expect(registry.validate(faulty, business, { severities: { currency: 'warning' } }).valid).toBe(true);
    expect(registry.validate(faulty, business, { severities: { currency_not_allowed: 'off' } }).valid).toBe(true);
  });

  it('do not enable rules that rateWindows disables', () => {
    const registry = createRegistry(testPacks, { severities: { rate_not_in_window: 'error' } });
    const bread = changed(documentOf(law!, { lines: [{ rate: 10 }] }), []) as { items: object[] };
    const productTaxClass = () => 'bread';
    expect(registry.validate(bread, business, { productTaxClass, rateWindows: 'off' }).valid).toBe(true);
    expect(registry.validate(bread, business, { productTaxClass, rateWindows: 'warn' }).valid).toBe(false);
    expect(registry.validate(bread, business, { productTaxClass }).valid).toBe(false);
  });

  it('may refer to a rule that only one pack has', () => {
    expect(() => createRegistry(testPacks, { severities: { 'cash-rounding-nearest': 'off' } })).not.toThrow();
    expect(() => createRegistry(packs, { severities: { 'no-such-rule': 'off' } })).toThrow(UsageError);
  });

  it.each<[unknown]>([
    [{ severities: { nope: 'off' } }],
    [{ severities: { line_tax: 'off' } }],
    [{ severities: { 'line-tax': 'info' } }],
    [{ severities: { 'line-tax': undefined } }],
    [{ severities: { toString: 'off' } }],
    [{ severities: 5 }],
    [{ severities: null }],
    [{ severity: {} }],
    [null],
    ['strict'],
  ])('are checked by createRegistry, which throws for %j', (options) => {
    expect(() => createRegistry(testPacks, options as never)).toThrow(UsageError);
  });
});
