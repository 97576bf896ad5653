import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { isNearlyAlike } from '../../../test/diagnose/support/alike.js';
import { open, paste, textOf } from './support/app.js';
import { repaired, VECTORS, type Vector } from './support/first-choices.js';
import { settled, visitor } from './support/visit.js';

const visit = visitor();

const vector = (name: string): Vector => VECTORS.find((each) => each.name === name)!;

const errors = (page: Page) =>
  page.evaluate(() => Number(/Refused: (\d+) issue/.exec(document.getElementById('verdict')!.innerText)?.[1] ?? 0));

it.each([
  'no: three mistakes of a Norwegian mapper',
  'us: one flag that causes eight issues',
  'de: a price in euros, Bar, a wrong total',
])('repairs a receipt with all certain repairs and the first choices: %s', async (name) => {
  const { page, faults } = await visit();
  const { business, document } = vector(name);
  await open(page, document, business);
  await settled(page);
  expect(await errors(page)).toBeGreaterThan(0);
  const fix = page.locator('#issues .fix').first();
  for (let pressed = 0; pressed < 8 && (await fix.count()) > 0; pressed++) {
    await fix.click();
    await settled(page);
  }
  expect(await errors(page)).toBe(0);
  expect(isNearlyAlike(repaired(vector(name)), JSON.parse(await textOf(page)))).toBe(true);
  expect(faults).toEqual([]);
});

it('shows a cause with the same number in the text, on the receipt and in the list, even after an edit', async () => {
  const { page, faults } = await visit();
  await open(page, vector('no: three mistakes of a Norwegian mapper').document, { country: 'NO' });
  const numbers = async (selector: string) => {
    const found = await page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-issue') ?? ''));
    return [...new Set(found)].sort();
  };
  const expectAlike = async () => {
    await settled(page);
    const cards = await numbers('#issues [data-issue]');
    expect(await numbers('#lines [data-issue]')).toEqual(cards);
    expect(await numbers('#paper .receipt-note[data-issue]')).toEqual(cards);
    return cards.length;
  };
  const before = await expectAlike();
  await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
  expect(await expectAlike()).toBeLessThan(before);
  expect(faults).toEqual([]);
});

it('lists the issues that a cause explains, including issues that another mistake still hides', async () => {
  const { page, faults } = await visit();
  await open(page, vector('us: one flag that causes eight issues').document, { country: 'US' });
  await settled(page);
  const card = page.locator('#issues .card[data-cause="prices_flag"]');
  await card.locator('summary').filter({ hasText: 'Explains' }).click();
  // The browser fires `toggle`, which fills the list, only after the click.
  await card.locator('.explained li').first().waitFor();
  expect(await card.locator('.explained li').count()).toBeGreaterThan(1);
  expect(await card.locator('.explained [data-code]').count()).toBe(0);
  await page.locator('#issues .card[data-cause="unknown_field"] .fix', { hasText: 'Remove' }).click();
  await settled(page);
  expect(await textOf(page)).not.toContain('tendered');
  expect(faults).toEqual([]);
});

it('validates a pasted receipt under the law of its country, and lets the user switch back', async () => {
  const { page, faults } = await visit();
  await paste(page, JSON.stringify(vector('no: the same document, validated as SE').document, null, 2));
  await page.locator('#judged-as').getByRole('button', { name: 'Back to Sweden' }).waitFor();
  expect(await page.locator('#country').inputValue()).toBe('NO');
  await page.getByRole('button', { name: 'Back to Sweden' }).click();
  expect(await page.locator('#country').inputValue()).toBe('SE');
  expect(await page.locator('#judged-as').isHidden()).toBe(true);
  expect(faults).toEqual([]);
});

it('lets the user change the country, and shows a message if no country matches', async () => {
  const { page, faults } = await visit();
  await paste(page, JSON.stringify(vector('no: the same document, validated as SE').document, null, 2));
  await page.locator('#judged-as').getByRole('button', { name: 'Change' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('country');
  const foreign = { ...vector('no: the same document, validated as SE').document, currency: 'JPY' };
  await paste(page, JSON.stringify(foreign, null, 2));
  const choose = page.locator('#judged-as').getByRole('button', { name: 'Choose a country' });
  await choose.click();
  expect(await page.locator('#judged-as').textContent()).toContain('JPY');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('country');
  expect(faults).toEqual([]);
});

it('links to the pages of a cause and its codes only on the documentation site', async () => {
  const folder = join(inject('scratch'), 'playground');
  await mkdir(folder, { recursive: true });
  await copyFile(fileURLToPath(inject('page')), join(folder, 'index.html'));
  const pagesIn = async (page: Page) => {
    await open(page, vector('no: three mistakes of a Norwegian mapper').document, { country: 'NO' });
    await settled(page);
    await page.locator('#issues summary').filter({ hasText: 'Why' }).first().click();
    return page.locator('#issues .card a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  };
  const { page } = await visit();
  expect((await pagesIn(page)).filter((href) => href.endsWith('.html'))).toEqual([]);
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  const linked = await pagesIn(page);
  expect(linked.filter((href) => /\/causes\/\w+\.html$/.test(href))).toHaveLength(1);
  expect(linked.filter((href) => /\/codes\/\w+\.html$/.test(href)).length).toBeGreaterThan(0);
  await open(page, 'item;amount\nBolle;8400\n');
  await settled(page);
  expect(await page.locator('#issues .card a').getAttribute('href')).toMatch(/\/cookbook\.html$/);
});

it("moves between causes with the keyboard, and applies the current cause's repair", async () => {
  const { page, faults } = await visit();
  await open(page, vector('no: three mistakes of a Norwegian mapper').document, { country: 'NO' });
  await settled(page);
  const before = await errors(page);
  await page.keyboard.press('F8');
  await page.locator('#issues .card.lit[data-issue="1"]').waitFor();
  await page.keyboard.press('F8');
  await page.locator('#issues .card.lit[data-issue="2"]').waitFor();
  await page.keyboard.press('Shift+F8');
  await page.locator('#issues .card.lit[data-issue="1"]').waitFor();
  const text = await textOf(page);
  await page.keyboard.press('Alt+Enter');
  await expect.poll(() => textOf(page)).not.toBe(text);
  await settled(page);
  expect(await errors(page)).toBeLessThan(before);
  expect(faults).toEqual([]);
});

it.each([
  ["{ type: 'sale', 'settled': true }", { type: 'sale', settled: true }],
  ['{ "type": "sale", "settled": true, }', { type: 'sale', settled: true }],
  ['{ "items": [ { "name": "x" }', { items: [{ name: 'x' }] }],
])('offers to convert text that is almost JSON: %s', async (text, document) => {
  const { page, faults } = await visit();
  await open(page, text);
  await page.locator('#verdict[data-look="broken"]').waitFor();
  await page.locator('#issues .fix').click();
  expect(JSON.parse(await textOf(page))).toEqual(document);
  expect(faults).toEqual([]);
});

it('counts the repairs that made a receipt valid, and undoes all of them, including the change of country', async () => {
  const { page, faults } = await visit();
  const { document } = vector('no: the same document, validated as SE');
  await open(page, document, { country: 'SE' });
  await settled(page);
  const opened = await textOf(page);
  const fix = page.locator('#issues .fix').first();
  for (let pressed = 0; pressed < 8 && (await errors(page)) > 0; pressed++) {
    await fix.click();
    await settled(page);
  }
  expect(await page.locator('#country').inputValue()).toBe('NO');
  await page.locator('#verdict').getByRole('button', { name: 'Undo all' }).click();
  await settled(page);
  expect(await textOf(page)).toBe(opened);
  expect(await page.locator('#country').inputValue()).toBe('SE');
  expect(await page.locator('#verdict button').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('shows what to do if the text is empty', async () => {
  const { page, faults } = await visit();
  await page.locator('#json').fill('');
  await settled(page);
  expect(await page.locator('#verdict').innerText()).toContain('start from a sample');
  expect(faults).toEqual([]);
});
