/**
 * Opens the pages of endpoints in every state: four that fail completely, each in a different way, and one that fails
 * 30 % of its attempts.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { audit } from './audit.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser/open.js';
import { fillEndpoints } from './endpoint-states.js';
import { dashboardFor, signedIn } from './support.js';

const STATES = ['refused', 'silent', 'error', 'unknown', 'flapping', 'well', 'new', 'paused'];

describe('the pages of endpoints in various states', () => {
  const place = testDatabase('postgres');
  beforeAll(place.create);
  afterAll(place.dispose);
  const server = dashboardFor(place, fixtures);
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    await fillEndpoints(server.server.database);
  });
  afterAll(() => browser.close());

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('have no axe violations at a width of %d pixels, %s', async (width, colorScheme) => {
    const { cookies } = await signedIn(server.url);
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url })));
    const page = await context.newPage();
    const paths = STATES.map((state) => `/endpoints/ep_${state}`);
    const faults: string[] = [];
    for (const path of ['', '/endpoints', ...paths, '/endpoints/ep_error/replay', '/endpoints/ep_flapping/replay']) {
      await page.goto(`${server.url}/dashboard${path}`);
      faults.push(...(await axeFaults(page)), ...(await audit(page)));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
