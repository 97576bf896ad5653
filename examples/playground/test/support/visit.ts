import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { openBrowser } from '../../../dashboard/test/browser/open.js';

/** A page under test, and its problems. */
export interface Visit {
  readonly page: Page;
  /** Requests, errors, and policy violations. */
  readonly faults: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** What follows the address. */
  readonly fragment?: string;
  /** Scripts of the page that do not run, by id. */
  readonly without?: readonly string[];
}

/** Opens the page, each time as a new visitor. One connection to the browser for all tests of a file. */
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
    context.setDefaultTimeout(10_000);
    contexts.push(context);
    const page = await context.newPage();
    const faults: string[] = [];
    const address = inject('page');
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(?:data|blob):/.test(request.url()))
        faults.push(`asked for ${request.url()}`);
    });
    page.on('console', (message) => {
      // When a user types over selected text, the browser tries to set an inline style. The policy blocks it, and the
      // editor does not need it.
      if (!message.text().startsWith('Applying inline style')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    if (without.length > 0) {
      await page.addInitScript((ids) => {
        // A script that the page cannot find has the same effect as one that was not loaded.
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
    const isWhole = !without.includes('rest');
    if (isWhole) await page.locator('#verdict[data-look]').waitFor();
    if (isWhole && !without.includes('codemirror')) await page.locator('.cm-content').waitFor();
    return { page, faults };
  };
}

/** Sets the textarea, as typing would: for pages without the editor. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator('#json').fill(text);
}

/** The issues that the page shows, as `field code`. */
export function shownIssues(page: Page): Promise<string[]> {
  return page
    .locator('#issues [data-issue]')
    .evaluateAll((cards) =>
      cards.map((card) => `${card.getAttribute('data-field')} ${card.getAttribute('data-code')}`),
    );
}
