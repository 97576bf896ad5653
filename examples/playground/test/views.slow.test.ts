import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { packs } from 'receipt-rule-packs/packs';
import { daysOfChange } from '../src/days/dates.js';
import { stripsOf } from '../src/days/strips.js';
import { samples } from '../build/samples.js';
import { differenceOf } from '../src/webhook/verify.js';
import start from '../src/start.json' with { type: 'json' };
import { open, paste, textOf } from './support/app.js';
import { shownIssues, visitor } from './support/visit.js';

const visit = visitor();

const told = (page: Page) => page.locator('#webhook-view .verdict');

const fits = (page: Page) =>
  page
    .locator('#header-parts li')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('data-part')} ${one.getAttribute('data-fits')}`));

it('verifies a delivery, and rejects it if a byte, the secret or the clock is changed', async () => {
  const { page, faults } = await visit({ timezoneId: 'Asia/Tokyo' });
  await page.getByRole('button', { name: 'Webhook' }).click();
  await told(page).getByText('Valid').waitFor();
  const signature = await page.getByLabel('Header Service-Signature').inputValue();
  const [, time, nonce] = /^t=(\d+),nonce=([0-9a-f]+),/.exec(signature)!;
  const body = await page.getByLabel('Body, as received').inputValue();
  expect(await page.getByLabel('The signed string').innerText()).toBe(`${time}.${nonce}.${body}`);
  expect(await fits(page)).toEqual(['t true', 'nonce true', 'v1 true']);
  await page.getByRole('button', { name: 'Change a byte' }).click();
  await told(page).getByText('signature_mismatch').waitFor();
  expect(await fits(page)).toEqual(['t true', 'nonce true', 'v1 false']);
  const now = await page.getByLabel('Body, as received').inputValue();
  const at = [...now].findIndex((character, i) => character !== body[i]);
  expect(await page.locator('.changed').innerText()).toBe(now[at]);
  const bytes = Buffer.byteLength(body.slice(0, at)) + 1;
  expect(await page.locator('#webhook-view .tools .bad').innerText()).toMatch(new RegExp(`\\b${bytes}\\b`));
  await page.getByRole('button', { name: 'Sign it' }).click();
  await told(page).getByText('Valid').waitFor();
  expect(await page.locator('.changed').count()).toBe(0);
  const clock = page.getByLabel('Receiver’s clock, Asia/Tokyo');
  /** Returns the local time in Tokyo at a number of seconds after the delivery was signed. */
  const after = (seconds: number) => new Date((Number(time) + seconds + 9 * 3600) * 1000).toISOString().slice(0, 19);
  await clock.fill(after(300));
  await told(page).getByText('Valid').waitFor();
  await clock.fill(after(302));
  await told(page).getByText('timestamp_out_of_tolerance').waitFor();
  expect(await fits(page)).toEqual(['t false', 'nonce true', 'v1 true']);
  await page.getByRole('button', { name: 'Now' }).click();
  await told(page).getByText('Valid').waitFor();
  await page.getByLabel('Signing secret').fill('another');
  await told(page).getByText('signature_mismatch').waitFor();
  await page.getByLabel('Signing secret').fill('');
  await told(page).getByText('wrong use').waitFor();
  await page.getByLabel('Header Service-Signature').fill('<b>');
  await page.getByLabel('Signing secret').fill('whsec_playground');
  await told(page).getByText('malformed_signature').waitFor();
  expect(await fits(page)).toEqual(['t false', 'nonce false', 'v1 false']);
  expect(faults).toEqual([]);
});

it('shows the body indented, and receivers in four languages', async () => {
  const { page, faults } = await visit();
  await page.getByRole('button', { name: 'Webhook' }).click();
  await told(page).getByText('Valid').waitFor();
  const raw = await page.getByLabel('Body, as received').inputValue();
  await page.getByRole('button', { name: 'Pretty' }).click();
  expect(await page.getByLabel('Body, indented').innerText()).toBe(JSON.stringify(JSON.parse(raw), null, 2));
  expect(await page.getByLabel('Body, as received').isHidden()).toBe(true);
  await page.getByRole('button', { name: 'Raw' }).click();
  expect(await page.getByLabel('Body, as received').inputValue()).toBe(raw);
  const files = { Node: '-node.mjs', Hono: '-hono.mjs', Python: '.py', Go: '.go' };
  for (const [name, file] of Object.entries(files)) {
    await page.getByRole('group', { name: 'Language' }).getByRole('button', { name }).click();
    const text = await readFile(new URL(`../../receive-webhooks${file}`, import.meta.url), 'utf8');
    expect(await page.getByLabel('A receiver').textContent()).toBe(text);
  }
  expect(faults).toEqual([]);
});

it.each([
  ['abc', 'abd', { byte: 3, from: 2, to: 3 }],
  ['åbc', 'åxc', { byte: 3, from: 1, to: 2 }],
  ['å', 'ä', { byte: 2, from: 0, to: 1 }],
  ['abc', 'ab', { byte: 3, from: 2, to: 2 }],
  ['abc', 'ac', { byte: 2, from: 1, to: 2 }],
  ['abc', 'abc', undefined],
])('finds where %s became %s', (signed, body, difference) => {
  expect(differenceOf(signed, body)).toEqual(difference);
});

it("changes the receipt's day with the slider, and validates the rates on that day", async () => {
  const { page, faults } = await visit();
  await page.locator('#windows').selectOption('off');
  expect(await page.locator('#days').isHidden()).toBe(true);
  await page.locator('#windows').selectOption('enforce');
  expect(await shownIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Previous change' }).click();
  await page.getByRole('button', { name: 'Previous change' }).click();
  await page.locator('#paper [data-path="timestamp"]').getByText('2026-04-01').waitFor();
  expect(await shownIssues(page)).toEqual([]);
  await page.locator('#day').press('ArrowLeft');
  const food = [0, 1, 2].map((i) => `items[${i}].taxRate rate_not_in_window`);
  expect(await shownIssues(page)).toEqual(food);
  expect(faults).toEqual([]);
});

/**
 * Returns, in pixels, where the rate strips show the receipt's day and the tick for a given day, and their top edge.
 */
const places = (page: Page, day: string) =>
  page.evaluate((day) => {
    const { left, width } = document.querySelector('.track')!.getBoundingClientRect();
    const share = parseFloat(getComputedStyle(document.querySelector('#days details')!).getPropertyValue('--day'));
    return {
      now: left + (width * share) / 100,
      tick: document.querySelector(`.tick[data-day="${day}"]`)!.getBoundingClientRect().left,
      top: document.querySelector('#strips')!.getBoundingClientRect().top,
    };
  }, day);

it('has a strip for each rate; the user can drag the day along it and undo the drag in one step', async () => {
  const { page, faults } = await visit();
  const strips = await page.locator('#strips .strip').evaluateAll((all) =>
    all.map((strip) => ({
      rate: Number(strip.getAttribute('data-rate')),
      goods: strip.querySelector('.rate')!.getAttribute('title'),
      now: strip.classList.contains('now'),
      windows: [...strip.querySelectorAll('.window')].map((one) => [
        one.getAttribute('data-from'),
        one.getAttribute('data-until'),
      ]),
    })),
  );
  const always = [[null, null]];
  expect(strips.slice(0, 3)).toEqual([25, 12, 6].map((rate) => ({ rate, goods: '', now: true, windows: always })));
  expect(strips).toContainEqual({
    rate: 6,
    goods: 'food',
    now: true,
    windows: [['2026-04-01', '2027-12-31']],
  });
  const day = async () => (JSON.parse(await textOf(page)) as { timestamp: string }).timestamp;
  const before = await day();
  const { now, tick, top } = await places(page, '2026-04-01');
  await page.mouse.move(now, top + 5);
  await page.mouse.down();
  for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(now + (tick - now) * share, top + 5);
  await page.mouse.up();
  const at = Date.parse(await day()) - Date.parse('2026-04-01T10:05:00+02:00');
  expect(Math.abs(at)).toBeLessThan(3 * 86_400_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await day()).toBe(before);
  expect(faults).toEqual([]);
});

it('shows a message if a country has no table of rates', async () => {
  const { page, faults } = await visit();
  await page.locator('#country').selectOption('US');
  expect(await page.locator('#days details').isHidden()).toBe(true);
  expect(await page.locator('#days p:visible').count()).toBe(1);
  await page.locator('#windows').selectOption('off');
  expect(await page.locator('#days').isHidden()).toBe(true);
  expect(faults).toEqual([]);
});

it('has a strip for every rate of every country', () => {
  for (const { id, law } of packs) {
    const rows = Array.isArray(law.rates) ? law.rates : [];
    const windows = stripsOf(law).flatMap((strip) =>
      strip.windows.flatMap(({ from, until }) =>
        Array.from({ length: Math.max(strip.goods.length, 1) }, () => `${strip.rate} ${from} ${until}`),
      ),
    );
    const expected = rows.map(({ rate, from, until }) => `${rate} ${from} ${until}`);
    expect({ id, windows: windows.sort() }).toEqual({ id, windows: expected.sort() });
  }
});

it('finds the dates on which Swedish law changed', () => {
  expect(daysOfChange(seReceipt1.law)).toEqual(expect.arrayContaining(['2026-04-01', '2028-01-01']));
});

it('opens a sample from the gallery with its settings', async () => {
  const { page, faults } = await visit();
  await page.getByRole('button', { name: 'Samples' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Food, April 2026' }).click();
  await dialog.getByRole('button', { name: 'Food at 12 % on 2026-04-01' }).click();
  expect(await page.locator('#windows').inputValue()).toBe('enforce');
  expect(await shownIssues(page)).toContain('items[0].taxRate rate_not_in_window');
  await page.getByRole('button', { name: 'Samples' }).click();
  await dialog.getByLabel('Country').selectOption('');
  await dialog.getByRole('searchbox').fill('three norwegian');
  expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Norway']);
  await dialog.locator('.samples button').first().click();
  expect(await page.locator('#country').inputValue()).toBe('NO');
  expect(faults).toEqual([]);
});

it('offers a valid sale and an invalid receipt for every country, and selects the current country', async () => {
  const { page, faults } = await visit();
  const countries = await page
    .locator('#country option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(countries).toHaveLength(packs.length);
  await page.locator('#country').selectOption('IT');
  await page.getByRole('button', { name: 'Samples' }).click();
  const select = page.getByRole('dialog').getByLabel('Country');
  expect(await select.inputValue()).toBe('IT');
  for (const country of countries) {
    await select.selectOption(country);
    const found = await page
      .locator('.samples button')
      .evaluateAll((all) => all.map((one) => one.querySelector('.good') !== null));
    expect({ country, valid: found.includes(true), refused: found.includes(false) }).toEqual({
      country,
      valid: true,
      refused: true,
    });
  }
  expect(faults).toEqual([]);
});

it('explains a cause with the rule and a link to the law', async () => {
  const { page, faults } = await visit();
  await open(page, { ...start, currency: 'NOK', payment: { method: 'card' } }, { country: 'NO' });
  await page.locator('#issues .card').first().waitFor();
  const card = page.locator('#issues .card', { hasText: 'totals.rounding' });
  await card.locator('summary').first().click();
  expect(await card.locator('a').first().getAttribute('href')).toMatch(/^https:\/\/lovdata\.no\//);
  expect(faults).toEqual([]);
});

it('opens files with several documents, and saves one document', async () => {
  const { page, faults } = await visit();
  const lines = ['{"receiptNumber":"a","items":[]}', '{"receiptNumber":"b","items":[]}'].join('\n');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open' }).click();
  await (await chosen).setFiles({ name: 'x.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) });
  await page.getByLabel('2 documents').selectOption('1');
  await page.locator('#lines').getByText('"b"').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('receipt.json');
  expect(faults).toEqual([]);
});

it('shows the number of the sale that a refund in the same list corrects, until another receipt is opened', async () => {
  const { page, faults } = await visit();
  const linkedTransaction = { originalTransactionId: 'txn_1', reason: 'returned' };
  const refund = { ...start, type: 'refund', receiptNumber: '34', linkedTransaction };
  await paste(page, JSON.stringify([refund, { ...start, id: 'txn_1', receiptNumber: 'R-33' }, refund]));
  const printed = page.locator('#paper [data-path="linkedTransaction.originalTransactionId"]');
  await printed.getByText('R-33').waitFor();
  await paste(page, JSON.stringify([refund]));
  await printed.getByText('txn_1').waitFor();
  expect(faults).toEqual([]);
});

it("shows the original sale's number for refunds among the samples", () => {
  const refunds = samples().filter(({ setting }) => setting.originalNumber !== undefined);
  expect(refunds.map(({ setting }) => setting.originalNumber)).toContain('32');
});

it.each(['paste', 'drop'] as const)('opens a list of documents by %s', async (kind) => {
  const { page, faults } = await visit();
  const list = JSON.stringify([
    { receiptNumber: 'a', items: [] },
    { receiptNumber: 'b', items: [] },
  ]);
  if (kind === 'paste') await paste(page, list);
  else
    await page.locator('#json').evaluate((target, list) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([list], 'list.json', { type: 'application/json' }));
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }, list);
  await page.getByLabel('2 documents').waitFor();
  expect(JSON.parse(await textOf(page))).toEqual({ receiptNumber: 'a', items: [] });
  expect(faults).toEqual([]);
});

it('makes a link, on a website, that opens the same masked receipt', async () => {
  const { page, faults } = await visit();
  const html = await readFile(fileURLToPath(inject('page')), 'utf8');
  // The test itself answers the request, so nothing is sent over the network.
  await page
    .context()
    .route('https://playground.test/**', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('https://playground.test/');
  await page.getByRole('button', { name: 'Unknown rate' }).click();
  const issues = await shownIssues(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/^https:\/\/playground\.test\/#r=[\w-]{50,2000}$/);
  const other = await page.context().newPage();
  await other.goto(address);
  await other.locator('#issues .card').first().waitFor();
  expect(await shownIssues(other)).toEqual(issues);
  expect(await other.locator('#paper').innerText()).not.toContain('Mugg');
  expect(faults.filter((fault) => !fault.includes('playground.test'))).toEqual([]);
});

it('copies the masked receipt with the chosen groups if the page was opened from disk', async () => {
  const { page, faults } = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Unknown rate' }).click();
  const issues = await shownIssues(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
  const copied = async () => {
    await dialog.getByRole('button', { name: 'Copy document' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const text = await copied();
  expect(text).not.toContain('Mugg');
  expect(text).not.toContain('DEMOCUSE');
  await dialog.getByLabel('Names of goods').check();
  await dialog.getByText('What is shared').click();
  await dialog.getByLabel('What is shared').getByText('Mugg').waitFor();
  expect(await dialog.getByLabel('What is shared').innerText()).not.toContain('Kvarn');
  await page.keyboard.press('Escape');
  await paste(page, text);
  await page.locator('#paper').getByText('Xxxx').first().waitFor();
  expect(await shownIssues(page)).toEqual(issues);
  expect(faults).toEqual([]);
});

it('keeps the values that the problems depend on, unless the user deselects them', async () => {
  const { page, faults } = await visit();
  const code = samples().find(({ title }) => title === 'A TicketBAI code with a wrong digit')!;
  await open(page, code.document, code.setting);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByLabel('What is shared');
  expect(await preview.textContent()).toContain('TBAI-');
  await dialog.getByLabel('Values that the problems depend on').uncheck();
  await expect.poll(() => preview.textContent()).not.toContain('TBAI-');
  expect(faults).toEqual([]);
});
