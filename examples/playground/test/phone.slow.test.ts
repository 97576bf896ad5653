import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { samples } from '../build/samples.js';
import start from '../src/start.json' with { type: 'json' };
import { open } from './support/app.js';
import { pane, settled, visitor } from './support/visit.js';

const visit = visitor();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A receipt with two mistakes, each of which has a repair. */
const TWO = { ...start, timestamp: '2026-11-21T10:05:00', totals: { ...start.totals, total: 38100 } };
const mistakes = samples().find(({ title }) => title === 'Three mistakes of a Norwegian mapper')!;

it('opens a cause in a sheet with its line and repair, and continues with the next cause until none are left', async () => {
  const { page, faults } = await visit(PHONE);
  await open(page, TWO);
  await settled(page);
  await pane(page, 'Causes');
  const causes = await page.locator('#issues .card').count();
  await page.locator('#issues .place').first().tap();
  const sheet = page.getByRole('dialog');
  const number = () => sheet.locator('h3 .number').innerText();
  const seen: string[] = [];
  for (let i = 0; i < causes; i++) {
    const card = page.locator(`#issues .card[data-issue="${await number()}"]`);
    expect(await sheet.locator('h3').innerText()).toContain(await card.locator('.cause-title').innerText());
    expect((await sheet.locator('.sheet-line [class^="j-"]').innerText()).length).toBeGreaterThan(0);
    seen.push(await number());
    if (causes > 1) await sheet.getByRole('button', { name: 'Next' }).tap();
  }
  expect(new Set(seen).size).toBe(causes);
  expect(causes).toBeGreaterThan(1);
  for (let i = 0; i < 12 && (await sheet.count()) > 0; i++) {
    await sheet.locator('.fix').first().tap();
    await settled(page);
  }
  expect(await sheet.count()).toBe(0);
  expect(await page.locator('#issues .card').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('verdict');
  expect(faults).toEqual([]);
});

it('opens the sheet from a number on the receipt, and shows the line in the text', async () => {
  const { page, faults } = await visit(PHONE);
  await open(page, mistakes.document, mistakes.setting);
  await settled(page);
  await page.locator('#paper .receipt-note').first().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Show in text' }).tap();
  const { top, bottom } = await page.evaluate(() => {
    const { selectionStart, value } = document.querySelector<HTMLTextAreaElement>('#json')!;
    const line = value.slice(0, selectionStart).split('\n').length - 1;
    return document.querySelectorAll('.line')[line]!.getBoundingClientRect();
  });
  const bar = (await page.locator('#receipt-view > .bar').boundingBox())!;
  expect(top).toBeGreaterThanOrEqual(bar.y + bar.height);
  expect(bottom).toBeLessThanOrEqual(844);
  expect(faults).toEqual([]);
});

it('keeps the verdict and the country at the top', async () => {
  const { page, faults } = await visit(PHONE);
  await page.evaluate(() => window.scrollTo(0, 600));
  for (const id of ['verdict', 'country']) {
    const { y } = (await page.locator(`#${id}`).boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(150);
  }
  expect(faults).toEqual([]);
});

/** Finds touch targets smaller than 44 by 44 pixels, except links within text. */
const small = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document;
    const targets = [...root.querySelectorAll<HTMLElement>('button, select, summary, input, label:has(input)')]
      // For a checkbox, the label is the touch target.
      .filter((one) => one.checkVisibility() && !(one instanceof HTMLInputElement && one.type === 'checkbox'))
      .filter((one) => !one.classList.contains('hidden') && one.closest('[hidden]') === null);
    return targets.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width < 44 || height < 44 ? [`${one.outerHTML.slice(0, 100)} ${width} × ${height}`] : [];
    });
  });

it.each([320, 390])('has no touch targets smaller than 44 pixels at %i px', async (width) => {
  const { page, faults } = await visit({ ...PHONE, viewport: { width, height: 844 } });
  await open(page, mistakes.document, mistakes.setting);
  await settled(page);
  await page.locator('#days summary').tap();
  for (const name of ['Receipt', 'Causes', 'JSON'] as const) {
    await pane(page, name);
    await page
      .locator('#issues details:not([open]) > summary')
      .evaluateAll((all) => all.forEach((summary) => (summary as HTMLElement).click()));
    expect({ name, small: await small(page) }).toEqual({ name, small: [] });
  }
  for (const name of ['Samples', 'Copy', 'Share']) {
    await page.locator('#tools').getByRole('button', { name }).tap();
    expect({ name, small: await small(page) }).toEqual({ name, small: [] });
    await page.keyboard.press('Escape');
  }
  await pane(page, 'Causes');
  await page.locator('#issues .place').first().tap();
  expect(await small(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Webhook' }).tap();
  await page.locator('#header-parts li').first().waitFor();
  expect(await small(page)).toEqual([]);
  expect(faults).toEqual([]);
});
