import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { fixtures } from '../../reference-server/test/support/fixtures.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser/open.js';
import { dashboardFor } from './support.js';

const database = testDatabase('postgres');
beforeAll(database.create);
afterAll(database.dispose);
const server = dashboardFor(database, fixtures);

let page: Page;
let close: () => Promise<void>;
beforeAll(async () => {
  const browser = await openBrowser();
  close = () => browser.close();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${server.url}/docs`);
  await page.locator('.opblock').first().waitFor();
});
afterAll(() => close());

/** The selectors for one operation of each kind. */
const READ = '#operations-Transactions-listTransactions';
const WRITE = '#operations-Transactions-createTransaction';
const WEBHOOK = '#operations-webhooks-transactionCreated';

it('the API page links to the dashboard and lists every issue code', async () => {
  const text = page.locator('.information-container');
  expect(await text.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(await text.locator('tbody tr').count()).toBe(Object.keys(ISSUE_CODES).length);
});

it('axe finds no violations on the API page, even with operations expanded and executed', async () => {
  expect(await axeFaults(page)).toEqual([]);
  for (const operation of [READ, WRITE, WEBHOOK]) await page.locator(`${operation} .opblock-summary-control`).click();
  for (const operation of [READ, WRITE]) {
    await page.locator(`${operation} .try-out__btn`).click();
    await page.locator(`${operation} .btn.execute`).click();
    await page.locator(`${operation} .live-responses-table`).waitFor();
    await page.locator(`${operation} [data-name="model"]`).first().click();
  }
  await page.locator('.btn.authorize').first().click();
  await page.getByRole('dialog', { name: 'Authorizations' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
});
