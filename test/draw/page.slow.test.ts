import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { createRegistry } from 'receipt-rule-packs';
import { drawReceipt, receiptPrintStylesheet, receiptStylesheet } from 'receipt-rule-packs/draw';
import { packs } from 'receipt-rule-packs/packs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../examples/dashboard/test/browser/open';
import { madeDocument } from './of-countries';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const LONG = 'Kooperativet-med-ett-mycket-långt-namn-som-inte-kan-brytas-någonstans-alls';
const vendor = { name: LONG, orgNumber: '556036-0793', address: { line1: 'Götgatan 1', city: 'Stockholm' } };

const registry = createRegistry(packs);

/** Draws a receipt from examples/receipts with all issues. */
function drawn(path: string, changes: object = {}): string {
  const text = readFileSync(new URL(`../../examples/receipts/${path}.json`, import.meta.url), 'utf8');
  const document = { ...(JSON.parse(text) as object), ...changes };
  const country = path.slice(0, 2).toUpperCase();
  const { issues, warnings } = registry.validate(document, { country, multiLocation: country === 'SE' });
  // Ids must be unique on the page.
  const idPrefix = path.replace('/', '-');
  return drawReceipt(document, { country, vendor, idPrefix, issues: [...issues, ...warnings] });
}

const RECEIPTS = [
  drawn('se/kivra-weighed-cheese-ica'),
  drawn('se/derived-refund', { receiptNumber: LONG }),
  drawn('us/us-ca-taxjar-three-levels', { totals: { subtotal: 2 ** 53, discount: 0, tax: 155, total: 2 ** 53 } }),
  drawReceipt({ type: 'gift' }),
  drawReceipt(
    madeDocument(
      packs.find(({ country }) => country === 'PT')!,
      'device',
    ),
    { country: 'PT', vendor },
  ),
  drawReceipt(
    madeDocument(
      packs.find(({ country }) => country === 'IT')!,
      'void',
    ),
    { country: 'IT', vendor },
  ),
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

/** Opens a page. Returns the page's requests and console messages. */
async function open(look: Look, html = PAGE): Promise<string[]> {
  const context = await browser.newContext(look);
  page = await context.newPage();
  const events: string[] = [];
  page.on('request', (request) => events.push(request.url()));
  page.on('console', (message) => events.push(message.text()));
  await page.setContent(html);
  return events;
}

/** Runs JavaScript in the page. The code is a string, because the repository has no DOM types. */
const inPage = <T>(code: string): Promise<T> => page.evaluate<T>(code);

describe.each<[name: string, look: Look]>([
  ['light', { viewport: { width: 1000, height: 800 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1000, height: 800 }, colorScheme: 'dark' }],
  ['320 pixels wide', { viewport: { width: 320, height: 640 }, colorScheme: 'light' }],
  ['320 pixels wide and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['forced colours', { viewport: { width: 1000, height: 800 }, forcedColors: 'active' }],
])('a page of receipts, %s', (_, look) => {
  it('loads nothing, runs nothing, does not scroll sideways, and passes axe', async () => {
    expect(await open(look)).toEqual([]);
    expect(await inPage('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    // Clipped text would be unreadable.
    const cut = `[...document.querySelectorAll('.receipt-row, .receipt-note')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`;
    expect(await inPage(cut)).toEqual([]);
    await inPage(`(() => { const module = undefined; ${AXE}; })()`);
    // Includes what axe could not decide, such as text over an image.
    const faults = `axe.run(document).then(({ violations, incomplete }) => [...violations, ...incomplete].map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))`;
    expect(await inPage(faults)).toEqual([]);
  });
});

/** Bounding boxes of elements. */
const boxes = (selector: string) =>
  inPage<{ left: number; right: number; top: number; bottom: number; width: number; height: number }[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
  );

it('notes are next to the receipt on a wide page, and below their line on a narrow page', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const row = '.receipt-row:has(+ .receipt-notes, + .receipt-aside)';
  const [wideRow] = await boxes(row);
  const [wideNote] = await boxes('.receipt-notes');
  const [paper] = await boxes('.receipt-noted .receipt-paper');
  expect(paper!.width).toBe(340);
  expect(wideNote!.left).toBeGreaterThanOrEqual(paper!.right);
  expect(Math.abs(wideNote!.top - wideRow!.top)).toBeLessThan(30);
  await page.setViewportSize({ width: 320, height: 640 });
  const [narrowRow] = await boxes(row);
  const [narrowNote] = await boxes('.receipt-notes');
  expect(narrowNote!.top).toBeGreaterThanOrEqual(narrowRow!.bottom);
  expect(narrowNote!.right).toBeLessThanOrEqual(320);
});

it('notes on a wide page neither overlap nor lengthen the receipt', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const notes = await boxes('section:first-of-type .receipt-notes');
  expect(notes.length).toBeGreaterThan(2);
  for (const [i, { top }] of notes.slice(1).entries()) expect(top).toBeGreaterThanOrEqual(notes[i]!.bottom);
  const height = async () => (await boxes('section:first-of-type .receipt-paper'))[0]!.height;
  const withNotes = await height();
  await page.addStyleTag({ content: '.receipt-notes, .receipt-aside { display: none !important; }' });
  expect(await height()).toBe(withNotes);
});

it.each([
  ['a block', '<div style="display: block">%</div>'],
  ['a flex container', '<div style="display: flex">%</div>'],
  ['a column of flex items', '<div style="display: flex; flex-direction: column; align-items: start">%</div>'],
  ['a grid', '<div style="display: grid">%</div>'],
  ['a grid with two columns', '<div style="display: grid; grid-template-columns: auto 1fr">%<p>x</p></div>'],
  ['an inline block', '<div style="display: inline-block">%</div>'],
  ['a table cell', '<table><tr><td>%</td></tr></table>'],
])('a receipt is as wide as a paper receipt in %s', async (_, html) => {
  const style = `<!doctype html><style>body { margin: 0 }${receiptStylesheet}</style>`;
  const plain = drawn('se/zettle-sale');
  for (const each of [RECEIPTS[0]!, plain]) {
    for (const [width, least, most] of [
      [1000, 340, 340],
      [240, 200, 240],
    ] as const) {
      await open({ viewport: { width, height: 800 } }, style + html.replace('%', each));
      const [paper] = await boxes('.receipt-paper');
      expect(paper!.width).toBeGreaterThanOrEqual(least);
      // In other layouts, the content determines the width.
      if (/block|flex/.test(html) && !html.includes('inline-block')) expect(paper!.width).toBeLessThanOrEqual(most);
      await page.context().close();
    }
  }
  await open({});
});

it('a receipt has 12 pixels between the last line and the torn edge', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const last = '.receipt-paper > :last-child > :last-child';
  const [lines, papers] = [
    await boxes(`.receipt:not(.receipt-noted) ${last}`),
    await boxes('.receipt:not(.receipt-noted) .receipt-paper'),
  ];
  expect(lines.length).toBeGreaterThan(1);
  for (const [i, { bottom }] of lines.entries()) expect(papers[i]!.bottom - bottom).toBeCloseTo(12, 0);
});

it('a receipt aligns amounts at the right margin', async () => {
  await open({ viewport: { width: 1000, height: 800 } });
  const rights = (await boxes('section:first-of-type .receipt-item > .receipt-right')).map(({ right }) => right);
  expect(rights.length).toBeGreaterThan(3);
  expect(new Set(rights).size).toBe(1);
});

/** Opens the page as printed for a reader who prefers a dark colour scheme. */
async function print(html: string): Promise<void> {
  await open({ viewport: { width: 1000, height: 800 }, colorScheme: 'dark' }, html);
  await page.emulateMedia({ media: 'print' });
}

it.each([
  ['ES', 30, 40],
  ['PT', 30, 72],
  ['BG', 18, 72],
  ['GR', 18, 72],
  ['DE', 18, 72],
] as const)(
  'the QR code of %s is printed between %i and %i mm wide, with its quiet zone',
  async (country, least, most) => {
    const pack = packs.find((each) => each.country === country)!;
    const receipt = drawReceipt(madeDocument(pack, 'device'), { country, vendor });
    await print(PAGE.replace(/<main>.*<\/main>/s, `<main>${receipt}</main>`));
    const [code] = await boxes('.receipt-qr svg');
    const [paper] = await boxes('.receipt-paper');
    const side = Number(/viewBox="-4 -4 (\d+) /.exec(receipt)![1]);
    const millimetres = ((code!.width * 25.4) / 96) * ((side - 2 * 4) / side);
    expect(millimetres).toBeGreaterThanOrEqual(least);
    expect(millimetres).toBeLessThanOrEqual(most);
    expect(code!.height).toBeCloseTo(code!.width, 0);
    expect([code!.left >= paper!.left, code!.right <= paper!.right]).toEqual([true, true]);
  },
);

it('a receipt is printed in black with its notes, without changes to the rest of the page', async () => {
  await print(PAGE);
  for (const shown of ['header', 'footer', 'h1', '.receipt-notes'])
    expect((await boxes(shown)).filter(({ height }) => height > 0)).not.toEqual([]);
  for (const black of ['.receipt', '.receipt-note', '.receipt-row .receipt-error'])
    expect(await inPage(`getComputedStyle(document.querySelector('${black}')).color`)).toBe('rgb(0, 0, 0)');
  expect(await inPage(`getComputedStyle(document.querySelector('.receipt-note')).backgroundColor`)).toBe(
    'rgb(255, 255, 255)',
  );
});

it('a receipt is printed alone, without notes, if the print stylesheet is added', async () => {
  await print(PAGE.replace('</style>', `${receiptPrintStylesheet}</style>`));
  for (const gone of ['header', 'footer', 'h1', '.receipt-notes'])
    expect((await boxes(gone)).filter(({ height }) => height > 0)).toEqual([]);
  const papers = await boxes('.receipt');
  expect(papers.filter(({ height }) => height > 100)).toHaveLength(RECEIPTS.length);
  // The receipts are stacked.
  for (const [i, { top }] of papers.slice(1).entries()) expect(top).toBeGreaterThanOrEqual(papers[i]!.bottom);
  expect(await inPage(`getComputedStyle(document.querySelector('.receipt')).color`)).toBe('rgb(0, 0, 0)');
  // 72 mm at 96 px per inch.
  for (const { width } of await boxes('.receipt-paper')) expect(width).toBeCloseTo((72 / 25.4) * 96, 0);
});
