import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '../../reference-server/test/support/client.js';
import { testDatabase } from '../../reference-server/test/support/databases.js';
import { receipt } from '../../reference-server/test/support/documents.js';
import { fixtures, TOKENS } from '../../reference-server/test/support/fixtures.js';
import { startReceiver, type Receiver } from '../../reference-server/test/support/receiver.js';
import { audit, focusRing } from './audit.js';
import { axeFaults } from './axe.js';
import { openBrowser } from './browser/open.js';
import { allPaths } from './page-paths.js';
import { ADMIN_TOKEN, dashboardFor, signedIn, tokensOf, verify } from './support.js';
import { HUNG_MS } from '../../../test/support/hung.js';

const LONG = 'Kooperativet-med-ett-mycket-långt-namn-som-inte-kan-brytas-någonstans-alls & Söner <AB>';

/** A path at which there is no page. */
const NOTHING = '/dashboard/nothing';

/** Returns the id at the end of the address of the first of these links. */
const linkedId = async (links: Locator): Promise<string> =>
  (await links.first().getAttribute('href'))!.split('/').at(-1)!;

/** A browser window's width in pixels, and whether the window uses the dark colour scheme. */
export type Window = readonly [width: number, dark: boolean];

/**
 * Tests the dashboard in a browser without JavaScript.
 *
 * @param widths the window widths, in pixels, at which to test the developers' and merchants' tasks
 * @param windows the windows in which to inspect every page
 * @param withAxe the windows in which axe also checks every page
 */
export function declareInBrowser(
  widths: readonly number[],
  windows: readonly Window[],
  withAxe: readonly Window[] = windows,
): void {
  const database = testDatabase('postgres');
  beforeAll(database.create);
  afterAll(database.dispose);

  const broken = new Set(['/broken', '/redelivered']);
  let receiver: Receiver;
  let browser: Browser;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    receiver = await startReceiver(({ path }) => (broken.has(path) ? 500 : 200));
    browser = await openBrowser();
  });
  afterEach(() => context?.close());
  afterAll(() => Promise.all([browser.close(), receiver.close()]));

  const shared = () => {
    const all = fixtures();
    return {
      ...all,
      businesses: [...all.businesses!, { id: 'biz_long', ownerId: 'own_1', name: LONG, country: 'SE' }],
    };
  };
  const server = dashboardFor(database, shared, { DELIVERY_DELAYS_MS: '0,10,10,10,10,10', REFUSED_WRITES: 'full' });

  /** Opens a page for a new user. Collects its problems: requests to other sites, console messages, and errors. */
  async function visit(options: {
    width: number;
    dark?: boolean;
    script?: boolean;
  }): Promise<{ page: Page; faults: string[] }> {
    const { width, dark = false, script = false } = options;
    context = await browser.newContext({
      javaScriptEnabled: script,
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      baseURL: server.url,
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.url}/`)) faults.push(`asked for ${request.url()}`);
    });
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    return { page, faults };
  }

  async function signIn(page: Page, token = ADMIN_TOKEN): Promise<void> {
    await page.goto('/dashboard');
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  /** Moves the focus to an element with the Tab key. The element must then have a visible focus ring. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press('Tab');
      if ((await target.and(page.locator(':focus-visible')).count()) === 1) {
        expect(await focusRing(page)).not.toBe('none');
        return;
      }
    }
    throw new Error(`the Tab key does not reach ${String(target)}`);
  }

  /** Refreshes the page until it shows the given text. */
  async function reloadUntil(page: Page, text: string | RegExp): Promise<void> {
    await expect.poll(() => page.reload().then(() => page.getByText(text).count())).toBeGreaterThan(0);
  }

  describe.each(widths)('at a width of %d pixels', (width) => {
    it('a developer registers and tests an endpoint, rotates its secret, and redelivers an event with the keyboard only', async () => {
      const { page, faults } = await visit({ width });
      const path = `/hooks-${width}`;
      broken.add(path);
      await page.goto('/dashboard/endpoints/new');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).hash).toBe('#main');
      await tabTo(page, page.getByLabel('Token', { exact: true }));
      await page.keyboard.type(ADMIN_TOKEN);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Register an endpoint' }).waitFor();

      await tabTo(page, page.getByLabel('Belongs to'));
      await page.keyboard.type('POS one');
      await tabTo(page, page.getByLabel('URL'));
      await page.keyboard.type(receiver.url(path));
      await tabTo(page, page.getByLabel('transaction.created'));
      await page.keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: 'Register' }));
      await page.keyboard.press('Enter');
      await page.getByRole('status').waitFor();

      await tabTo(page, page.getByRole('button', { name: 'Show the secret' }));
      await page.keyboard.press('Enter');
      await page.getByText(/^whsec_/).waitFor();
      const before = await page.getByText(/^whsec_/).innerText();
      await tabTo(page, page.getByText('Rotate the secret…'));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'Rotate now' }));
      await page.keyboard.press('Enter');
      await page.getByText('The previous secret also signs').waitFor();
      const [current] = await page.getByText(/^whsec_/).allInnerTexts();

      await tabTo(page, page.getByLabel('About'));
      await page.keyboard.type('Kaffebaren');
      await tabTo(page, page.getByRole('button', { name: 'Send a test event' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Delivery of transaction.created' }).waitFor();
      await reloadUntil(page, 'Round 1, attempts 1 to 6');
      broken.delete(path);
      await tabTo(page, page.getByRole('button', { name: 'Redeliver' }));
      await page.keyboard.press('Enter');
      await page.getByRole('status').waitFor();
      await reloadUntil(page, 'Round 2, attempt 1');
      const delivery = receiver.deliveries.filter((one) => one.path === path).at(-1)!;
      for (const secret of [before, current!]) expect(await verify(delivery, secret)).toBeDefined();
      await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
      await page.keyboard.press('Enter');
      await page.getByLabel('Token', { exact: true }).waitFor();
      expect(faults).toEqual([]);
    });

    it('a merchant grants and revokes access, sees a receipt, and connects a source', async () => {
      const { page, faults } = await visit({ width });
      await signIn(page);
      await page.getByRole('link', { name: 'Businesses' }).first().click();
      await page.getByRole('link', { name: 'Kiosken' }).click();
      await page.getByLabel('App', { exact: true }).selectOption('app_1');
      await page.getByLabel('transactions.write').check();
      await page.getByRole('button', { name: 'Grant access' }).click();
      const token = await page.getByText(/^svc_/).innerText();
      const receiptNumber = `R-${width}`;
      const api = client(server.url, token);
      expect((await api.post(receipt({ vendor: { id: 'biz_3' }, receiptNumber }))).status).toBe(201);

      await page.getByRole('link', { name: 'Browse transactions' }).click();
      await page.getByRole('link', { name: receiptNumber }).click();
      await page.getByRole('region', { name: 'Receipt' }).getByText('Kaffe', { exact: true }).waitFor();
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Kiosken' }).click();

      await page.getByLabel('Platform', { exact: true }).fill(`pos-${width}`);
      await page.getByRole('button', { name: 'Connect' }).click();
      const connection = page.getByRole('row').filter({ hasText: `pos-${width}` });
      await connection.getByText('Disconnect…').click();
      await connection.getByRole('button', { name: 'Disconnect' }).click();
      await connection.getByText('Disconnected').waitFor();

      const access = page.getByRole('row').filter({ hasText: 'Valid' });
      await access.getByText('Revoke…').press('Enter');
      await access.getByRole('button', { name: 'Revoke access' }).press('Enter');
      await access.waitFor({ state: 'detached' });
      expect((await api.list()).status).toBe(401);
      expect(faults).toEqual([]);
    });
  });

  describe('every page', () => {
    const paths: string[] = [];
    beforeAll(async () => {
      const post = () => client(server.url, TOKENS.writer).post(receipt({ receiptNumber: 'R'.repeat(120) }));
      const { page } = await visit({ width: 1280 });
      await signIn(page);
      await page.goto('/dashboard/endpoints/new');
      await page.getByLabel('Belongs to').selectOption('owner:own_1');
      await page.getByLabel('URL').fill(receiver.url('/broken'));
      await page.getByLabel('transaction.created').check();
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('status').waitFor();
      const endpoint = new URL(page.url()).pathname.split('/')[3]!;
      expect((await post()).status).toBe(201);
      const wrong = receipt({ receiptNumber: 'W'.repeat(120), currency: 'EUR' });
      expect((await client(server.url, TOKENS.writer).post(wrong)).status).toBe(422);
      await receiver.until(6, { path: '/broken' });
      await page.goto(`/dashboard/endpoints/${endpoint}/deliveries`);
      const event = await linkedId(page.locator('tbody a'));
      await page.goto('/dashboard/businesses/biz_1/transactions');
      const transaction = await linkedId(page.locator('tbody a'));
      const rejectedRequest = await vi.waitUntil(
        async () => {
          await page.goto('/dashboard/businesses/biz_1/rejected-requests');
          const links = page.getByRole('link', { name: 'WWW' });
          return (await links.count()) > 0 && linkedId(links);
        },
        { timeout: HUNG_MS, interval: 200 },
      );
      paths.push(...allPaths({ endpoint, event, transaction, rejectedRequest }), NOTHING);
      await context?.close();
    });

    it('opens', async () => {
      const { page } = await visit({ width: 1280 });
      await signIn(page);
      for (const path of paths) {
        const response = await page.goto(path);
        expect([path, response!.status()]).toEqual([path, path === NOTHING ? 404 : 200]);
      }
    });

    it.each(withAxe)('passes axe at a width of %d pixels, dark: %s', async (width, dark) => {
      const { page } = await visit({ width, dark, script: true });
      await signIn(page);
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        faults.push(...(await axeFaults(page)));
      }
      expect(faults).toEqual([]);
    });

    it.each(withAxe)('passes axe for developers and owners at a width of %d pixels, dark: %s', async (width, dark) => {
      const user = await signedIn(server.url);
      await user.get('/apps');
      const [developer] = tokensOf(await user.act('/apps/app_1/tokens'));
      for (const token of [developer!, TOKENS.ownerWide, TOKENS.pinned]) {
        const { page, faults } = await visit({ width, dark, script: true });
        await signIn(page, token);
        const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
        const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
        const own = hrefs.filter((href) => href!.startsWith('/dashboard'));
        expect(own.length).toBeGreaterThan(2);
        for (const href of [...own, '/dashboard/search?q=nothing', '/dashboard/endpoints/none']) {
          await page.goto(href!);
          faults.push(...(await axeFaults(page)), ...(await audit(page)));
        }
        // One of the pages responds with 404 on purpose.
        expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
        await context?.close();
      }
    });

    it.each(windows)('is readable and usable at a width of %d pixels, dark: %s', async (width, dark) => {
      const { page } = await visit({ width, dark });
      await page.goto('/dashboard');
      const faults = { '/dashboard/sign-in': await audit(page) } as Record<string, string[]>;
      await signIn(page);
      for (const path of paths) {
        await page.goto(path);
        for (const closed of await page.locator('summary').all()) await closed.click();
        faults[path] = await audit(page);
      }
      await page.goto('/dashboard/endpoints/new');
      await page.getByLabel('Belongs to').selectOption('app:app_1');
      await page.getByLabel('URL').fill('http://example.com/');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').getByRole('link').count()).toBe(2);
      faults.problems = await audit(page);
      await page.getByRole('alert').getByRole('link').first().press('Enter');
      await page.getByLabel('URL').and(page.locator(':focus')).waitFor();
      expect(Object.values(faults).flat()).toEqual([]);
    });
  });
}
