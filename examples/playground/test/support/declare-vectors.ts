import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { expect } from 'vitest';
import type { ExpandedVector } from '../../build/vectors.js';
import { optionsOf } from '../../src/judge.js';
import { shownForEach } from './app.js';
import { asText, settingOf } from './vectors.js';
import type { Visit } from './visit.js';

const registry = createRegistry(packs);

/**
 * Expects the page to show, for each vector, exactly the issues that the library reports and that the vector expects.
 */
export async function expectExactly({ page, faults }: Visit, all: readonly ExpandedVector[]): Promise<void> {
  const given = all.map((vector) => [asText(vector), settingOf(vector)] as const);
  const shown = await shownForEach(page, given);
  const said = given.map(([text, setting]) => {
    const { issues, warnings } = registry.validateJson(text, setting, optionsOf(setting));
    return [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`).sort();
  });
  const names = (list: readonly string[][]) => list.map((codes, i) => ({ name: all[i]!.name, codes }));
  expect(names(shown)).toEqual(names(said));
  const expected = all.map(({ findings }) => findings.map(({ field, code }) => `${field} ${code}`).sort());
  expect(names(shown).filter((_, i) => all[i]!.isHome)).toEqual(names(expected).filter((_, i) => all[i]!.isHome));
  expect(faults).toEqual([]);
}
