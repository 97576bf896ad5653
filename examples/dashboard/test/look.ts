import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser/open.js';
import { compare } from './pictures.js';
import { fill, NOW, type Rows, type State } from './states.js';
import { dashboardFor, signedIn } from './support.js';

/** A state of the service, and the windows in which its page is compared. */
export type Look = readonly [State, Rows, readonly (readonly [width: number, colours: 'light' | 'dark'])[]];

/** Compares pages with their reference screenshots. With `axe`, also checks that axe finds no violations. */
export function declareLook(looks: readonly Look[], { axe = false } = {}): void {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  // The pages show only the data that the tests store, because no events are sent.
  const server = dashboardFor(database, () => ({}), {
    REFUSED_WRITES: 'full',
    DASHBOARD_TZ: 'Europe/Stockholm',
  });

  describe.each(looks)('%s, %d rows', (state, rows, windows) => {
    let page: Page;
    beforeAll(async () => {
      const path = await fill(server.server.database, state, rows);
      const { cookies } = await signedIn(server.url);
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url })));
      page = await context.newPage();
      await page.goto(server.url + path);
    });
    afterAll(() => page.context().close());

    it.each(windows)('matches its reference at a width of %d pixels, %s', async (width, colorScheme) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      if (axe) expect(await axeFaults(page)).toEqual([]);
      const kept = new URL(`pictures/${state}-${rows}-${width}-${colorScheme}.png`, import.meta.url);
      // Screenshots of receipts show the full page; others show only the first screen.
      expect(await compare(await page.screenshot({ fullPage: rows === 1 }), kept)).toMatchObject({ same: true });
    });
  });
}
