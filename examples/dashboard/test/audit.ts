import type { Page } from 'playwright-core';

/** This module is plain JavaScript, because it runs in the page and the repository does not include DOM types. */
const IN_PAGE = new URL('inspect-page.mjs', import.meta.url).href;

/** Returns the problems that a page has for users of a keyboard, a screen reader or a small screen. */
export async function audit(page: Page): Promise<string[]> {
  const { inspect } = await inPage();
  return page.evaluate(inspect);
}

/** Returns the outline style of the focused element. */
export async function focusRing(page: Page): Promise<string> {
  const { outlineStyle } = await inPage();
  return page.evaluate(outlineStyle);
}

async function inPage() {
  return (await import(IN_PAGE)) as { inspect: () => string[]; outlineStyle: () => string };
}
