import { createRegistry, defineReceiptPack, type Issue } from 'receipt-rule-packs';
import { atReceipt1, deReceipt1, esReceipt1, ptReceipt1, seReceipt1 } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { optionsOf, ownCases } from '../support/cases';
import { parsePath } from '../support/changes';
import { sharedCasesOf } from '../support/shared-cases';
import { testPacks } from '../support/test-packs';

/** Rules about several figures or a missing value, for which `found` is not the field's value. */
const OTHERWISE = new Set([
  'summary-missing',
  'summary-unused',
  'summary-duplicate',
  'jurisdictions-tax',
  'tax-jurisdictions',
  'linked-transaction',
]);

const valueAt = (document: unknown, field: string): unknown =>
  parsePath(field).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);

type TestPack = (typeof testPacks)[number];

interface Raised {
  readonly issue: Issue;
  readonly document: unknown;
}

const judged = new Map<TestPack, readonly Raised[]>();

/**
 * Every issue that a pack's shared cases raise. Called inside tests, because mutation testing does not cover code that
 * runs before them.
 */
function raised(pack: TestPack): readonly Raised[] {
  if (!judged.has(pack)) judged.set(pack, judge(pack));
  return judged.get(pack)!;
}

function judge(pack: TestPack): Raised[] {
  const registry = createRegistry([pack]);
  return sharedCasesOf(pack).flatMap((c) => {
    if (!('document' in c.input)) return [];
    const { document } = c.input;
    const { issues, warnings } = registry.validate(document, c.business, optionsOf(c, document));
    return [...issues, ...warnings].map((issue) => ({ issue, document }));
  });
}

describe('the issues of custom rules', () => {
  it.each([atReceipt1, deReceipt1, esReceipt1, ptReceipt1, seReceipt1].map((pack) => [pack.id, pack] as const))(
    "of %s state the field's value as found",
    (_, pack) => {
      const shared = new Set(defineReceiptPack(pack.law).rules.map(({ id }) => id));
      const registry = createRegistry([pack]);
      const found = ownCases(pack).flatMap((c) => {
        if (!('document' in c.input)) return [];
        const { document } = c.input;
        const { issues, warnings } = registry.validate(document, c.business, optionsOf(c, document));
        return [...issues, ...warnings]
          .filter(({ rule }) => rule !== undefined && !shared.has(rule))
          .map((issue) => [issue.found, valueAt(document, issue.field)]);
      });
      expect(found.length).toBeGreaterThan(0);
      for (const [stated, held] of found) expect(stated).toEqual(held);
    },
  );
});

describe.each(testPacks.map((pack) => [pack.id, pack] as const))('the issues of %s', (_, pack) => {
  const all = () => raised(pack).filter(({ issue }) => issue.rule !== undefined);

  it("name one of the pack's rules that declares the code", () => {
    for (const { issue } of all()) {
      const rule = pack.rules.find(({ id }) => id === issue.rule);
      expect(rule?.codes).toContain(issue.code);
    }
    expect(all().length).toBeGreaterThan(50);
  });

  it("state the field's value as found, if the field is present", () => {
    for (const { issue, document } of all().filter(({ issue }) => !OTHERWISE.has(issue.rule!)))
      expect([issue.rule, issue.found]).toEqual([issue.rule, valueAt(document, issue.field)]);
  });

  it('state an expected value that differs from found', () => {
    for (const { issue } of all().filter(({ issue }) => issue.expected !== undefined)) {
      const allowed: unknown[] = Array.isArray(issue.expected) ? issue.expected : [issue.expected];
      if (issue.code !== 'rate_not_in_window' && !OTHERWISE.has(issue.rule!))
        expect(allowed).not.toContainEqual(issue.found);
    }
  });
});

type Values = [rule: string, code: string, found?: unknown, expected?: unknown, index?: number];

describe("each rule's found and expected values", () => {
  const everywhere = () => testPacks.flatMap((pack) => raised(pack));
  /** The first issue of a rule with this code, in all packs, or in one test pack. */
  const of = (rule: string, code: string, index?: number): Issue | undefined =>
    (index === undefined ? everywhere() : raised(testPacks[index]!)).find(
      ({ issue }) => issue.rule === rule && issue.code === code,
    )?.issue;

  const VALUES: readonly Values[] = [
    ['cash-limit', 'cash_limit', 'cash'],
    ['cash-rounding-agreed', 'rounding_not_applied', 0, -1],
    ['cash-rounding-grid', 'invalid_rounding', 51, -49],
    ['cash-rounding-nearest', 'rounding_not_nearest', 5],
    ['cash-rounding-required', 'required', undefined, 0],
    ['cash-rounding-tender', 'not_allowed', -1],
    ['cash-rounding-tie', 'rounding_tie_down', -50, 50],
    ['cash-rounding-zero', 'invalid_rounding', 0, -1],
    ['category-rate', 'category_rate', 'S', ['Z', 'E', 'AE', 'O']],
    ['currency', 'currency_not_allowed', 'XTS', 'QPK'],
    ['document-tier', 'unsupported_tier', 'simplified_invoice', 'receipt'],
    ['extensions-qp', 'invalid_type', 'x'],
    ['extensions-qp', 'out_of_range', -1],
    ['extensions-qp', 'required'],
    ['extensions-qp', 'too_short', ''],
    ['extensions-qp-form', 'control_code_format', '?'],
    ['extensions-qs-form', 'fiscal_format', 'x'],
    ['fiscal-data', 'fiscal_missing', undefined, ['extensions.qs.serial']],
    ['invoice-needed', 'invoice_needed', 'X1'],
    ['jurisdictions-tax', 'jurisdictions_deviate', 1203, 1200],
    ['last4-card', 'last4_without_card', '4242'],
    ['law-age', 'pack_stale', '2027-11-22T12:00:00+01:00'],
    ['line-amount', 'amount_mismatch', 9001, 9000],
    ['line-tax', 'tax_amount_deviates', 25_002, 25_000],
    ['linked-transaction', 'required'],
    ['national-rate', 'invalid_rate', 1.234, [25, 10, 0]],
    ['national-rate-usual', 'rate_unusual', 0.0825],
    ['national-rate-window', 'rate_not_in_window', 10, [25]],
    ['national-rate-window-warning', 'rate_not_in_window', 10, [25]],
    ['national-class', 'product_tax_class_unknown', 25],
    ['no-rounding', 'invalid_rounding', -1, 0],
    ['oss-channel', 'invalid_value', 'store', 'ecommerce'],
    ['oss-channel', 'required', undefined, 'ecommerce'],
    ['oss-class', 'product_tax_class_unknown', 19],
    ['oss-destination', 'customer.country/invalid_country', 'NOR'],
    ['oss-destination', 'customer.country/required'],
    ['oss-destination', 'tax.scheme/scheme_not_allowed', 'EU_VAT'],
    ['oss-rate', 'invalid_rate', 18, [19, 7, 0]],
    ['oss-rate-window', 'rate_not_in_window', 16, [19, 7]],
    ['oss-rate-window-warning', 'rate_not_in_window', 16, [19, 7]],
    ['oss-territory', 'not_oss_territory', 'US'],
    ['prices-include-tax', 'prices_exclude_tax', false, true],
    ['prices-include-tax', 'prices_include_tax', true, false],
    ['reverse-charge', 'invalid_value', false, true],
    ['reverse-charge', 'required', undefined, true],
    ['rounding-unusual', 'rounding_unusual', -1],
    ['settled-void', 'settled_void', true, false],
    ['summary-duplicate', 'summary_duplicate', { rate: 0, category: 'Z' }],
    ['summary-missing', 'summary_missing', undefined, { rate: 0, category: 'Z' }],
    ['summary-tax', 'summary_deviates', 7202, 7200],
    ['summary-unused', 'summary_unused', { rate: 0, category: 'Z' }],
    ['tax-jurisdictions', 'not_allowed'],
    ['tax-scheme', 'tax.scheme/scheme_not_allowed', 'UK_VAT', ['SE_MOMS', 'EU_VAT']],
    ['tax-scheme', 'tax.scheme/scheme_not_allowed', 'UK_VAT', 'EU_VAT', 3],
    ['total-sign', 'must_be_zero', 100, 0],
    ['total-sign', 'out_of_range', -1000],
    ['total-zero', 'total_is_zero', 0],
    ['totals-discount', 'sum_mismatch', 1, 0],
    ['totals-subtotal', 'sum_mismatch', 21_001, 21_000],
    ['totals-tax', 'sum_mismatch', 2892, 2891],
    ['totals-total', 'sum_mismatch', 21_001, 21_000],
    ['totals-total-net', 'sum_mismatch', 24_451, 24_450],
    ['weighed-amount', 'amount_deviates', 6205, 6210],
  ];

  it.each(VALUES)('are in %s %s: %j, %j', (rule, code, found, expected, index) => {
    const issue = of(rule, code, index);
    expect(issue).toBeDefined();
    expect([issue?.found, issue?.expected]).toEqual([found, expected]);
  });

  it('are asserted for every rule', () => {
    const known = new Set(VALUES.map(([rule, code]) => `${rule} ${code}`));
    for (const { issue } of everywhere().filter(({ issue }) => issue.rule !== undefined))
      expect(known).toContain(`${issue.rule} ${issue.code}`);
  });
});
