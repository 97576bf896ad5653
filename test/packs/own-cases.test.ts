import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { brief, optionsOf, packCases, type Case } from '../support/cases';

/** A case of a pack's own folder fires where it says so: as an issue, a warning, or the code of the error. */
const raises = ({ code, error, issues, warnings }: Case) =>
  error === code || [...issues, ...warnings].some((expected) => expected.code === code);

describe.each(packs.map((pack) => [pack.id, pack] as const))('%s', (id, pack) => {
  const registry = createRegistry([pack]);
  it.each(packCases(id).map((c) => [`${c.code} ${c.kind}: ${c.name}`, c] as const))('%s', (_, c) => {
    expect(raises(c)).toBe(c.kind === 'firing');
    const result =
      'json' in c.input
        ? registry.validateJson(c.input.json, c.business)
        : registry.validate(c.input.document, c.business, optionsOf(c, c.input.document));
    const error = result.valid ? undefined : result.error.code;
    expect({ error, issues: brief(result.issues), warnings: brief(result.warnings) }).toEqual({
      error: c.error,
      issues: c.issues,
      warnings: c.warnings,
    });
  });
});
