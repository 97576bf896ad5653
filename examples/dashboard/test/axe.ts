import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds in a page. @param selector limits the check to part of the page */
export async function axeFaults(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(SOURCE);
  const run = `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120))))`;
  return page.evaluate<string[]>(run);
}
