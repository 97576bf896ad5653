import type { Page } from 'playwright-core';
import { drawReceipt, receiptStylesheet } from 'receipt-rule-packs/draw';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receipt } from '../../reference-server/test/support/documents.js';
import { openBrowser } from './browser/open.js';
import { difference } from './pictures.js';

let page: Page;
let before: Buffer;
let close: () => Promise<void>;
beforeAll(async () => {
  const browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 700 }, colorScheme: 'light' });
  close = () => browser.close();
  before = await picture(DRAWN);
});
afterAll(() => close());

const DRAWN = `<style>${receiptStylesheet}</style>${drawReceipt(receipt(), { country: 'SE' })}`;

async function picture(html: string): Promise<Buffer> {
  await page.setContent(html);
  return page.screenshot();
}

it('finds no difference between two screenshots of the same page', async () => {
  expect(difference(await picture(DRAWN), before)).toEqual({ same: true, differing: 0 });
});

it.each([
  ['a digit', '30,00', '30,01'],
  ['a comma', '30,00', '30.00'],
  ['the colour of the paper', '#fffefa', '#fff3f0'],
  ['a pixel of space', 'padding: 1px 23px', 'padding: 1px 22px'],
  ['the font', 'ui-monospace', 'serif'],
])('detects that %s has changed', async (_, is, becomes) => {
  expect(DRAWN).toContain(is);
  expect(difference(await picture(DRAWN.replace(is, becomes)), before)).toMatchObject({ same: false });
});

it('detects that the size has changed', async () => {
  await page.setViewportSize({ width: 391, height: 700 });
  expect(difference(await picture(DRAWN), before)).toEqual({ same: false, differing: Infinity });
  await page.setViewportSize({ width: 390, height: 700 });
});
