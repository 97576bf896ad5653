import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { textOf } from './support/app.js';
import { shownIssues, visitor, write } from './support/visit.js';

const visit = visitor();

/** Waits for the verdict: the editor processes typing and clicks after the browser has reported them. */
const verdict = (page: Page, look: string) => page.locator(`#verdict[data-look="${look}"]`).waitFor();

describe('the page', () => {
  it('weighs no more than it may', () => {
    const { 'in all': all, 'up to the end of the script that draws': first } = inject('sizes');
    // Packs take 47 KiB of it, completion and corrections 26.
    expect(all).toBeLessThanOrEqual(184 * 1024);
    expect(first).toBeLessThanOrEqual(45 * 1024);
  });

  it('names in its policy its scripts alone, and nowhere to connect to', async () => {
    const html = await readFile(fileURLToPath(inject('page')), 'utf8');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(/script-src [^;]*/.exec(policy)![0].split(' ')).toHaveLength(4);
  });

  it('draws a valid receipt, and asks for nothing', async () => {
    const { page, faults } = await visit();
    await verdict(page, 'valid');
    expect(await page.locator('#paper [data-path="totals.total"]').innerText()).toBe('380,00');
    expect(faults).toEqual([]);
  });

  it('draws the receipt before the rules are there, and works in a textarea', async () => {
    const { page, faults } = await visit({ without: ['rest', 'codemirror'] });
    expect(await page.locator('#paper [data-path="totals.total"]').innerText()).toBe('380,00');
    await write(page, (await page.locator('#json').inputValue()).replace('"total": 38000', '"total": 39000'));
    await page.locator('#paper').getByText('390,00').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('fetches nothing even where a script asks it to', async () => {
    const { page, faults } = await visit();
    const outcome = await page.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(
        () => 'fetched',
        () => 'refused',
      ),
    );
    expect(outcome).toBe('refused');
    expect(faults.join()).toContain('Content Security Policy');
    expect(faults.filter((fault) => fault.startsWith('asked'))).toEqual([]);
  });
});

/** A click on the receipt selects the field in the text, and typing replaces it. */
async function retype(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`#paper span[data-path="${field}"]`).click();
  await page.keyboard.type(text);
  await expect.poll(() => textOf(page)).toContain(text);
}

describe('typing', () => {
  it('gives the verdict with each key, by the number that all three panes have', async () => {
    const { page, faults } = await visit();
    await retype(page, 'totals.total', '"total": 38001');
    expect(await shownIssues(page)).toEqual(['totals.total sum_mismatch', 'totals.rounding invalid_rounding'].sort());
    const number = await page.locator('#issues [data-field="totals.total"]').getAttribute('data-issue');
    await page.locator(`#paper .receipt-note[data-issue="${number}"]`).waitFor();
    await page.locator(`.cm-gutters [data-issue="${number}"]`).waitFor();
    await page.locator(`#issues [data-issue="${number}"]`).hover();
    await page.locator('#paper span.lit[data-path="totals.total"]').waitFor();
    await page.locator('.j-lit').waitFor();
    expect(faults).toEqual([]);
  });

  it('highlights nothing where a receipt is drawn below a mouse that rests', async () => {
    const { page, faults } = await visit();
    const amount = page.locator('#paper span[data-path="items[0].amount"]');
    await amount.hover();
    await page.locator('.j-lit').waitFor();
    /** Highlights in the text after two mouse events, between which the mouse leaves the receipt. */
    const lit = (...places: number[]) =>
      amount.evaluate((element, places) => {
        for (const screenX of places) {
          element.closest('#paper')!.dispatchEvent(new MouseEvent('mouseleave'));
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, screenX, screenY: 7 }));
        }
        return document.querySelectorAll('.j-lit').length;
      }, places);
    expect(await lit(7, 7)).toBe(0);
    expect(await lit(7, 8)).toBe(1);
    expect(faults).toEqual([]);
  });

  it('shows the place where the text stops being JSON, and keeps the last receipt', async () => {
    const { page, faults } = await visit();
    await retype(page, 'totals.total', '"total": 38000,');
    await verdict(page, 'broken');
    await page.locator('#paper.stale').getByText('380,00').first().waitFor();
    await page.locator('.j-fault').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await verdict(page, 'valid');
    expect(faults).toEqual([]);
  });

  it('is left by Tab, and entered by it', async () => {
    const { page } = await visit();
    const active = () => page.evaluate(() => document.activeElement!.className);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Tab');
    expect(await active()).toContain('cm-content');
    const before = await page.locator('.cm-content').innerText();
    await page.keyboard.press('Tab');
    expect(await active()).not.toContain('cm-content');
    await page.keyboard.press('Shift+Tab');
    expect(await active()).toContain('cm-content');
    expect(await page.locator('.cm-content').innerText()).toBe(before);
  });
});

describe('a fix', () => {
  it('changes the field alone, and Ctrl-Z takes it back', async () => {
    const { page, faults } = await visit();
    const text = () => textOf(page);
    const good = await text();
    await retype(page, 'items[3].taxRate', '"taxRate": 20');
    const broken = await text();
    await page.getByRole('button', { name: 'Fix 20 → 25' }).click();
    await verdict(page, 'valid');
    expect(await text()).toBe(good);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(text).toBe(broken);
    expect(faults).toEqual([]);
  });

  it('can be undone in the textarea, too', async () => {
    const { page, faults } = await visit({ without: ['codemirror'] });
    const text = (await page.locator('#json').inputValue()).replace('"total": 38000', '"total": 38001');
    await write(page, text);
    await page.getByRole('button', { name: 'Fix 38001 → 38000' }).click();
    await verdict(page, 'valid');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('#json').inputValue()).toBe(text);
    await verdict(page, 'refused');
    expect(faults).toEqual([]);
  });

  it('of all figures is what complete says', async () => {
    const { page } = await visit();
    await retype(page, 'items[0].quantity', '"quantity": 3');
    await page.getByRole('button', { name: 'Fix all' }).click();
    await verdict(page, 'valid');
    await page.locator('#paper [data-path="totals.total"]').getByText('445,00').waitFor();
  });
});
