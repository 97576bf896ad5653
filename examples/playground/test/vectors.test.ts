import { diagnose } from 'receipt-rule-packs/diagnose';
import { expect, it } from 'vitest';
import { shopOf } from '../src/judge.js';
import { causesForEach } from './support/app.js';
import { expectExactly } from './support/declare-vectors.js';
import { VECTORS } from './support/first-choices.js';
import { vectors } from './support/vectors.js';
import { visitor } from './support/visit.js';
import type { Setting } from '../src/verdict.js';

const visit = visitor();

it('shows exactly the issues that the library reports for vectors of every pack', async () => {
  const all = vectors();
  const some = all.filter((_, i) => i % Math.ceil(all.length / 60) === 0);
  expect(some.length).toBeGreaterThan(40);
  await expectExactly(await visit(), some);
});

it('shows exactly the causes that the library reports for every receipt with known mistakes', async () => {
  const { page, faults } = await visit();
  const given = VECTORS.map(({ document, business }) => {
    const setting: Setting = { ...business, multiLocation: false, rateWindows: 'off', originalDay: '' };
    return { document, setting };
  });
  const shown = await causesForEach(
    page,
    given.map(({ document, setting }) => [JSON.stringify(document), setting] as const),
  );
  const reported = given.map(({ document, setting }) =>
    diagnose(shopOf(setting), document).causes.map(({ code, field, confidence, changes, options }, i) => ({
      number: i + 1,
      code,
      field,
      confidence,
      changes,
      ...(options && { options }),
    })),
  );
  const named = (all: readonly unknown[]) => all.map((causes, i) => ({ name: VECTORS[i]!.name, causes }));
  expect(named(shown)).toEqual(named(reported));
  expect(faults).toEqual([]);
});
