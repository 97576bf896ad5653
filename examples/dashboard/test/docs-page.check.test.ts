import { afterAll, beforeAll, expect, it } from 'vitest';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser/open.js';
import { dashboardFor } from './support.js';

const database = testDatabase('embedded');
beforeAll(database.create);
afterAll(database.dispose);
const server = dashboardFor(database, fixtures);

it('the page of the interface leads to the dashboard, has every issue code, and axe finds nothing in its text', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/docs`);
    const text = page.locator('.information-container');
    await text.waitFor();
    expect(await text.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(await text.locator('tbody tr').count()).toBe(Object.keys(ISSUE_CODES).length);
    expect(await axeFaults(page, '.information-container')).toEqual([]);
  } finally {
    await browser.close();
  }
});
