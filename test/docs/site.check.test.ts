import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { packs } from 'receipt-rule-packs/packs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../examples/dashboard/test/browser/open.js';
import { ROOT } from './blocks.js';
import { fileAt, serveFolder } from './static-server.js';
import { THEME_FAULTS } from './theme-faults.js';

/** Pages of every kind. */
const SHOWN = [
  '/index.html',
  '/contents.html',
  '/guides/validate-before-you-send.html',
  '/cookbook.html',
  '/codes.html',
  '/rules/no-receipt-1.html',
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
      ...packs.map(({ id }) => `rules/${id}.html`),
      ...[...modules, './packs/se-receipt-1'].map((path) => `api/receipt-rule-packs${path.slice(1)}.html`),
      'rules/shared.html',
      'codes.html',
    ];
    expect(expected.filter((path) => fileAt(site, path) === undefined)).toEqual([]);
  });

  it('has links and anchors that lead somewhere', () => {
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

/** The values of an attribute in a page of HTML. */
function valuesOf(html: string, attribute: 'id' | 'href' | 'src'): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
}

/** Whether a link of a page leads to a file of the site, and to an anchor that it has. */
function leads(page: string, link: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^(?:https?:|data:)/.test(link)) return URL.canParse(link);
  const [path = '', anchor] = link.split('#');
  const at = path === '' ? page : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  const file = fileAt(site, at);
  if (file === undefined) return false;
  return !anchor || (ids.get(posix.relative(site, file))?.has(decodeURIComponent(anchor)) ?? false);
}

/** Opens a page, and collects failures and requests to other sites. */
async function open(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // When a user types over selected text, the browser tries to set an inline style, which the playground's policy
    // blocks.
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

describe('in a browser', () => {
  it.each(SHOWN)('%s loads without faults, and axe finds none in it but those of the theme', async (path) => {
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

  it('finds a page by its words, without a network', async () => {
    const { page, faults } = await open('/index.html');
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill('nonce_reused');
    const result = page.locator('.VPLocalSearchBox .result[href*="receive-webhooks"]').first();
    await result.click();
    await page.waitForURL('**/guides/receive-webhooks.html*');
    // The URL changes before the page does.
    await page.locator('main h1').getByText('Receive webhooks').waitFor();
    await page.locator('main').getByText('nonce_reused').first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('leads from the first page to a country in three clicks', async () => {
    const { page, faults } = await open('/index.html');
    await page.locator('.VPSidebar').getByText('Countries', { exact: true }).click();
    await page.locator('.VPSidebar').getByText('Norway', { exact: true }).click();
    await page.waitForURL('**/rules/no-receipt-1.html');
    await page.locator('main h1').getByText('no-receipt-1').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('sorts the list of countries by a heading, up and down', async () => {
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

  it('judges a Norwegian receipt in the playground', async () => {
    const { page, faults } = await open('/index.html');
    await page.locator('.VPNavBarMenu').getByText('Playground').click();
    await page.locator('.cm-content').waitFor();
    await page.locator('#country').selectOption('NO');
    const text = readFileSync(join(ROOT, 'examples/receipts/no/saft-no-1001-cash-rounding.json'), 'utf8');
    const judged = async (json: string, look: string) => {
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(json);
      await page.locator(`#verdict[data-look="${look}"]`).waitFor();
    };
    await judged('{', 'broken');
    // It has no id of a cash register.
    await judged(text, 'warned');
    await page.locator('#verdict').getByText('no-receipt-1').waitFor();
    const wrong = JSON.parse(text) as { currency: string };
    await judged(JSON.stringify({ ...wrong, currency: 'SEK' }), 'refused');
    await page.locator('#issues .card[data-field="currency"][data-code="currency_not_allowed"]').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});
