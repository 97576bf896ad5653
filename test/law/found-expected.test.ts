import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRegistry, defineReceiptPack, type Issue } from 'receipt-rule-packs';
import { atReceipt1, deReceipt1, esReceipt1, ptReceipt1, seReceipt1 } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { optionsOf, ownCases } from '../support/cases';
import { parsePath } from '../support/changes';
import { ruleFolder } from '../support/rule-folder';
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

interface Values {
  readonly rule: string;
  readonly code: string;
  readonly found?: unknown;
  readonly expected?: unknown;
  /** The index of the test pack, if only one raises these values. */
  readonly pack?: number;
  /** The file and line. */
  readonly place: string;
}

/** The values of each rule, which its folder states. */
const VALUES = readdirSync('src/rules')
  .map((topic) => `src/rules/${topic}/values.jsonl`)
  .filter((path) => existsSync(path))
  .flatMap((path) => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.map((line, i) => ({ ...JSON.parse(line), place: `${path}:${i + 1}` }) as Values);
  });

describe("each rule's found and expected values", () => {
  const everywhere = () => testPacks.flatMap((pack) => raised(pack));
  /** The first issue of a rule with this code, in all packs, or in one test pack. */
  const of = (rule: string, code: string, index?: number): Issue | undefined =>
    (index === undefined ? everywhere() : raised(testPacks[index]!)).find(
      ({ issue }) => issue.rule === rule && issue.code === code,
    )?.issue;

  it.each(VALUES)('are in $rule $code: $found, $expected', ({ rule, code, found, expected, pack, place }) => {
    const issue = of(rule, code, pack);
    expect(issue, `${place}: no shared case raises ${code} of ${rule}: add one, or remove this line`).toBeDefined();
    expect([issue?.found, issue?.expected], `${place}: found and expected`).toEqual([found, expected]);
  });

  it('are asserted for every rule', () => {
    const known = new Set(VALUES.map(({ rule, code }) => `${rule} ${code}`));
    const missing: string[] = [];
    for (const { issue } of everywhere()) {
      const { rule, code, found, expected } = issue;
      const key = `${rule} ${code}`;
      if (rule === undefined || known.has(key)) continue;
      known.add(key);
      const line = JSON.stringify({ rule, code, found, expected });
      missing.push(`${ruleFolder(rule) ?? 'src/rules/<topic>'}/values.jsonl: if these values are correct, add ${line}`);
    }
    expect(missing, missing.join('\n')).toEqual([]);
  });
});
