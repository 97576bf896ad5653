import { createRegistry, type Issue } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { brief, casesOf, optionsOf, type Case } from '../support/cases';
import { testPacks } from '../support/test-packs';

const builtIn = packs.map(({ id }) => id);
const all = casesOf([...packs, ...testPacks], builtIn);

/** The code of a file is raised where it is an issue, a warning, or the code of the error. */
const raises = ({ code, error, issues, warnings }: Case) =>
  error === code || [...issues, ...warnings].some((expected) => expected.code === code);

for (const [pack, cases] of all) {
  const registry = createRegistry([pack]);
  describe(pack.id, () => {
    it('has cases', () => expect(cases.length).toBeGreaterThan(0));
    it.each(cases.map((c) => [`${c.code} ${c.kind}: ${c.name}`, c] as const))('%s', (_, c) => {
      expect(raises(c)).toBe(c.kind === 'firing');
      const result =
        'json' in c.input
          ? registry.validateJson(c.input.json, c.business)
          : registry.validate(c.input.document, c.business, optionsOf(c, c.input.document));
      expect({
        error: result.valid ? undefined : result.error.code,
        issues: brief(result.issues),
        warnings: brief(result.warnings),
      }).toEqual({ error: c.error, issues: c.issues, warnings: c.warnings });
      expect(result.issues.every(({ severity }: Issue) => severity === 'error')).toBe(true);
      expect(result.warnings.every(({ severity }) => severity === 'warning')).toBe(true);
    });
  });
}
