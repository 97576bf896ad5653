import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { compare } from '../../../dashboard/test/pictures.js';
import { pane, visitor, type VisitOptions } from './visit.js';

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const SMALL = { viewport: { width: 320, height: 640 } };
const LIGHT = { colorScheme: 'light' } as const;
const DARK = { colorScheme: 'dark' } as const;

async function broken(page: Page): Promise<void> {
  for (const name of ['Wrong total', 'Unknown rate', 'VAT on the gross amount']) {
    // The buttons are hidden once the first button has been pressed.
    await page.getByRole('button', { name, includeHidden: true }).dispatchEvent('click');
  }
  await page.locator('#issues .fix').first().waitFor({ state: 'attached' });
  await pane(page, 'Causes');
  await page.locator('#issues .place').first().hover();
  await page.locator('#paper .lit').first().waitFor({ state: 'attached' });
}

const notJson = (page: Page) => page.getByRole('button', { name: 'A stray comma' }).click();
const gallery = (page: Page) => page.getByRole('button', { name: 'Samples' }).click();
const healthy = async () => undefined;

const LOOKS = {
  'healthy-1440-light': [{ ...DESK, ...LIGHT }, healthy],
  'broken-1440-light': [{ ...DESK, ...LIGHT }, broken],
  'broken-1440-dark': [{ ...DESK, ...DARK }, broken],
  'not-json-1440-light': [{ ...DESK, ...LIGHT }, notJson],
  'broken-390-light': [{ ...PHONE, ...LIGHT }, broken],
  'broken-320-dark': [{ ...SMALL, ...DARK }, broken],
  'samples-390-dark': [{ ...PHONE, ...DARK }, gallery],
} satisfies Record<string, [options: VisitOptions, reach: (page: Page) => Promise<unknown>]>;

/** Compares the page with its reference screenshots. @param names the states to compare; all by default */
export function declareLook(names = Object.keys(LOOKS) as (keyof typeof LOOKS)[]): void {
  const visit = visitor();
  it.each(names)('matches its screenshot: %s', async (name) => {
    const [options, reach] = LOOKS[name];
    const { page, faults } = await visit(options);
    await reach(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    const picture = await page.screenshot({ animations: 'disabled' });
    expect(await compare(picture, new URL(`../pictures/${name}.png`, import.meta.url))).toMatchObject({ same: true });
    expect(faults).toEqual([]);
  });
}
