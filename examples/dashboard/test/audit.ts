import type { Page } from 'playwright-core';

/** Plain JavaScript: it runs in the page, whose types the rest of the repository does without. */
const IN_PAGE = new URL('inspect-page.mjs', import.meta.url).href;

/** What is wrong with a page for those who use a keyboard, a screen reader or a small screen; empty where nothing is. */
export async function audit(page: Page): Promise<string[]> {
  const { inspect } = await inPage();
  return page.evaluate(inspect);
}

/** How the focus is drawn around what has it: a style of CSS. */
export async function focusRing(page: Page): Promise<string> {
  const { outlineStyle } = await inPage();
  return page.evaluate(outlineStyle);
}

async function inPage() {
  return (await import(IN_PAGE)) as { inspect: () => string[]; outlineStyle: () => string };
}
