import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open } from './support/app.js';
import { VECTORS } from './support/first-choices.js';
import { settled, visitor } from './support/visit.js';

const visit = visitor();
const { document } = VECTORS.find(({ name }) => name === 'de: a price in euros, Bar, a wrong total')!;

const states = (page: Page) =>
  page
    .locator('#obligations [data-obligation]')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((one) => [one.getAttribute('data-obligation')!, one.getAttribute('data-state')!])),
    );

it('lists what the receipt must show, with the state of each row', async () => {
  const { page, faults } = await visit();
  const dated = { ...document, timestamp: '2026-11-22T12:00:00+01:00' };
  await open(page, dated, { country: 'DE' });
  await settled(page);
  await page.locator('#obligations summary').click();
  // The browser fires `toggle`, which fills the list, only after the click.
  await page.locator('#obligations [data-obligation]').first().waitFor();
  expect(await states(page)).toMatchObject({
    'de-tse': 'outside',
    'de-tse-2024': 'missing',
    'de-seller': 'elsewhere',
  });
  await open(page, { ...dated, extensions: { de: { qrCode: 'V0;…' } } }, { country: 'DE' });
  await settled(page);
  expect(await states(page)).toMatchObject({ 'de-tse-2024': 'held' });
  await open(page, dated, { country: 'DE', duties: { tse: false } });
  await settled(page);
  expect(await states(page)).toMatchObject({ 'de-tse-2024': 'outside' });
  expect(faults).toEqual([]);
});
