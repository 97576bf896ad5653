import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import start from '../src/start.json' with { type: 'json' };
import { open, textOf } from './support/app.js';
import { visitor } from './support/visit.js';

const visit = visitor();
const HOSTILE =
  '<img src=x onerror=alert(1)></script><script>alert(2)</script>"\'&lt;\u202e\u0007\u001b[31m{{x}}${y}%3Cb%3E';

/**
 * Replaces every string in a value with the hostile string, and adds fields that have this string as their name or
 * value.
 */
function hostile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, inner]) => [name, hostile(inner)] as const);
    return { ...Object.fromEntries(members), [HOSTILE]: HOSTILE, __proto__x: HOSTILE };
  }
  return typeof value === 'string' ? HOSTILE : value;
}

it('renders hostile strings in any field as text only', async () => {
  const { page, faults } = await visit();
  const known = () =>
    page.evaluate(() => document.querySelectorAll('img, script, iframe, object, embed, form, base').length);
  const before = await known();
  await open(page, hostile(start));
  await page.locator('#issues .card').first().waitFor();
  await page.locator('#issues summary').evaluateAll((all) => all.forEach((why) => (why as HTMLElement).click()));
  await page.locator('#issues dl').first().waitFor();
  for (const name of ['Copy', 'Share']) {
    await page.locator('#tools').getByRole('button', { name }).click();
    expect(await known()).toBe(before);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => document.querySelectorAll('[onerror], [onclick]').length)).toBe(0);
  expect(faults).toEqual([]);
});

const TEXTS = [
  '[1, {"items": "x"}, null, "text"]',
  '12',
  '',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)},"note":1}`,
  '{"items":[{"amount":1e400,"quantity":-1e-400}],"totals":{"total":123456789012345678901234567890}}',
  '{"constructor":{},"__proto__":{"items":[]},"items":[{"toString":1,"hasOwnProperty":2}]}',
];

it('explains what is wrong with text that is not a receipt', async () => {
  const { page, faults } = await visit();
  for (const text of TEXTS) {
    await open(page, text);
    await page.waitForFunction(() => ['refused', 'broken'].includes(document.getElementById('verdict')!.dataset.look!));
  }
  expect(faults).toEqual([]);
});

const FRAGMENTS = [
  '#r=',
  '#r=AA',
  '#r=AQ',
  '#r=%00<script>alert(1)</script>',
  '#r=AUXSSVBIAAA',
  `#r=${'A'.repeat(9000)}`,
  '#"><img src=x onerror=alert(1)>',
  '#verdict',
];

it('keeps the current receipt if the fragment is invalid', async () => {
  const { page, faults } = await visit({ fragment: `#r=${bomb()}` });
  const text = await textOf(page);
  for (const fragment of FRAGMENTS) {
    await page.evaluate((fragment) => (location.hash = fragment), fragment);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await textOf(page)).toBe(text);
  }
  expect(await page.locator('#verdict').getAttribute('data-look')).toBe('valid');
  expect(await page.locator('img').count()).toBe(0);
  expect(faults).toEqual([]);
});

/** Returns a fragment that inflates to a document followed by 4 MiB of spaces. */
function bomb(): string {
  const packed = deflateRawSync(`{"items":[]}${' '.repeat(4 * 1024 * 1024)}`, { level: 9 });
  return Buffer.concat([Buffer.from([1]), packed]).toString('base64url');
}
