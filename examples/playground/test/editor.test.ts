import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { History } from '../src/editor/history.js';
import start from '../src/start.json' with { type: 'json' };
import { open, textOf } from './support/app.js';
import { settled, visitor } from './support/visit.js';

describe('History', () => {
  it('restores each text when undoing and redoing', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 6 }), { minLength: 2 });
    fc.assert(
      fc.property(texts, (given) => {
        const texts = given.filter((text, i) => text !== given[i - 1]);
        const history = new History();
        for (let i = 1; i < texts.length; i++) history.record(texts[i - 1]!, texts[i]!, Math.min(i, texts[i]!.length));
        let text = texts.at(-1)!;
        for (const before of texts.slice(0, -1).reverse()) expect((text = history.undo(text)!.text)).toBe(before);
        expect(history.undo(text)).toBeUndefined();
        for (const after of texts.slice(1)) expect((text = history.redo(text)!.text)).toBe(after);
        expect(history.redo(text)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['typing', ['', 'a|', 'ab|', 'abc|'], 100, 1],
    ['typing a repeated letter', ['aa', 'aa|a', 'aaa|a'], 100, 1],
    ['typing with pauses', ['', 'a|', 'ab|', 'abc|'], 1000, 3],
    ['typing over a selection', ['"abc"', '"|', '"x|', '"xy|'], 100, 1],
    ['deleting backwards', ['abc', 'ab|', 'a|', '|'], 100, 1],
    ['deleting forwards', ['abc', '|bc', '|c'], 100, 1],
    ['typing elsewhere', ['x', 'xa|', 'b|xa'], 100, 2],
    ['replacing', ['abc', 'x|', 'y|'], 100, 2],
  ] as const)('undoes %s in steps', (_, marked, pause, steps) => {
    const history = new History();
    const texts = marked.map((text) => text.replace('|', ''));
    for (let i = 1; i < texts.length; i++)
      history.record(texts[i - 1]!, texts[i]!, marked[i]!.indexOf('|'), { at: i * pause });
    let text: string = texts.at(-1)!;
    let taken = 0;
    for (let step = history.undo(text); step !== undefined; step = history.undo(text)) {
      text = step.text;
      taken++;
    }
    expect([text, taken]).toEqual([texts[0], steps]);
  });
});

it('undoes all changes of a group at once', () => {
  const history = new History();
  history.record('', '21', 2);
  history.record('21', '22', 2, { group: 'day' });
  history.record('22', '30', 2, { group: 'day' });
  history.record('30', '21', 2, { group: 'day' });
  history.record('21', '19', 2, { group: 'day' });
  expect(history.undo('19')).toEqual({ text: '21', at: 2 });
  expect(history.redo('21')!.text).toBe('19');
  history.record('19', '18', 2, { group: 'day' });
  expect(history.undo('18')!.text).toBe('19');
});

const visit = visitor();

/** Measures the height of the text in the text area, and of the lines in the layer below it. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const area = document.getElementById('json')!;
    area.style.alignSelf = 'start';
    area.style.height = '0';
    const text = area.scrollHeight;
    area.removeAttribute('style');
    return { text, lines: document.getElementById('lines')!.scrollHeight };
  });

it.each([320, 390, 1000, 1440])('breaks lines in the same places as the text area, at %i px', async (width) => {
  const { page, faults } = await visit({ viewport: { width, height: 844 } });
  await page.evaluate(() => (document.body.dataset.pane = 'json'));
  const long = 'Semla med grädde, '.repeat(40);
  const lines = Array.from({ length: 60 }, (_, i) => ({ ...start.items[i % 4]!, name: long.slice(0, i * 12) }));
  await open(page, { ...start, note: `${'x'.repeat(900)}\t${'€'.repeat(50)} 日本 🙂`, items: lines });
  await settled(page);
  const { text, lines: drawn } = await heights(page);
  expect(drawn).toBe(text);
  expect(faults).toEqual([]);
});

it('draws the text, line by line, after each edit', async () => {
  const { page, faults } = await visit();
  const drawn = () => page.locator('#lines .line').allTextContents();
  const area = page.locator('#json');
  for (const text of ['{\n "a": [1,\n2]}', '', '\n\n"x', '{"a": "\\"b", "c": tru}\n', '[1]']) {
    await area.fill(text);
    await settled(page);
    const written = await page.evaluate(() =>
      [...document.querySelectorAll('#lines .line')].map((line) =>
        [...line.childNodes]
          .filter((node) => !(node instanceof Element && node.matches('.numbers')))
          .map((node) => node.textContent)
          .join(''),
      ),
    );
    expect(written.join('\n')).toBe(text);
    expect(await drawn()).toHaveLength(text.split('\n').length);
  }
  expect(faults).toEqual([]);
});

it('undoes and redoes typed text and changes made by a button, using the keyboard', async () => {
  const { page, faults } = await visit();
  const opened = await textOf(page);
  await page.locator('#json').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('abc');
  await page.keyboard.press('Control+z');
  await expect.poll(() => textOf(page)).toBe(opened);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => textOf(page)).toBe(`${opened}abc`);
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Wrong total' }).click();
  const broken = await textOf(page);
  await page.locator('#json').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => textOf(page)).toBe(opened);
  await page.keyboard.press('Control+y');
  await expect.poll(() => textOf(page)).toBe(broken);
  expect(faults).toEqual([]);
});

it('shows text with too many lines only in the text area', async () => {
  const { page, faults } = await visit();
  await open(page, `[${'1,\n'.repeat(21_000)}1]`);
  await settled(page);
  expect(await page.locator('#lines .line').count()).toBe(0);
  expect(await page.locator('#editor.drawn').count()).toBe(0);
  await open(page, start);
  await page.locator('#editor.drawn .line').first().waitFor();
  expect(faults).toEqual([]);
});
