import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { daysOfChange } from '../src/days.js';
import start from '../src/start.json' with { type: 'json' };
import { open, textOf } from './support/app.js';
import { shownIssues, visitor } from './support/visit.js';

const visit = visitor();

const told = (page: Page) => page.locator('#webhook-view .verdict');

it('verifies a delivery, and refuses it with a byte, a secret or a clock that is another one', async () => {
  const { page, faults } = await visit();
  await page.getByRole('button', { name: 'Webhook' }).click();
  await told(page).getByText('Valid').waitFor();
  const signature = await page.getByLabel('Header Service-Signature').inputValue();
  const [, time, nonce] = /^t=(\d+),nonce=([0-9a-f]+),/.exec(signature)!;
  const body = await page.getByLabel('Body').inputValue();
  expect(await page.getByLabel('The signed string').innerText()).toBe(`${time}.${nonce}.${body}`);
  await page.getByRole('button', { name: 'Change a byte' }).click();
  await told(page).getByText('signature_mismatch').waitFor();
  await page.getByRole('button', { name: 'Sign it' }).click();
  await told(page).getByText('Valid').waitFor();
  await page.getByLabel('Clock').fill(`${Number(time) + 301}`);
  await told(page).getByText('timestamp_out_of_tolerance').waitFor();
  await page.getByLabel('Clock').fill(time!);
  await page.getByLabel('Signing secret').fill('another');
  await told(page).getByText('signature_mismatch').waitFor();
  await page.getByLabel('Signing secret').fill('');
  await told(page).getByText('wrong use').waitFor();
  await page.getByLabel('Header Service-Signature').fill('<b>');
  await page.getByLabel('Signing secret').fill('whsec_playground');
  await told(page).getByText('malformed_signature').waitFor();
  expect(faults).toEqual([]);
});

it('dates the receipt by the slider, and holds its rates against that day', async () => {
  const { page, faults } = await visit();
  await page.locator('#windows').selectOption('off');
  expect(await page.locator('#days').isHidden()).toBe(true);
  await page.locator('#windows').selectOption('enforce');
  expect(await shownIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change before' }).click();
  await page.getByRole('button', { name: 'Change before' }).click();
  await page.locator('#paper [data-path="timestamp"]').getByText('2026-04-01').waitFor();
  expect(await shownIssues(page)).toEqual([]);
  await page.locator('#day').press('ArrowLeft');
  const food = [0, 1, 2].map((i) => `items[${i}].taxRate rate_not_in_window`);
  expect(await shownIssues(page)).toEqual(food);
  expect(faults).toEqual([]);
});

it('knows the days on which the law of Sweden changed', () => {
  expect(daysOfChange(seReceipt1.law)).toEqual(expect.arrayContaining(['2026-04-01', '2028-01-01']));
});

it('opens a sample from the gallery, with what it is judged by', async () => {
  const { page, faults } = await visit();
  await page.getByRole('button', { name: 'Samples' }).click();
  await page.getByRole('button', { name: 'Food, April 2026' }).click();
  await page.getByRole('button', { name: 'Food at 12 % on 2026-04-01' }).click();
  expect(await page.locator('#windows').inputValue()).toBe('enforce');
  expect(await shownIssues(page)).toContain('items[0].taxRate rate_not_in_window');
  await page.getByRole('button', { name: 'Samples' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('norway');
  await page.getByRole('dialog').getByRole('button', { name: 'Norway' }).first().click();
  expect(await page.locator('#country').inputValue()).toBe('NO');
  expect(faults).toEqual([]);
});

it('says why: the rule, and the law with a link', async () => {
  const { page, faults } = await visit();
  await open(page, { ...start, currency: 'NOK', payment: { method: 'card' } }, { country: 'NO' });
  const card = page.locator('#issues [data-field="totals.rounding"]');
  await card.locator('summary').click();
  expect(await card.locator('a').first().getAttribute('href')).toMatch(/^https:\/\/lovdata\.no\//);
  expect(faults).toEqual([]);
});

it('opens files with many documents, and saves one', async () => {
  const { page, faults } = await visit();
  const lines = ['{"receiptNumber":"a","items":[]}', '{"receiptNumber":"b","items":[]}'].join('\n');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open' }).click();
  await (await chosen).setFiles({ name: 'x.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) });
  await page.getByLabel('2 documents').selectOption('1');
  await page.locator('.cm-content').getByText('"b"').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('receipt.json');
  expect(faults).toEqual([]);
});

it.each(['paste', 'drop'] as const)('opens a list of documents by %s', async (kind) => {
  const { page, faults } = await visit();
  const list = JSON.stringify([
    { receiptNumber: 'a', items: [] },
    { receiptNumber: 'b', items: [] },
  ]);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.locator('.cm-content').evaluate(
    (target, [kind, list]) => {
      const data = new DataTransfer();
      if (kind === 'drop') data.items.add(new File([list], 'list.json', { type: 'application/json' }));
      else data.setData('text/plain', list);
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    [kind, list] as const,
  );
  await page.getByLabel('2 documents').waitFor();
  expect(JSON.parse(await textOf(page))).toEqual({ receiptNumber: 'a', items: [] });
  expect(faults).toEqual([]);
});

it('makes a link on a site, which opens the same masked receipt', async () => {
  const { page, faults } = await visit();
  const html = await readFile(fileURLToPath(inject('page')), 'utf8');
  // Answered by the test: nothing is sent.
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
