import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../examples/dashboard/test/browser/open';
import { README_PICTURES } from '../../scripts/pictures/readme';
import { PAGE, picturedReceipts } from '../../scripts/pictures/receipts';
import { sizeOf } from '../../scripts/pictures/svg';

const PATHS = [...README_PICTURES.map(({ path }) => path), ...picturedReceipts().map(({ path }) => path)];
const addressOf = (path: string) => pathToFileURL(resolve(path)).href;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Opens an address in a browser page, and evaluates an expression in it. */
async function inPage<T>(address: string, width: number, expression: string): Promise<T> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    return await page.evaluate<T>(expression);
  } finally {
    await context.close();
  }
}

describe('a picture', () => {
  it.each(PATHS)('has the height of the receipt: %s', async (path) => {
    const { height } = sizeOf(readFileSync(path, 'utf8'));
    const drawn = await inPage<number>(
      addressOf(path),
      1440,
      `document.querySelector('foreignObject > div').getBoundingClientRect().height`,
    );
    expect(Math.abs(drawn - height)).toBeLessThanOrEqual(1);
  });

  it('on the page is as wide as the receipt on a phone', () => {
    const { width } = sizeOf(readFileSync(picturedReceipts()[0]!.path, 'utf8'));
    expect(width).toBeLessThanOrEqual(390 - 2 * 16);
    const countries = new Set(picturedReceipts().map(({ country }) => country));
    expect(readFileSync(PAGE, 'utf8').match(/<div class="pictures">/g)).toHaveLength(countries.size);
  });
});
