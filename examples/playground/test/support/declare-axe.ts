import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { visitor, type VisitOptions } from './visit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Problems of the page in its current state; empty if there are none. */
async function audit(page: Page): Promise<string[]> {
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

/** Tests that axe finds nothing: with and without issues, and with everything opened. */
export function declareAxe(looks: readonly (readonly [name: string, options: VisitOptions])[]): void {
  const visit = visitor();
  it.each(looks)('has no fault that axe finds: %s', async (_, options) => {
    // The policy of the page blocks other scripts, but axe must run.
    const { page } = await visit({ ...options, bypassCSP: true });
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unknown rate' }).click();
    await page.locator('#issues summary').first().click();
    await page.locator('#all .fix').waitFor();
    await page.locator('#all summary').click();
    expect(await audit(page)).toEqual([]);
    for (const name of ['Samples', 'Copy', 'Share']) {
      await page.locator('#tools').getByRole('button', { name }).click();
      expect({ name, faults: await audit(page) }).toEqual({ name, faults: [] });
      await page.keyboard.press('Escape');
    }
    await page.locator('#windows').selectOption('warn');
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Webhook' }).click();
    await page.locator('#webhook-view .verdict[data-look]').waitFor();
    expect(await audit(page)).toEqual([]);
  });
}
