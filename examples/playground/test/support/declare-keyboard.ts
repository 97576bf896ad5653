import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isNearlyAlike } from '../../../../test/diagnose/support/alike.js';
import type { App } from '../../src/app.js';
import { textOf } from './app.js';
import { audit } from './declare-axe.js';
import { repaired, VECTORS } from './first-choices.js';
import { settled, visitor } from './visit.js';

/** The global variable in which the page stores its modules. */
declare const receiptPlayground: Record<string, { app: App }>;

/** Three samples: the country, and the end of the name, which identifies both the sample's button and its vector. */
const RECEIPTS = [
  ['Norway', 'hree mistakes of a Norwegian mapper'],
  ['Germany', ' price in euros, Bar, a wrong total'],
  ['United States', 'ne flag that causes eight issues'],
] as const;

/** Presses Tab until the focused element matches. Every element that gets focus on the way must be visible. */
async function tabTo(page: Page, selector: string, text: string): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed++) {
    await page.keyboard.press('Tab');
    const { matches, visible } = await page.evaluate(
      ([selector, text]) => {
        const active = document.activeElement!;
        const { width, height } = active.getBoundingClientRect();
        return {
          matches: active.matches(selector) && (active.textContent ?? '').includes(text),
          visible: active === document.body || (width > 0 && height > 0),
        };
      },
      [selector, text] as const,
    );
    expect(visible).toBe(true);
    if (matches) return;
  }
  throw new Error(`the Tab key does not reach ${selector} ${text}`);
}

/** Returns the number of issues that the causes explain, including issues that other mistakes still hide. */
const explained = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { causes } = receiptPlayground['./first.js']!.app;
    const issues = causes.flatMap(({ cause }) => cause.explains.map(({ field, code }) => `${field} ${code}`));
    return new Set(issues).size;
  });

/**
 * Tests that the three samples can be opened and repaired with the keyboard only, that each repair reduces the number
 * of issues, and that axe finds nothing before and after.
 */
export function declareKeyboard(widths: readonly number[], schemes: readonly ('light' | 'dark')[]): void {
  const visit = visitor();
  const cases = widths.flatMap((width) =>
    schemes.flatMap((colorScheme) => RECEIPTS.map(([country, name]) => ({ width, colorScheme, country, name }))),
  );
  it.each(cases)(
    'repairs a receipt with the keyboard only: $country at $width px, $colorScheme',
    async ({ width, colorScheme, country, name }) => {
      // Bypass the page's policy, which would block axe.
      const { page, faults } = await visit({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
      await tabTo(page, '#tools button', 'Samples');
      await page.keyboard.press('Enter');
      await tabTo(page, 'dialog select', '');
      await page.keyboard.type(country);
      await tabTo(page, '.samples button', name);
      await page.keyboard.press('Enter');
      await settled(page);
      const errors = () => page.locator('#issues .card.error').count();
      expect(await errors()).toBeGreaterThan(0);
      if (width < 900) {
        await tabTo(page, '#panes button', 'Causes');
        await page.keyboard.press('Enter');
      }
      expect(await audit(page)).toEqual([]);
      const fixes = page.locator('#issues .fix');
      let left = await explained(page);
      for (let pressed = 0; pressed < 8 && (await fixes.count()) > 0; pressed++) {
        await tabTo(page, '#issues .fix', '');
        await page.keyboard.press('Enter');
        await settled(page);
        expect(await page.evaluate(() => document.activeElement!.id)).toBe('verdict');
        const still = await explained(page);
        expect(still).toBeLessThan(left);
        left = still;
      }
      expect(await errors()).toBe(0);
      expect(await audit(page)).toEqual([]);
      const vector = VECTORS.find((each) => each.name.endsWith(name))!;
      expect(isNearlyAlike(repaired(vector), JSON.parse(await textOf(page)))).toBe(true);
      expect(faults).toEqual([]);
    },
  );
}
