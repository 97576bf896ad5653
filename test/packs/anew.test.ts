import { describe, expect, it } from 'vitest';
import { loadedAnew } from '../support/anew';
import { brief, optionsOf, type Case } from '../support/cases';

const wanted = ({ name, error, issues, warnings }: Case) => ({
  name,
  error,
  issues: brief(issues),
  warnings: brief(warnings),
});

describe('packs loaded anew', () => {
  it('judge every case alike', async () => {
    const { createRegistry, packs } = await loadedAnew();
    for (const [pack, cases] of packs) {
      const registry = createRegistry([pack]);
      for (const c of cases) {
        const result =
          'json' in c.input
            ? registry.validateJson(c.input.json, c.business)
            : registry.validate(c.input.document, c.business, optionsOf(c, c.input.document));
        const { issues, warnings } = result;
        const found = {
          ...wanted(c),
          error: result.valid ? undefined : result.error.code,
          issues: brief(issues),
          warnings: brief(warnings),
        };
        // As text, since so many calls of `expect` would take most of the time.
        if (JSON.stringify(found) !== JSON.stringify(wanted(c))) expect(found).toEqual(wanted(c));
      }
      expect(cases.length).toBeGreaterThan(10);
    }
  });
});
