import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { createRegistry } from 'receipt-rule-packs';
import { drawReceipt, receiptPrintStylesheet, receiptStylesheet } from 'receipt-rule-packs/draw';
import { packs } from 'receipt-rule-packs/packs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../examples/dashboard/test/browser/open';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const LONG = 'Kooperativet-med-ett-mycket-långt-namn-som-inte-kan-brytas-någonstans-alls';
const vendor = { name: LONG, orgNumber: '556036-0793', address: { line1: 'Götgatan 1', city: 'Stockholm' } };

const registry = createRegistry(packs);

/** A receipt from examples/receipts with all its issues. */
function drawn(path: string, changes: object = {}): string {
  const text = readFileSync(new URL(`../../examples/receipts/${path}.json`, import.meta.url), 'utf8');
  const document = { ...(JSON.parse(text) as object), ...changes };
  const country = path.slice(0, 2).toUpperCase();
  const { issues, warnings } = registry.validate(document, { country, multiLocation: country === 'SE' });
  return drawReceipt(document, { country, vendor, issues: [...issues, ...warnings] });
}

const RECEIPTS = [
  drawn('se/kivra-weighed-cheese-ica'),
  drawn('se/derived-refund', { receiptNumber: LONG }),
  drawn('us/us-ca-taxjar-three-levels', { totals: { subtotal: 2 ** 53, discount: 0, tax: 155, total: 2 ** 53 } }),
  drawReceipt({ type: 'gift' }),
];
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipts</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>:root { color-scheme: light dark } body { margin: 8px; background: Canvas }${receiptStylesheet}</style></head>
<body><header>Elsewhere</header><main><h1>Receipts</h1>${RECEIPTS.map((each) => `<section>${each}</section>`).join('')}</main>
<footer>Elsewhere too</footer></body></html>`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(() => page.context().close());
afterAll(() => browser.close());

type Look = Parameters<Browser['newContext']>[0];

/** The page, with the requests and console messages while it was rendered. */
async function open(look: Look, html = PAGE): Promise<string[]> {
  const context = await browser.newContext(look);
  page = await context.newPage();
  const events: string[] = [];
  page.on('request', (request) => events.push(request.url()));
  page.on('console', (message) => events.push(message.text()));
  await page.setContent(html);
  return events;
}

/** Runs JavaScript in the page. A string, because the repository has no DOM types. */
const inPage = <T>(code: string): Promise<T> => page.evaluate<T>(code);

describe.each<[name: string, look: Look]>([
  ['light', { viewport: { width: 1000, height: 800 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1000, height: 800 }, colorScheme: 'dark' }],
  ['320 pixels wide', { viewport: { width: 320, height: 640 }, colorScheme: 'light' }],
  ['320 pixels wide and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['forced colours', { viewport: { width: 1000, height: 800 }, forcedColors: 'active' }],
])('a page of receipts, %s', (_, look) => {
  it('loads and runs nothing, does not scroll sideways, and axe finds nothing', async () => {
    expect(await open(look)).toEqual([]);
    expect(await inPage('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    // Clipped text cannot be read.
    const cut = `[...document.querySelectorAll('.receipt-row, .receipt-note')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`;
    expect(await inPage(cut)).toEqual([]);
    await inPage(`(() => { const module = undefined; ${AXE}; })()`);
    // Also counts what axe could not decide, such as text over an image.
    const faults = `axe.run(document).then(({ violations, incomplete }) => [...violations, ...incomplete].map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))`;
    expect(await inPage(faults)).toEqual([]);
  });
});

/** The bounds of elements. */
const boxes = (selector: string) =>
  inPage<{ left: number; right: number; top: number; bottom: number; width: number; height: number }[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
  );

it('has notes beside the paper on a wide page, and below their line on a narrow one', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const row = '.receipt-group:has(.receipt-notes) > .receipt-row';
  const [wideRow] = await boxes(row);
  const [wideNote] = await boxes('.receipt-notes');
  expect(wideRow!.width).toBe(340);
  expect(wideNote!.left).toBeGreaterThanOrEqual(wideRow!.right);
  expect(wideNote!.top - wideRow!.top).toBeLessThan(30);
  await page.setViewportSize({ width: 320, height: 640 });
  const [narrowRow] = await boxes(row);
  const [narrowNote] = await boxes('.receipt-notes');
  expect(narrowNote!.top).toBeGreaterThanOrEqual(narrowRow!.bottom);
  expect(narrowNote!.right).toBeLessThanOrEqual(320);
});

it('writes amounts below each other, at the right margin', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const rights = (await boxes('section:first-of-type .receipt-item > .receipt-right')).map(({ right }) => right);
  expect(rights.length).toBeGreaterThan(3);
  expect(new Set(rights).size).toBe(1);
});

/** How the page is printed for a reader who prefers a dark colour scheme. */
async function print(html: string): Promise<void> {
  await open({ viewport: { width: 1000, height: 800 }, colorScheme: 'dark' }, html);
  await page.emulateMedia({ media: 'print' });
}

it('is printed in black with its notes, and the page around it as the page says', async () => {
  await print(PAGE);
  for (const shown of ['header', 'footer', 'h1', '.receipt-notes'])
    expect((await boxes(shown)).filter(({ height }) => height > 0)).not.toEqual([]);
  for (const black of ['.receipt', '.receipt-note', '.receipt-row .receipt-error'])
    expect(await inPage(`getComputedStyle(document.querySelector('${black}')).color`)).toBe('rgb(0, 0, 0)');
  expect(await inPage(`getComputedStyle(document.querySelector('.receipt-note')).backgroundColor`)).toBe(
    'rgb(255, 255, 255)',
  );
});

it('is printed alone, without notes, where the sheet for print is added', async () => {
  await print(PAGE.replace('</style>', `${receiptPrintStylesheet}</style>`));
  for (const gone of ['header', 'footer', 'h1', '.receipt-notes'])
    expect((await boxes(gone)).filter(({ height }) => height > 0)).toEqual([]);
  const papers = await boxes('.receipt');
  expect(papers.filter(({ height }) => height > 100)).toHaveLength(RECEIPTS.length);
  // One below the other.
  for (const [i, { top }] of papers.slice(1).entries()) expect(top).toBeGreaterThanOrEqual(papers[i]!.bottom);
  expect(await inPage(`getComputedStyle(document.querySelector('.receipt')).color`)).toBe('rgb(0, 0, 0)');
});
