import {
  createRegistry,
  defineReceiptPack,
  definePack,
  flattenIssues,
  prettifyIssues,
  type Issue,
  type ReceiptLaw,
  explain,
} from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { changed } from './support/changes';
import { documentOf } from './support/document-of';
import { defined, ROW } from './support/own-pack';
import { testLaws } from './support/test-laws';
import { testPacks } from './support/test-packs';
import { UsageError } from 'receipt-rule-packs';

const registry = createRegistry([...testPacks, defined()]);
const [law, other] = testLaws;
const documentWith = (currency: string) => changed(documentOf(law!, {}), [{ set: 'currency', value: currency }]);
const issuesOf = (document: unknown): readonly Issue[] => registry.validate(document, { country: law!.country }).issues;
const pairs = (explained: ReturnType<typeof explain>) => explained?.rules.map(({ pack, id }) => `${pack} ${id}`);

describe('explain', () => {
  it('lists the rules of all packs, or of one country, that raise a code', () => {
    const everywhere = pairs(explain(registry, 'currency_not_allowed'));
    expect(everywhere).toEqual(testPacks.map(({ id }) => `${id} currency`));
    expect(pairs(explain(registry.shop({ country: other!.country }), 'currency_not_allowed'))).toEqual([
      `${other!.id} currency`,
    ]);
    expect(pairs(explain(registry.shop({ country: 'ZZ' }), 'currency_not_allowed'))).toEqual([]);
  });

  it('names the rule that raised an issue, with its source', () => {
    const [issue] = issuesOf(documentWith('XTS'));
    const explained = explain(registry.shop({ country: law!.country }), issue!)!;
    expect(pairs(explained)).toEqual([`${law!.id} currency`]);
    expect(explained.rules[0]!.source).toContain(law!.country);
    expect(explained.code).toBe('currency_not_allowed');
    // T4 has several rules with the same code, but only one of them raised this issue.
    const [sum] = issuesOf(changed(documentOf(law!, {}), [{ add: 'totals.total', value: 1 }]));
    expect(pairs(explain(registry.shop({ country: law!.country }), sum!))).toEqual([`${law!.id} totals-total`]);
  });

  it("links to a code's page, but not for a custom code", () => {
    expect(explain(registry, 'customer.country/required')?.docs).toMatch(
      /^(?:https:\/\/.+)?\/codes\/customer\.country\/required\.html$/,
    );
    expect(explain(registry, 'own_code')).not.toHaveProperty('docs');
  });

  it('names no rule for a structural issue', () => {
    const [issue] = issuesOf(changed(documentOf(law!, {}), [{ remove: 'type' }]));
    expect(issue).not.toHaveProperty('rule');
    expect(explain(registry, issue!)).toMatchObject({ code: 'required', rules: [] });
  });

  it('explains a custom code', () => {
    const own = explain(registry, 'own_code');
    expect(pairs(own)).toEqual(['se-receipt-9 own-rule']);
    expect(own).toMatchObject(ROW.meanings!.own_code!);
    const issue = { ...issuesOf(documentWith('XTS'))[0]!, code: 'own_code', rule: 'own-rule' };
    expect(explain(registry, issue)).toEqual(own);
    expect(explain(registry.shop({ country: other!.country }), 'own_code')).toBeUndefined();
    expect(explain(registry, { ...issuesOf(documentWith('XTS'))[0]!, code: 'nobody', rule: 'nobody' })).toBeUndefined();
  });

  it("explains a law's own code for the form of a field, from any of the packs", () => {
    const own = defineReceiptPack(
      changed(law, [{ set: 'extensions[0].fields[0].warningCode', value: 'unit_format' }]) as ReceiptLaw,
    );
    const explained = explain(createRegistry([...testPacks.slice(1), own]), 'unit_format');
    expect(explained?.meaning).toContain('extensions.qp.unit');
    expect(pairs(explained)).toEqual([`${law!.id} extensions-qp-form`]);
    expect(explain(registry, 'unit_format')).toBeUndefined();
  });

  it.each([undefined, null, 5, {}, { code: 5 }, []])('throws for %j, which is neither a code nor an issue', (value) => {
    expect(() => explain(registry, value as never)).toThrow(UsageError);
  });
});

describe('an issue', () => {
  const rule = definePack({
    ...testPacks[0]!,
    rules: [
      {
        id: 'silent',
        severity: 'error',
        codes: ['invalid_value'],
        summary: 'Nothing is known.',
        source: 'Test',
        reads: ['type'],
        check: (run) => run.report('type', 'invalid_value', 'wrong'),
      },
    ],
  });

  it('has found and expected only if the rule knows the values', () => {
    const [issue] = createRegistry([rule]).validate(documentOf(law!, {}), { country: law!.country }).issues;
    expect(issue).toEqual({
      field: 'type',
      path: ['type'],
      code: 'invalid_value',
      message: 'wrong',
      severity: 'error',
      rule: 'silent',
    });
  });

  it('survives JSON', () => {
    const issues = issuesOf(documentWith('XTS'));
    expect(JSON.parse(JSON.stringify(issues))).toEqual(issues);
  });
});

describe('flattenIssues', () => {
  it('groups messages by field, in order, and separates messages about the document', () => {
    const issues = [
      { field: '', message: 'a' },
      { field: 'x', message: 'b' },
      { field: '__proto__', message: 'c' },
      { field: 'x', message: 'd' },
      { field: '', message: 'e' },
    ];
    const { formErrors, fieldErrors } = flattenIssues(issues);
    expect(formErrors).toEqual(['a', 'e']);
    expect(Object.entries(fieldErrors)).toEqual([
      ['x', ['b', 'd']],
      ['__proto__', ['c']],
    ]);
    expect(Object.getPrototypeOf(fieldErrors)).toBeNull();
  });

  it('is empty without issues', () => expect(flattenIssues([])).toEqual({ formErrors: [], fieldErrors: {} }));
});

describe('prettifyIssues', () => {
  const issue = (more: Partial<Issue>): Issue => ({
    field: 'type',
    path: ['type'],
    code: 'required',
    message: 'text',
    severity: 'error',
    ...more,
  });

  it("writes each issue's mark, message, field and code", () => {
    const lines = prettifyIssues([issue({}), issue({ severity: 'warning', field: '', code: 'other' })]).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^✖ .*text/);
    expect(lines[1]).toMatch(/type.*required/);
    expect(lines[2]).toMatch(/^⚠ .*text/);
    expect(lines[3]).toMatch(/document.*other/);
  });

  it('is empty without issues', () => expect(prettifyIssues([])).toBe(''));
});
