import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { samples } from '../build/samples.js';
import { open } from './support/app.js';
import { visitor } from './support/visit.js';

const visit = visitor();

/** Presses the first fix button, or *fix all* if there is none, until the document is valid or no buttons are left. */
async function fixed(page: Page): Promise<{ pressed: number; look: string }> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const look = () => document.querySelector<HTMLElement>('#verdict')!.dataset.look!;
    for (let pressed = 0; ; pressed++) {
      await frame();
      const errors = '#issues .card.error .fix';
      const button = document.querySelector<HTMLElement>(`#all .fix, ${errors}`);
      if (look() !== 'refused' || button === null || pressed === 12) return { pressed, look: look() };
      button.click();
    }
  });
}

it('leads to a valid receipt for every code that has a fix', async () => {
  const { page, faults } = await visit();
  const plain = { multiLocation: false, rateWindows: 'off', originalDay: '' } as const;
  const outcomes = new Map<string, string>();
  for (const { title, shelves, document, setting } of samples()) {
    if (!shelves.includes('faults')) continue;
    await open(page, document, { ...plain, ...setting });
    const { pressed, look } = await fixed(page);
    outcomes.set(title, pressed === 0 ? 'no fix' : look);
  }
  const having = (outcome: string) => [...outcomes.keys()].filter((code) => outcomes.get(code) === outcome).sort();
  expect(having('refused')).toEqual([]);
  // Issues without an expected value, and warnings, have no fix, because only the seller knows the correct value.
  for (const code of having('no fix')) expect(FIXABLE).not.toContain(code);
  expect([...having('valid'), ...having('warned')]).toEqual(expect.arrayContaining(FIXABLE));
  expect(faults).toEqual([]);
});

/** Codes of issues that have an expected value, that require the removal of a field, or that *fix all* fixes. */
const FIXABLE = [
  'unknown_field',
  'profile_mismatch',
  'unsupported_tier',
  'currency_not_allowed',
  'invalid_rate',
  'amount_mismatch',
  'sum_mismatch',
  'summary_missing',
  'summary_unused',
  'summary_duplicate',
  'not_allowed',
  'must_be_zero',
];
