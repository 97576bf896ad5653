import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planOf, WITHOUT_TESTS } from '../../scripts/test-changed/plan';

const plan = (...changed: string[]) => planOf(changed, existsSync);
const NOTHING = { packs: [], tests: [], related: [], untested: [] };

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync);

describe('the tests for a change', () => {
  it('cover the pack whose law changed, and include all tests that read packs', () => {
    const { packs, tests, ...rest } = plan('packs/no-receipt-1/rates.json', 'packs/no-receipt-1/law.json');
    expect(packs).toEqual(['no-receipt-1']);
    expect(tests).toContain('test/packs/cases.test.ts');
    expect(rest).toMatchObject({ related: [], untested: [] });
  });

  it.each<[changed: string, tests: string]>([
    ['src/rules/totals/cases.jsonl', 'test/packs/shared-cases.test.ts'],
    ['src/rules/totals/cases.jsonl', 'test/packs/built-in-inventory.test.ts'],
    ['packs/se-receipt-1/cases.jsonl', 'test/packs/built-in-inventory.test.ts'],
    ['packs/se-receipt-1/notes.json', 'test/docs/catalogue.test.ts'],
    ['packs/pending.json', 'test/docs/catalogue.test.ts'],
    ['packs/european-union.json', 'test/packs/cases.test.ts'],
    ['src/issues/issue-codes.json', 'test/issue-codes.test.ts'],
    ['src/rules/cash-limit/codes.json', 'test/docs/catalogue.test.ts'],
    ['src/rules/cash-limit/values.jsonl', 'test/law/found-expected.test.ts'],
    ['.github/workflows/ci.yml', 'test/release/'],
    ['ops/alerts.yml', 'test/docs/alerts.test.ts'],
    ['test/truth/cases.jsonl', 'test/truth/'],
    ['examples/dashboard/src/view/style.css', 'examples/dashboard/test/look'],
    ['vectors/sources/cases.jsonl', 'test/vectors/'],
    ['vectors/signatures.json', 'test/vectors/'],
    ['docs/scaling.md', 'test/docs/links.test.ts'],
    ['examples/laws/ch-receipt-1/rates.json', 'test/examples/laws.test.ts'],
    ['README.md', 'test/docs/countries.test.ts'],
    ['test/columns.test.ts', 'test/columns.test.ts'],
    ['packs/gone-receipt-1/law.json', 'test/packs/laws.test.ts'],
  ])('for %s include %s', (changed, test) => {
    const found = plan(changed);
    expect(found.tests).toContain(test);
    expect({ ...found, packs: [], tests: [] }).toEqual(NOTHING);
  });

  it('are those that import a changed module; files that no test reads are listed as untested', () => {
    expect(plan('src/text/show.ts', 'src/gone.ts', 'LICENSE')).toEqual({
      ...NOTHING,
      related: ['src/text/show.ts'],
      untested: ['LICENSE'],
    });
  });

  it('are known for every tracked file, except those that no test reads', () => {
    const missing = planOf(tracked, existsSync).untested.filter(
      (path) => !WITHOUT_TESTS.some((pattern) => pattern.test(path)),
    );
    expect(missing, 'add a row for these files to READ_BY or WITHOUT_TESTS in scripts/test-changed/plan.ts').toEqual(
      [],
    );
  });

  it('exist', () => {
    const { tests } = planOf(tracked, existsSync);
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter((test) => !tracked.some((path) => path.startsWith(test)))).toEqual([]);
  });

  it.each(WITHOUT_TESTS)('are not needed for %s, which matches a tracked file', (pattern) => {
    expect(tracked.some((path) => pattern.test(path))).toBe(true);
  });
});
