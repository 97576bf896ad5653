import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import start from '../src/start.json' with { type: 'json' };
import { open } from './support/app.js';
import { settled, visitor } from './support/visit.js';

const visit = visitor();

/** A long receipt with mistakes at the start and at the end, one of which is a missing time zone. */
const items = Array.from({ length: 60 }, (_, i) => ({ ...start.items[i % 4]!, name: `Line ${i}` }));
const LONG = {
  ...start,
  timestamp: '2026-11-21T10:05:00',
  items: [...items, { ...start.items[3]!, taxRate: 20, name: 'The last' }],
};

/** Whether a cause is visible in each pane: its card, its note on the receipt, and its number next to the text. */
const shown = (page: Page, number: string) =>
  page.evaluate((number) => {
    const isIn = (pane: string, element: Element | null) => {
      if (element === null) return false;
      const [outer, inner] = [document.querySelector(pane)!.getBoundingClientRect(), element.getBoundingClientRect()];
      return inner.bottom > outer.top && inner.top < outer.bottom;
    };
    const of = (pane: string) => document.querySelector(`${pane} [data-issue~="${number}"]`);
    return {
      text: isIn('#editor', of('#lines')),
      paper: isIn('#paper', of('#paper')),
      card: isIn('#issues', of('#issues')),
      lit: of('#issues')?.classList.contains('lit'),
    };
  }, number);

const ALL = { text: true, paper: true, card: true, lit: true };

it('scrolls all three panes to a cause that is selected in any of them', async () => {
  const { page, faults } = await visit();
  await open(page, LONG, { country: 'SE' });
  await settled(page);
  const numbers = await page
    .locator('#issues .card')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-issue')!));
  expect(numbers.length).toBeGreaterThan(2);
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  await page.locator(`#issues .card[data-issue="${last}"] > .place`).click();
  expect(await shown(page, last)).toEqual(ALL);
  await page.locator(`#scroll-ticks [data-issue="${first}"]`).click();
  expect(await shown(page, first)).toEqual(ALL);
  await page.locator(`#paper .receipt-note[data-issue="${last}"]`).click();
  expect(await shown(page, last)).toEqual(ALL);
  await page.locator(`#lines [data-issue="${last}"]`).first().click();
  expect(await shown(page, last)).toEqual(ALL);
  expect(faults).toEqual([]);
});

it('shows a tick for each cause at the position of its line', async () => {
  const { page, faults } = await visit();
  await open(page, LONG, { country: 'SE' });
  await settled(page);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll-tick')].map((tick) => {
        const line = document.querySelector(`#lines [data-issue="${tick.dataset.issue}"]`)!.closest('.line')!;
        const scroller = document.getElementById('editor')!;
        return parseFloat(tick.style.top) - ((line as HTMLElement).offsetTop / scroller.scrollHeight) * 100;
      }),
    );
  const before = await places();
  expect(before).toHaveLength(await page.locator('#issues .card').count());
  for (const off of before) expect(off).toBeCloseTo(0, 3);
  await page.setViewportSize({ width: 1240, height: 700 });
  await settled(page);
  for (const off of await places()) expect(off).toBeCloseTo(0, 3);
  expect(faults).toEqual([]);
});
