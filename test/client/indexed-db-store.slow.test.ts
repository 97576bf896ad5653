/** Tests the store for web apps in a browser. The code for pages is text, because the repository has no DOM types. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { createRegistry, type Transaction } from 'receipt-rule-packs';
import { complete, createRefund } from 'receipt-rule-packs/complete';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';
import { fakeService } from 'receipt-rule-packs/testing/service';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser, sharedBrowser } from '../../examples/dashboard/test/browser/open';
import { HUNG_MS } from '../support/hung';

const KILLS = 3;
const registry = createRegistry([noReceipt1]);
const shop = registry.shop({ country: 'NO' });

const PROGRAM = `
  import { createClient, createOutbox, indexedDbStore, shareOutbox } from 'receipt-rule-packs/client';
  const client = createClient({ baseUrl: location.origin, token: 'svc_1' });
  const codeOf = (error) => error.code ?? error.name;
  Object.assign(globalThis, {
    indexedDbStore,
    codeOf,
    open: () => createOutbox({ client, store: indexedDbStore('till'), onRefused: (entry) => refused.push(entry), backoffMs: [20] }),
    share: () => (outbox = shareOutbox('till', open)),
    shareOutbox,
    refused: [],
    outbox: undefined,
    async idsOf(store) {
      const ids = [];
      for await (const { id } of store.load()) ids.push(id);
      return ids;
    },
  });`;

/** A sale and its refund, which lacks the sale's id. */
function pair(number: number): { sale: Transaction; refund: Transaction } {
  const source = { platform: 'corner-pos', externalId: `A-${number}` };
  const sale = complete(shop, {
    receiptNumber: String(number),
    timestamp: '2026-11-21T10:00:00+01:00',
    currency: 'NOK',
    vendor: { id: 'biz_1' },
    items: [{ name: 'Mug', unitPrice: 14950, taxRate: 25 }],
    tax: { pricesIncludeTax: true },
    payment: { method: 'card' },
    source,
  });
  if (!sale.valid) throw new Error(sale.error.message);
  const refund = createRefund(shop, {
    sale: sale.transaction,
    originalTransactionId: 'offline',
    priorCorrections: [],
    lines: 'all',
    receiptNumber: `${number}-R`,
    timestamp: '2026-11-21T11:00:00+01:00',
    source: { ...source, externalId: `A-${number}-R` },
  });
  if (!refund.valid) throw new Error(refund.error.message);
  return { sale: sale.transaction, refund: refund.transaction };
}

let program = '';
let browser: Browser;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: resolve(import.meta.dirname, '../..') },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    tsconfig: 'tsconfig.json',
  });
  program = outputFiles[0]!.text;
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A site that serves the program and the service. `network.isThere` simulates being offline. */
let site: { url: string; network: { isThere: boolean }; service: ReturnType<typeof fakeService>; close: () => void };
beforeEach(async () => {
  const service = fakeService(registry, [{ id: 'biz_1', name: 'Corner shop', country: 'NO' }]);
  const network = { isThere: true };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url!.startsWith('/v1/')) {
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><script>${program}</script>`);
      return;
    }
    const body = await text(request);
    if (!network.isThere) return void request.socket.destroy();
    const { method = '', headers } = request;
    const init = { method, body, headers: headers as Record<string, string>, redirect: 'manual' } as const;
    const answered = await service.fetch(`https://service.example${request.url}`, init);
    response.writeHead(answered.status, { 'Content-Type': 'application/json' }).end(await answered.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  site = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, network, service, close };
});
afterEach(() => site.close());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  ends.push(() => context.close());
  return context;
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url);
  return page;
}

/** Runs code in a page, as the body of an async function. */
const run = <T>(page: Page, body: string): Promise<T> => page.evaluate<T>(`(async () => { ${body} })()`);

/** Starts a separate browser, with a profile on disk, that can be killed. */
async function startBrowser(profile: string) {
  const { executable = 'google-chrome' } = await sharedBrowser();
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(executable, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    process.kill(-child.pid!, 'SIGKILL');
    await exited;
  };
  let address: string | undefined;
  for await (const line of createInterface(child.stderr)) {
    address = /^DevTools listening on (\S+)$/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  child.stderr.resume();
  const [context] = (await chromium.connectOverCDP(address!)).contexts();
  return { page: await newPage(context!), kill };
}

it('an outbox loses no saved document if the browser is killed, and sends each document once and in order', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'receipt-profile-'));
  ends.push(async () => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const kept = new Set<string>();
  site.network.isThere = false;
  for (let kill = 0; kill < KILLS; kill++) {
    const { page, kill: killBrowser } = await startBrowser(profile);
    await page.exposeFunction('kept', (receiptNumber: string) => void kept.add(receiptNumber));
    const pairs = Array.from({ length: 200 }, (_, i) => pair(1000 * (kill + 1) + i));
    const before = kept.size;
    const selling = run(
      page,
      `outbox = open();
       for (const { sale, refund } of ${JSON.stringify(pairs)}) {
         const original = await outbox.add(sale);
         await kept(sale.receiptNumber);
         await outbox.add(refund, { original });
         await kept(refund.receiptNumber);
       }`,
    ).catch(() => undefined);
    await vi.waitFor(() => expect(kept.size).toBeGreaterThan(before + 7), { timeout: HUNG_MS });
    await killBrowser();
    await selling;
  }
  expect(kept.size).toBeLessThan(KILLS * 400);
  expect(site.service.stored).toEqual([]);

  site.network.isThere = true;
  const { page, kill } = await startBrowser(profile);
  await run(
    page,
    `outbox = open(); while ((await outbox.list()).length > 0) await new Promise((done) => setTimeout(done, 20));`,
  );
  expect(await run(page, 'return refused')).toEqual([]);
  await kill();
  const stored = new Map(site.service.stored.map((document) => [document.receiptNumber, document]));
  expect(stored.size).toBe(site.service.stored.length);
  expect([...kept].filter((receiptNumber) => !stored.has(receiptNumber))).toEqual([]);
  expect(stored.size - kept.size).toBeLessThanOrEqual(KILLS);
  const refunds = [...stored.values()].filter(({ type }) => type === 'refund');
  expect(refunds.length).toBeGreaterThan(KILLS);
  for (const { receiptNumber, linkedTransaction } of refunds)
    expect(linkedTransaction!.originalTransactionId).toBe(stored.get(receiptNumber.replace('-R', ''))!.id);
});

it('indexedDbStore keeps records in call order', async () => {
  const page = await newPage(await newContext());
  const ids = Array.from({ length: 50 }, (_, i) => String(i));
  await run(
    page,
    `const store = indexedDbStore('order');
     await idsOf(store);
     await Promise.all(${JSON.stringify(ids)}.map((id) => store.append({ event: 'dropped', id })));
     await store.close();`,
  );
  expect(await run(page, `return idsOf(indexedDbStore('order'))`)).toEqual(ids);
});

it('indexedDbStore compacts between appends, atomically', async () => {
  const page = await newPage(await newContext());
  const found = await run(
    page,
    `const store = indexedDbStore('compacted');
     const append = (id) => store.append({ event: 'dropped', id });
     await idsOf(store);
     const first = ['1', '2', '3'].map(append);
     const compacted = store.compact((records) => records.filter(({ id }) => id !== '2'));
     const later = ['4', '5'].map(append);
     await Promise.all([...first, compacted, ...later]);
     const failed = await store.compact(() => { throw new RangeError('no'); }).catch(codeOf);
     const halfDone = await store.compact(() => [{ event: 'dropped', id: '6' }, { no: () => {} }]).catch(codeOf);
     await append('7');
     await store.close();
     return [failed, halfDone, ...await idsOf(indexedDbStore('compacted'))];`,
  );
  // 25 is the code of DataCloneError.
  expect(found).toEqual(['RangeError', 25, '1', '3', '4', '5', '7']);
});

it('indexedDbStore can be open in one page at a time, until that page closes the store or is closed', async () => {
  const context = await newContext();
  const [first, second] = [await newPage(context), await newPage(context)];
  const add = `return outbox.add(${JSON.stringify(pair(1).sale)}).then(() => 'kept', codeOf)`;
  expect(await run(first, `outbox = open(); ${add}`)).toBe('kept');
  expect(await run(second, `outbox = open(); ${add}`)).toBe('outbox_store_locked');
  await run(first, 'await outbox.close()');
  expect(await run(second, `outbox = open(); return outbox.get('none').then(() => 'open', codeOf)`)).toBe('open');
  await second.close();
  // The browser releases a page's lock some time after the page has closed.
  await expect
    .poll(() => run(first, `outbox = open(); return outbox.get('none').then(() => 'open', codeOf)`))
    .toBe('open');
});

it('indexedDbStore rejects what it cannot save', async () => {
  const page = await newPage(await newContext());
  site.network.isThere = false;
  const add = (number: number) => `outbox.add(${JSON.stringify(pair(number).sale)}).then(() => 'kept', codeOf)`;
  const found = await run(
    page,
    `outbox = open();
     const before = await ${add(1)};
     await new Promise((done) => { indexedDB.deleteDatabase('till').onsuccess = done; });
     return [before, await ${add(2)}, (await outbox.list()).length];`,
  );
  expect(found).toEqual(['kept', 'outbox_store_failed', 1]);
});

const drained = `while ((await outbox.list()).length > 0) await new Promise((done) => setTimeout(done, 20));`;
const addTo = (document: Transaction, options = {}) =>
  `outbox.add(${JSON.stringify(document)}, ${JSON.stringify(options)})`;

describe('an outbox shared by several pages', () => {
  it('accepts documents from all pages, and keeps sending when the sending page ends', async () => {
    const context = await newContext();
    const [first, second, third] = [await newPage(context), await newPage(context), await newPage(context)];
    site.network.isThere = false;
    const { sale, refund } = pair(1);
    const original = await run<string>(first, `share(); return ${addTo(sale)};`);
    const linked = await run<string>(second, `share(); return ${addTo(refund, { original })};`);
    const idsIn = (page: Page) => run<string[]>(page, 'return (await outbox.list()).map(({ id }) => id)');
    expect([await idsIn(first), await idsIn(second)]).toEqual([
      [original, linked],
      [original, linked],
    ]);
    // This request gets no response until another page takes over.
    await run(third, 'share()');
    const [later] = await Promise.all([run(third, `return ${addTo(pair(2).sale)};`), first.close()]);
    const ids = await idsIn(second);
    expect(ids.slice(0, 2)).toEqual([original, linked]);
    // There may be two entries, if the closed page had saved one but had not responded yet. The service stores only
    // one.
    expect(ids).toContain(later);
    expect(ids.length).toBeLessThanOrEqual(4);

    site.network.isThere = true;
    await run(third, `outbox.resume(); ${drained}`);
    expect(site.service.stored.map(({ receiptNumber }) => receiptNumber).sort()).toEqual(['1', '1-R', '2']);
    await run(second, 'await outbox.close()');
    expect(await run(third, `return (await outbox.get(${JSON.stringify(original)})).state`)).toBe('stored');
    expect(await run(second, `return ${addTo(sale)}.catch(codeOf)`)).toBe('outbox_closed');
    const rejections = await run(
      third,
      `let count = 0;
       addEventListener('unhandledrejection', () => count++);
       await outbox.close();
       outbox.resume();
       await new Promise((done) => setTimeout(done, 10));
       return count;`,
    );
    expect(rejections).toBe(0);
    expect(await run(third, `return ${addTo(sale)}.catch(codeOf)`)).toBe('outbox_closed');
  });

  it('stores each document once and in order while pages close one after another', async () => {
    const context = await newContext();
    const kept = new Set<string>();
    await context.exposeFunction('kept', (receiptNumber: string) => void kept.add(receiptNumber));
    let sender = await newPage(context);
    await run(sender, 'share(); await outbox.list()');
    for (let round = 1; round <= KILLS; round++) {
      const seller = await newPage(context);
      await run(seller, 'share(); await outbox.list()');
      const pairs = Array.from({ length: 5 }, (_, i) => pair(10 * round + i));
      const selling = run(
        seller,
        `for (const { sale, refund } of ${JSON.stringify(pairs)}) {
           const original = await outbox.add(sale);
           await kept(sale.receiptNumber);
           await outbox.add(refund, { original });
           await kept(refund.receiptNumber);
         }`,
      );
      await sender.close();
      await selling;
      sender = seller;
    }
    await run(sender, drained);
    const numbers = site.service.stored.map(({ receiptNumber }) => receiptNumber);
    expect(new Set(numbers)).toEqual(kept);
    expect(numbers).toHaveLength(kept.size);
    expect(await run(sender, 'return refused')).toEqual([]);
  });

  it("passes on the sending page's errors", async () => {
    const context = await newContext();
    const [first, second] = [await newPage(context), await newPage(context)];
    await run(first, 'share(); await outbox.list()');
    const faults = await run(
      second,
      `share();
       const faultOf = (error) => [error.name, error.code, error.argument];
       return [
         await outbox.drop('none').catch(faultOf),
         await ${addTo(pair(1).sale, { key: '' })}.catch(faultOf),
         await outbox.add({}, { original: () => {} }).catch(codeOf),
       ];`,
    );
    expect(faults).toEqual([
      ['OutboxError', 'entry_not_found', undefined],
      ['UsageError', 'invalid_option', 'options.key'],
      25,
    ]);
    const broken = await run(
      second,
      `const other = shareOutbox('other', () => { throw new RangeError('no'); });
       return [await other.list().catch(codeOf), await other.list().catch(codeOf)];`,
    );
    expect(broken).toEqual(['RangeError', 'RangeError']);
  });
});
