/** Pictures of pages in 24 states, held against those that are kept: `npm run check:pages`. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser.js';
import { compare } from './pictures.js';
import { fill, NOW, type Rows, type State } from './states.js';
import { ADMIN_TOKEN, dashboardFor } from './support.js';

const WINDOWS = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

let opened: { browser: Browser; close: () => Promise<void> };
beforeAll(async () => {
  opened = await openBrowser(inject('scratch'));
});
afterAll(() => opened.close());

describe.each<[State, Rows]>([
  ['healthy', 0],
  ['healthy', 1],
  ['healthy', 500],
  ['broken', 0],
  ['broken', 1],
  ['broken', 500],
])('%s, %d rows', (state, rows) => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);
  // Nothing is sent: what the pages show is all there is.
  const server = dashboardFor(database, () => ({}), {
    REFUSED_WRITES: 'full',
    DASHBOARD_TZ: 'Europe/Stockholm',
  });
  let page: string;
  beforeAll(async () => {
    page = await fill(server.server.database, state, rows);
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  let close: () => Promise<void>;
  afterEach(() => close());

  it.each(WINDOWS)('%d pixels wide, %s', async (width, colorScheme) => {
    const context = await opened.browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      baseURL: server.url,
      reducedMotion: 'reduce',
    });
    close = () => context.close();
    const tab = await context.newPage();
    await tab.goto(`/dashboard/sign-in?next=${encodeURIComponent(page)}`);
    await tab.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    expect(await axeFaults(tab)).toEqual([]);
    const kept = new URL(`pictures/${state}-${rows}-${width}-${colorScheme}.png`, import.meta.url);
    const picture = await tab.screenshot({ fullPage: false });
    expect(await compare(picture, kept)).toMatchObject({ same: true });
  });
});
