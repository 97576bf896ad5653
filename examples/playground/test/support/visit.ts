import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { openBrowser } from '../../../dashboard/test/browser/open.js';

/** A page under test and the problems that occur on it. */
export interface Visit {
  readonly page: Page;
  /** Network requests, errors and policy violations. */
  readonly faults: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** The fragment to append to the page's URL. */
  readonly fragment?: string;
  /** The ids of scripts to keep from running. */
  readonly without?: readonly string[];
}

/** Returns a function that opens the page as a new visitor. All tests in a file share one connection to the browser. */
export function visitor(): (options?: VisitOptions) => Promise<Visit> {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser.close());
  return async ({ fragment = '', without = [], ...options } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(HUNG_MS);
    contexts.push(context);
    const page = await context.newPage();
    const faults: string[] = [];
    const address = inject('page');
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(?:data|blob):/.test(request.url()))
        faults.push(`asked for ${request.url()}`);
    });
    page.on('console', (message) => {
      // Ignore this message: when a user types over selected text, the browser tries to set an inline style, which the
      // policy blocks and the editor does not need.
      if (!message.text().startsWith('Applying inline style')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    if (without.length > 0) {
      await page.addInitScript((ids) => {
        // Hide the script from the page, which has the same effect as not loading the script.
        const find = document.getElementById.bind(document);
        document.getElementById = (id) => {
          const found = find(id);
          if (found === null || !ids.includes(id)) return found;
          const empty = document.createElement('script');
          empty.type = 'text/plain';
          return empty;
        };
      }, without);
    }
    await page.goto(address + fragment);
    if (!without.includes('rest')) await page.locator('#verdict[data-look]').waitFor();
    return { page, faults };
  };
}

/** Types into the text area. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator('#json').fill(text);
}

/** Returns the issues that the page lists under their causes, as sorted `field code` strings. */
export async function shownIssues(page: Page): Promise<string[]> {
  await settled(page);
  await page
    .locator('#issues details:not([open]) > summary')
    .evaluateAll((all) => all.forEach((summary) => (summary as HTMLElement).click()));
  await settled(page);
  const shown = await page
    .locator('#issues [data-code]')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('data-field')} ${one.getAttribute('data-code')}`));
  return shown.sort();
}

/** Switches to a pane if the screen is too narrow to show all panes. */
export async function pane(page: Page, name: 'Receipt' | 'Causes' | 'JSON'): Promise<void> {
  const tab = page.locator('#panes').getByRole('button', { name });
  if (await tab.isVisible()) await tab.click();
}

/** Waits for the animation frame after a verdict, in which the page updates the causes and the receipt. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}
