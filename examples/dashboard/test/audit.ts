import type { Page } from 'playwright-core';

/** Plain JavaScript, because it runs in the page, and the repository has no DOM types. */
const IN_PAGE = new URL('inspect-page.mjs', import.meta.url).href;

/** Problems of a page for users with a keyboard, a screen reader or a small screen; empty if there are none. */
export async function audit(page: Page): Promise<string[]> {
  const { inspect } = await inPage();
  return page.evaluate(inspect);
}

/** The outline style of the focused element. */
export async function focusRing(page: Page): Promise<string> {
  const { outlineStyle } = await inPage();
  return page.evaluate(outlineStyle);
}

async function inPage() {
  return (await import(IN_PAGE)) as { inspect: () => string[]; outlineStyle: () => string };
}
