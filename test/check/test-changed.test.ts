import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planOf } from '../../scripts/test-changed/plan';

const plan = (...changed: string[]) => planOf(changed, existsSync);
const NOTHING = { packs: [], tests: [], related: [], untested: [] };

describe('the tests for a change', () => {
  it('cover the pack whose law changed, and include all tests that read packs', () => {
    const { packs, tests, ...rest } = plan('packs/no-receipt-1/rates.json', 'packs/no-receipt-1/law.json');
    expect(packs).toEqual(['no-receipt-1']);
    expect(tests).toContain('test/packs/cases.test.ts');
    expect(rest).toEqual({ related: [], untested: [] });
  });

  it.each<[changed: string, tests: string]>([
    ['src/rules/totals/cases.jsonl', 'test/packs/shared-cases.test.ts'],
    ['vectors/sources/cases.jsonl', 'test/vectors/se-receipt-1.test.ts'],
    ['docs/scaling.md', 'test/docs/links.test.ts'],
    ['examples/laws/ch-receipt-1/rates.json', 'test/examples/laws.test.ts'],
    ['README.md', 'test/docs/countries.test.ts'],
    ['test/columns.test.ts', 'test/columns.test.ts'],
    ['packs/gone-receipt-1/law.json', 'test/packs/laws.test.ts'],
  ])('for %s include %s', (changed, test) => {
    const found = plan(changed);
    expect(found.tests).toContain(test);
    expect({ ...found, tests: [] }).toEqual(NOTHING);
  });

  it('are those that import a changed module; files that no test reads are listed as untested', () => {
    expect(plan('src/text/show.ts', 'src/gone.ts', 'LICENSE')).toEqual({
      ...NOTHING,
      related: ['src/text/show.ts'],
      untested: ['LICENSE'],
    });
  });

  it('exist', () => {
    const all = [
      'packs/x/law.json',
      'src/rules/x/cases.jsonl',
      'vectors/x',
      'examples/laws/x',
      'schemas/x',
      'examples/receipts/x',
      'x.md',
    ];
    const { tests } = plan(...all, 'README.md', 'docs/glossary.json', 'examples/reference-server/Dockerfile');
    expect(tests.length).toBeGreaterThan(15);
    expect(tests.filter((path) => !existsSync(path))).toEqual([]);
  });
});
