import { createRegistry, type Issue } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../support/cases';
import { parsePath } from '../support/changes';
import { sharedCasesOf } from '../support/shared-cases';
import { testPacks } from '../support/test-packs';

/** Rules whose finding is about several figures, or about something that is not there: `found` is not what the field holds. */
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

/** Every issue that the shared cases of a pack raise. Called by tests alone: mutants of code that runs before them are not run. */
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

describe.each(testPacks.map((pack) => [pack.id, pack] as const))('issues of %s', (_, pack) => {
  const all = () => raised(pack).filter(({ issue }) => issue.rule !== undefined);

  it('name a rule of the pack that declares their code', () => {
    for (const { issue } of all()) {
      const rule = pack.rules.find(({ id }) => id === issue.rule);
      expect(rule?.codes).toContain(issue.code);
    }
    expect(all().length).toBeGreaterThan(50);
  });

  it('have found: what the document has at the field, absent where it has nothing', () => {
    for (const { issue, document } of all().filter(({ issue }) => !OTHERWISE.has(issue.rule!)))
      expect([issue.rule, issue.found]).toEqual([issue.rule, valueAt(document, issue.field)]);
  });

  it('have expected that is not what was found', () => {
    for (const { issue } of all().filter(({ issue }) => issue.expected !== undefined)) {
      const allowed: unknown[] = Array.isArray(issue.expected) ? issue.expected : [issue.expected];
      if (issue.code !== 'rate_not_in_window' && !OTHERWISE.has(issue.rule!))
        expect(allowed).not.toContainEqual(issue.found);
    }
  });
});

describe('expected of each rule', () => {
  /** What the first firing case of a rule gives. */
  const of = (index: number, rule: string, code?: string): unknown =>
    raised(testPacks[index]!).find(({ issue }) => issue.rule === rule && (code ?? issue.code) === issue.code)?.issue
      .expected;

  it.each<[string, unknown, number?, string?]>([
    ['settled-void', false],
    ['currency', 'QPK'],
    ['document-tier', 'receipt'],
    ['oss-channel', 'ecommerce'],
    ['oss-rate', [19, 16, 7, 5, 0]],
    ['tax-scheme', ['SE_MOMS', 'EU_VAT']],
    ['tax-scheme', 'EU_VAT', 3],
    ['prices-include-tax', true],
    ['prices-include-tax', false, 5],
    ['line-amount', 9000],
    ['weighed-amount', 6210],
    ['line-tax', 25_000],
    ['category-rate', ['Z', 'E', 'AE', 'O']],
    ['reverse-charge', true],
    ['summary-missing', { rate: 0, category: 'Z' }],
    ['national-rate', [25, 10, 0]],
    ['total-sign', 0, 0, 'must_be_zero'],
    ['cash-rounding-zero', -1],
    ['cash-rounding-tie', 50],
    ['cash-rounding-required', 0],
    ['no-rounding', 0, 3],
    ['last4-card', undefined],
  ])('%s: %j', (rule, expected, index = 0, code) => {
    expect(of(index, rule, code)).toEqual(expected);
  });
});
