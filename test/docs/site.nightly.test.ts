import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../examples/dashboard/test/browser/open.js';
import { ROOT } from './blocks.js';
import { SEARCH_QUERIES } from './search-queries.js';
import { fileAt, serveFolder } from './static-server.js';
import { THEME_FAULTS } from './theme-faults.js';

/** Pages of every kind. */
const SHOWN = [
  '/index.html',
  '/readme.html',
  '/contents.html',
  '/guides/validate-before-you-send.html',
  '/cookbook.html',
  '/codes.html',
  '/codes/invalid_rate.html',
  '/causes/tax_of_gross.html',
  '/countries/no.html',
  '/countries.html',
  '/changes.html',
  '/api/index.html',
  '/api/receipt-rule-packs/webhook.html',
  '/examples/demo.mjs.html',
  '/bench/index.html',
];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let folder = '';
let site = '';
let server: Awaited<ReturnType<typeof serveFolder>>;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
  site = join(folder, 'site');
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  await promisify(execFile)(process.execPath, [tsx, join(ROOT, 'scripts/docs.ts'), '--out', site], { cwd: ROOT });
  server = await serveFolder(site);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the site', () => {
  it('has a page for every country, for codes, and every import path', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const modules = Object.keys(exports).filter((path) => !/\*|\.json$/.test(path));
    const expected = [
      ...packs.map(({ country }) => `countries/${country.toLowerCase()}.html`),
      ...[...modules, './packs/se-receipt-1'].map((path) => `api/receipt-rule-packs${path.slice(1)}.html`),
      'rules.html',
      'codes.html',
      ...Object.keys(ISSUE_CODES).map((code) => `codes/${code}.html`),
    ];
    expect(expected.filter((path) => fileAt(site, path) === undefined)).toEqual([]);
  });

  it('has links only to existing files and anchors', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(90);
    const texts = new Map(pages.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
    const ids = new Map([...texts].map(([path, text]) => [path, new Set(valuesOf(text, 'id'))]));
    const faults = [...texts].flatMap(([page, text]) =>
      [...new Set([...valuesOf(text, 'href'), ...valuesOf(text, 'src')])].flatMap((link) =>
        leads(page, link, ids) ? [] : [`${page}: ${link}`],
      ),
    );
    expect(faults).toEqual([]);
  });
});

/** The values of an attribute in an HTML page. */
function valuesOf(html: string, attribute: 'id' | 'href' | 'src'): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
}

/** Whether a link on a page leads to one of the site's files, and to an existing anchor. */
function leads(page: string, link: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^(?:https?:|data:)/.test(link)) return URL.canParse(link);
  // The playground reads a document from the URL fragment.
  const [path = '', anchor] = link.replace(/^(\/playground\/index\.html)#r=.*$/, '$1').split('#');
  const at = path === '' ? page : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  const file = fileAt(site, at);
  if (file === undefined) return false;
  return !anchor || (ids.get(posix.relative(site, file))?.has(decodeURIComponent(anchor)) ?? false);
}

/** Opens a page, and collects errors and requests to other sites. */
async function open(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // If a user types over selected text, the browser tries to set an inline style, which the playground's content
    // security policy blocks.
    if (message.type() === 'error' && !message.text().startsWith('Applying inline style')) faults.push(message.text());
  });
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url.startsWith(server.origin)) return route.continue();
    faults.push(`loads ${url}`);
    return route.abort();
  });
  await page.goto(`${server.origin}${path}`);
  await page.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined');
  return { page, faults };
}

interface Measured {
  readonly sidebar: number;
  /** The number of pixels by which the page is wider than the window. */
  readonly beyond: number;
  /** Sidebar entries that do not fit. */
  readonly cut: readonly string[];
}
const MEASURE = `({
  sidebar: document.querySelector('.VPSidebar').getBoundingClientRect().width,
  beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  cut: [...document.querySelectorAll('.VPSidebar .text')]
    .filter((entry) => entry.scrollWidth > entry.clientWidth)
    .map((entry) => entry.textContent),
})`;

describe('the site in a browser', () => {
  it.each(SHOWN)("loads %s without errors, and axe finds only the theme's faults", async (path) => {
    const { page, faults } = await open(path);
    await page.addScriptTag({ path: AXE });
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, at: String(node.target[0]) })));
    const isOfTheme = (fault: { id: string; at: string }) =>
      THEME_FAULTS.some(({ rule, at }) => rule === fault.id && at.test(fault.at));
    expect(found.filter((fault) => !isOfTheme(fault))).toEqual([]);
    expect(await page.locator('main h1').count()).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each([390, 1280, 1366, 1440, 1536, 1728, 1920])(
    'has, at %i px, a sidebar of at least 240 px and nothing wider than the window',
    async (width) => {
      const { page, faults } = await open('/index.html');
      await page.setViewportSize({ width, height: 900 });
      for (const path of SHOWN) {
        await page.goto(`${server.origin}${path}`);
        const measured = await page.evaluate<Measured>(MEASURE);
        expect({ path, beyond: measured.beyond }).toEqual({ path, beyond: 0 });
        expect(measured.cut).toEqual([]);
        // On a phone, a button opens the sidebar.
        if (width >= 1280) expect(measured.sidebar).toBeGreaterThanOrEqual(240);
      }
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  it('has an icon', async () => {
    const { page } = await open('/index.html');
    const href = await page.locator('link[rel="icon"]').getAttribute('href');
    expect((await page.request.get(new URL(href!, page.url()).href)).headers()['content-type']).toBe('image/svg+xml');
    await page.close();
  });

  it('finds a page by words in its text, offline', async () => {
    const { page, faults } = await open('/index.html');
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill('nonce_reused');
    const result = page.locator('.VPLocalSearchBox .result[href*="receive-webhooks"]').first();
    await result.click();
    await page.waitForURL('**/guides/receive-webhooks.html*');
    // The URL changes before the page, so wait for the page.
    await page.locator('main h1').getByText('Receive webhooks').waitFor();
    await page.locator('main').getByText('nonce_reused').first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('lists the expected page first for typical queries', async () => {
    const { page, faults } = await open('/contents.html');
    await page.keyboard.press('Control+k');
    const first = page.locator('.VPLocalSearchBox .result').first();
    const misses: string[] = [];
    for (const [query, wanted] of SEARCH_QUERIES) {
      await page.locator('#localsearch-input').fill('');
      await first.waitFor({ state: 'detached' });
      await page.locator('#localsearch-input').fill(query);
      await first.waitFor();
      const href = (await first.getAttribute('href'))!;
      const [path, anchor] = wanted.split('#');
      const isWanted = href.startsWith(`/${path}.html`) && (anchor === undefined || href.endsWith(`#${anchor}`));
      if (!isWanted) misses.push(`${query}: ${href}`);
    }
    expect(misses).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('revalidates the receipt on the home page when a value changes', async () => {
    const { page, faults } = await open('/index.html');
    const verdict = page.locator('.live-verdict');
    expect(await verdict.textContent()).toMatch(/^Refused/);
    await page.getByLabel('taxRate').selectOption('15');
    await verdict.getByText('Valid.').waitFor();
    expect(await page.locator('.live-causes li').count()).toBe(0);
    await page.getByLabel('timestamp').selectOption('"2026-11-21T14:32:10"');
    await page.locator('.live-causes a[href$="/causes/offset_missing.html"]').waitFor();
    await page.locator('.live-open').click();
    await page.waitForURL('**/playground/index.html#r=*');
    await page.locator('#verdict[data-look="refused"]').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('draws the receipt on the home page as paper, in %s', async (theme) => {
    const { page, faults } = await open('/index.html');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(`document.documentElement.classList.toggle('dark', ${theme === 'dark'})`);
    const [paper, note] = await page.evaluate<{ width: number; right: number; left: number; colour: string }[]>(
      `['.live .receipt-paper', '.live .receipt-note'].map((one) => {
        const element = document.querySelector(one);
        const { width, left, right } = element.getBoundingClientRect();
        return { width, left, right, colour: getComputedStyle(element).backgroundColor };
      })`,
    );
    expect(paper!.width).toBe(340);
    expect(note!.left).toBeGreaterThan(paper!.right);
    expect(paper!.colour).toBe(theme === 'dark' ? 'rgb(32, 31, 28)' : 'rgb(255, 254, 250)');
    // The theme's table styles would add borders to the cells of the drawing.
    const borders = `[...document.querySelectorAll('.live :is(th, td)')].map((one) => getComputedStyle(one).borderTopWidth)`;
    expect(new Set(await page.evaluate<string[]>(borders))).toEqual(new Set(['0px']));
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each([
    [390, 1],
    [1440, 3],
  ])('shows, at %i px, %i receipt pictures side by side', async (width, count) => {
    const { page, faults } = await open('/receipts-by-country.html');
    await page.setViewportSize({ width, height: 900 });
    const tops = await page.evaluate<number[]>(
      `[...document.querySelector('.pictures').querySelectorAll('img')].map((one) => one.getBoundingClientRect().top)`,
    );
    expect(tops.length).toBeGreaterThan(count);
    expect(tops.filter((top) => top === tops[0])).toHaveLength(count);
    expect(faults).toEqual([]);
    await page.close();
  });

  it("opens a code page's invalid document in the playground", async () => {
    const { page, faults } = await open('/codes/sum_mismatch.html');
    await page.locator('main').getByText('Open in playground').first().click();
    await page.waitForURL('**/playground/index.html#r=*');
    await page.locator('#verdict[data-look="refused"]').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('has tabs, the version, and links to the previous and next pages', async () => {
    const { page, faults } = await open('/guides/refunds.html');
    expect(
      await page
        .locator('.VPNavBarMenu')
        .getByText(/^v\d+\.\d+\.\d+$/)
        .count(),
    ).toBe(1);
    await page.locator('.pager-link.next').click();
    await page.waitForURL((url) => !url.pathname.endsWith('/refunds.html'));
    await page.locator('.pager-link.prev[href*="/guides/refunds.html"]').waitFor();
    await page.goto(`${server.origin}/index.html`);
    const install = page.locator('.vp-code-group').first();
    await install.locator('label').getByText('pnpm').click();
    await install.getByText('pnpm add receipt-rule-packs').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('leads from the home page to a country in three clicks', async () => {
    const { page, faults } = await open('/index.html');
    await page.locator('.VPSidebar').getByText('Countries', { exact: true }).click();
    await page.locator('.VPSidebar').getByText('Norway', { exact: true }).click();
    await page.waitForURL('**/countries/no.html');
    await page.locator('main h1').getByText('Norway').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('sorts the list of countries by a column, ascending and descending', async () => {
    const { page, faults } = await open('/countries.html');
    const column = async (index: number) =>
      (await page.locator(`main tbody tr td:nth-child(${index})`).allTextContents()).map((text) => text.trim());
    const heading = page.locator('main th').nth(1);
    await heading.getByRole('button').click();
    expect(await column(2)).toEqual(packs.map(({ country }) => country).sort());
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    await heading.getByRole('button').click();
    expect(await column(2)).toEqual(
      packs
        .map(({ country }) => country)
        .sort()
        .reverse(),
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  it('filters the list of countries by words', async () => {
    const { page, faults } = await open('/countries.html');
    await page.getByRole('searchbox', { name: 'Filter' }).fill('nok oslo');
    expect(await page.locator('main tbody tr:visible').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('Mva nok');
    expect(await page.locator('main tbody tr:visible td:first-child').allTextContents()).toEqual(['Norway']);
    expect(await page.locator('.filter [role="status"]').textContent()).toBe(`1 of ${packs.length}`);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('validates a Norwegian receipt in the playground', async () => {
    const { page, faults } = await open('/index.html');
    await page.locator('.VPNavBarMenu').getByText('Playground').click();
    await page.locator('#json').waitFor();
    await page.locator('#country').selectOption('NO');
    const text = readFileSync(join(ROOT, 'examples/receipts/no/saft-no-1001-cash-rounding.json'), 'utf8');
    const judged = async (json: string, look: string) => {
      await page.locator('#json').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(json);
      await page.locator(`#verdict[data-look="${look}"]`).waitFor();
    };
    await judged('{', 'broken');
    // The document lacks a cash register's id.
    await judged(text, 'warned');
    await page.locator('#verdict').getByText('no-receipt-1').waitFor();
    const wrong = JSON.parse(text) as { currency: string };
    await judged(JSON.stringify({ ...wrong, currency: 'SEK' }), 'refused');
    // Clicking the cause shows the issues that it explains.
    await page.locator('#issues .card summary').last().waitFor();
    await page
      .locator('#issues summary')
      .evaluateAll((all) => all.forEach((one) => (one as unknown as { click: () => void }).click()));
    await page.locator('#issues [data-field="currency"][data-code="currency_not_allowed"]').first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});
