import { expect, it } from 'vitest';
import { createWebhookVerifier } from '../../src/webhook/index.js';

/** What `npm run fuzz` has found, by the input that showed it. */

const { verify } = createWebhookVerifier({ secrets: 'whsec_1' });

it('very many signature headers in a headers object count as several, not as a RangeError', async () => {
  const headers = { 'service-signature': new Array<string>(1 << 18).fill('x') };
  await expect(verify('{}', headers)).rejects.toMatchObject({ code: 'malformed_signature' });
});
