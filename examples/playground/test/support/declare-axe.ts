import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pane, shownIssues, visitor, type VisitOptions } from './visit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the problems that axe finds in the current state of the page, and a problem if the page scrolls sideways. */
export async function audit(page: Page): Promise<string[]> {
  return page.evaluate(async (source) => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    if (!('axe' in window)) (0, eval)(source);
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    return wide ? [...found, 'the page scrolls sideways'] : found;
  }, AXE);
}

/** Tests that axe finds no problems, with and without issues, and with every dialog and pane opened. */
export function declareAxe(looks: readonly (readonly [name: string, options: VisitOptions])[]): void {
  const visit = visitor();
  it.each(looks)('has no axe violations: %s', async (_, options) => {
    // Bypass the page's policy, which would block axe.
    const { page } = await visit({ ...options, bypassCSP: true });
    expect(await audit(page)).toEqual([]);
    await pane(page, 'Causes');
    await page.getByRole('button', { name: 'Unknown rate' }).click();
    await page.locator('#issues .fix').first().waitFor();
    await shownIssues(page);
    expect(await audit(page)).toEqual([]);
    for (const name of ['Samples', 'Copy', 'Share']) {
      await page.locator('#tools').getByRole('button', { name }).click();
      expect({ name, faults: await audit(page) }).toEqual({ name, faults: [] });
      await page.keyboard.press('Escape');
    }
    await page.locator('#days details').evaluate((details: HTMLDetailsElement) => (details.open = true));
    await page.locator('#strips .strip').first().waitFor();
    expect(await audit(page)).toEqual([]);
    await page.locator('#issues .place').first().click();
    if ((await page.getByRole('dialog').count()) > 0) {
      expect(await audit(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await pane(page, 'JSON');
    expect(await audit(page)).toEqual([]);
    await page.locator('#json').fill('{"a": 1,}');
    await page.locator('#verdict[data-look="broken"]').waitFor();
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Webhook' }).click();
    await page.locator('#webhook-view .verdict[data-look]').waitFor();
    await page.getByRole('button', { name: 'Change a byte' }).click();
    await page.locator('.changed').waitFor();
    expect(await audit(page)).toEqual([]);
  });
}
