import type { Page } from 'playwright-core';
import type { Cause } from 'receipt-rule-packs/diagnose';
import type { App } from '../../src/app.js';
import type { Setting } from '../../src/verdict.js';

/** The global variable in which the page stores its modules. */
declare const receiptPlayground: Record<string, { app: App }>;

/** Returns the text in the editor. */
export const textOf = (page: Page): Promise<string> => page.evaluate(() => receiptPlayground['./first.js']!.app.text);

/** Opens a document in the same way as a file or a sample. */
export async function open(page: Page, document: unknown, setting: Partial<Setting> = {}): Promise<void> {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 2);
  await page.evaluate(([text, setting]) => receiptPlayground['./first.js']!.app.open(text, setting), [
    text,
    setting,
  ] as const);
}

/** Replaces the text by pasting. */
export function paste(page: Page, text: string): Promise<void> {
  return page.locator('#json').evaluate((area: HTMLTextAreaElement, text) => {
    area.focus();
    area.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    // An event dispatched by a script does not insert the text, so insert the text as the browser would.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, text);
  }, text);
}

/**
 * Opens documents one after another. Returns, for each document, sorted `field code` strings for the issues that the
 * document's causes explain.
 */
export function shownForEach(
  page: Page,
  documents: readonly (readonly [text: string, setting: Partial<Setting>])[],
): Promise<string[][]> {
  return page.evaluate((documents) => {
    const { app } = receiptPlayground['./first.js']!;
    return documents.map(([text, setting]) => {
      app.open(text, setting);
      app.settle();
      const issues = app.causes.flatMap(({ notes }) => notes.map(({ issue }) => issue));
      return issues.map(({ field, code }) => `${field} ${code}`).sort();
    });
  }, documents);
}

/** The parts of a cause that the page shows and tests compare. */
export type ShownCause = Pick<Cause, 'code' | 'field' | 'confidence' | 'changes' | 'options'> & {
  readonly number: number;
};

/** Opens documents one after another. Returns the causes of each. */
export function causesForEach(
  page: Page,
  documents: readonly (readonly [text: string, setting: Partial<Setting>])[],
): Promise<ShownCause[][]> {
  return page.evaluate((documents) => {
    const { app } = receiptPlayground['./first.js']!;
    return documents.map(([text, setting]) => {
      app.open(text, setting);
      app.settle();
      return app.causes.map(({ number, cause: { code, field, confidence, changes, options } }) => ({
        number,
        code,
        field,
        confidence,
        changes,
        ...(options && { options }),
      }));
    });
  }, documents);
}
