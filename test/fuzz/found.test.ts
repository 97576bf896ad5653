import { expect, it } from 'vitest';
import { packs } from '../../packs/index.js';
import { createRegistry } from '../../src/index.js';
import { createWebhookVerifier } from '../../src/webhook/index.js';

/** Bugs found by `npm run fuzz`, each with its input. */

const { verify } = createWebhookVerifier({ secrets: 'whsec_1' });

it('a huge number of signature headers in one object is reported as several headers, instead of causing a RangeError', async () => {
  const headers = { 'service-signature': new Array<string>(1 << 18).fill('x') };
  await expect(verify('{}', headers)).rejects.toMatchObject({ code: 'malformed_signature' });
});

it('a fiscal field with millions of characters causes a warning instead of a RangeError', () => {
  const registry = createRegistry(packs);
  const warned = (atcud: string) =>
    registry
      .validate({ extensions: { pt: { atcud } } }, { country: 'PT' })
      .warnings.filter(({ field }) => field === 'extensions.pt.atcud')
      .map(({ code }) => code);
  const longest = `ABCDEFGH-${'1'.repeat(100_000 - 9)}`;
  expect(warned(longest)).toEqual([]);
  expect(warned(`${longest}1`)).toEqual(['fiscal_format']);
  expect(warned('1'.repeat(20_000_000))).toEqual(['fiscal_format']);
});
