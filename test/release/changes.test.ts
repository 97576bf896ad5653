import { expect, it } from 'vitest';
import { changesOf } from '../../scripts/release/changes.js';

const CHANGELOG =
  '# Changelog\n\nText.\n\n## [Unreleased]\n\n- a\n\n## [0.1.10] - 2026-12-01\n\n- b\n\n### Law\n\n- c\n\n## 0.1.1\n\n- d\n';

it.each([
  ['0.1.10', '- b\n\n### Law\n\n- c'],
  ['0.1.1', '- d'],
  ['Unreleased', '- a'],
  ['0.1', undefined],
])('changesOf returns the section for %s', (version, expected) => {
  expect(changesOf(CHANGELOG, version)).toBe(expected);
});
