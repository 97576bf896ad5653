import type { Page } from 'playwright-core';
import type { App } from '../../src/app.js';
import type { Setting } from '../../src/verdict.js';

/** Where the page stores its modules. */
declare const receiptPlayground: Record<string, { app: App }>;

/** The text in the page. */
export const textOf = (page: Page): Promise<string> => page.evaluate(() => receiptPlayground['./first.js']!.app.text);

/** Opens a document, as a file or the gallery does. */
export async function open(page: Page, document: unknown, setting: Partial<Setting> = {}): Promise<void> {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 2);
  await page.evaluate(([text, setting]) => receiptPlayground['./first.js']!.app.open(text, setting), [
    text,
    setting,
  ] as const);
}

/** Opens many documents in turn, and returns the `field code` of the issues shown for each, sorted. */
export function shownForEach(
  page: Page,
  documents: readonly (readonly [text: string, setting: Partial<Setting>])[],
): Promise<string[][]> {
  return page.evaluate((documents) => {
    const { app } = receiptPlayground['./first.js']!;
    return documents.map(([text, setting]) => {
      app.open(text, setting);
      const cards = [...document.querySelectorAll('#issues [data-issue]')];
      return cards.map((card) => `${card.getAttribute('data-field')} ${card.getAttribute('data-code')}`).sort();
    });
  }, documents);
}
