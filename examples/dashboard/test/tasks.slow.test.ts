import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '../../reference-server/test/support/client.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { HUNG_MS } from '../../../test/support/hung.js';
import { openBrowser } from './browser/open.js';
import { fillEndpoints } from './endpoint-states.js';
import { dashboardFor, signedIn } from './support.js';

describe.each(['light', 'dark'] as const)('common tasks in the %s scheme', (colorScheme) => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const server = dashboardFor(place, fixtures, { REFUSED_WRITES: 'full' });
  let browser: Browser;
  let page: Page;
  let clicks = 0;
  let cookies: { name: string; value: string; url: string }[];
  beforeAll(async () => {
    browser = await openBrowser();
    const user = await signedIn(server.url);
    cookies = [...user.cookies].map(([name, value]) => ({ name, value, url: server.url }));
    const { post } = client(server.url, TOKENS.writer);
    expect((await post(receipt({ receiptNumber: 'FIND-ME' }))).status).toBe(201);
    for (const currency of ['EUR', 'USD']) expect((await post(receipt({ currency }))).status).toBe(422);
    const rejected = async () => (await user.get('/rejected-requests')).html;
    await vi.waitUntil(async () => (await rejected()).includes('2 of 3'), { timeout: HUNG_MS, interval: 500 });
    await fillEndpoints(server.server.database);
  });
  afterAll(() => browser.close());

  async function open(width: number): Promise<void> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme,
      viewport: { width, height: 900 },
    });
    await context.addCookies(cookies);
    page = await context.newPage();
    clicks = 0;
    await page.goto(`${server.url}/dashboard`);
  }
  afterEach(() => page.context().close());
  const click = async (on: Locator) => {
    clicks += 1;
    await on.click();
  };
  const worst = () => page.locator('.attention .name').first();

  it.each([390, 1440])('take at most three clicks each at a width of %d pixels', async (width) => {
    // Each width uses its own cause, because a replay resolves it.
    const cause = width === 390 ? 'database is down' : 'out of memory';
    await open(width);
    // Task: find out which endpoint fails, and why.
    await click(worst());
    await page.getByRole('heading', { level: 1, name: 'https://error.example.com/hooks' }).waitFor();
    const causes = page.getByRole('region', { name: 'Causes of failure' });
    await causes.getByText(cause).waitFor();
    expect(clicks).toBe(1);
    await page.context().close();

    // Task: find the rule that rejects the most requests.
    await open(width);
    await click(page.getByRole('link', { name: 'Rejected', exact: true }));
    await page.getByRole('region', { name: 'By rule' }).getByRole('row').nth(1).waitFor();
    expect(clicks).toBe(1);
    await page.context().close();

    // Task: find a receipt.
    await open(width);
    await page.getByRole('searchbox').fill('FIND-ME');
    await click(page.getByRole('button', { name: 'Find' }));
    await page.getByRole('heading', { level: 1, name: 'Receipt FIND-ME' }).waitFor();
    expect(clicks).toBe(1);
    await page.context().close();

    // Task: replay the deliveries that failed for this reason.
    await open(width);
    await click(page.locator('.name', { hasText: 'error.example.com' }));
    await click(page.getByRole('row').filter({ hasText: cause }).getByRole('link', { name: 'Replay these' }));
    await click(page.getByRole('button', { name: /^Replay \d+$/ }));
    await page.getByRole('status').getByText('deliveries queued').waitFor();
    expect(clicks).toBe(3);
  });

  it("include reading an endpoint's figures and causes within the first 1,600 pixels on a phone", async () => {
    await open(390);
    await page.goto(`${server.url}/dashboard/endpoints/ep_error`);
    for (const part of ['.figures', '[aria-labelledby=causes]']) {
      const { y, height } = (await page.locator(part).boundingBox())!;
      expect([part, y + height <= 1_600]).toEqual([part, true]);
    }
  });
});
