import { expect, it } from 'vitest';
import { createWebhookVerifier } from '../../src/webhook/index.js';

/** What `npm run fuzz` has found, by the input that showed it. */

const { verify } = createWebhookVerifier({ secrets: 'whsec_1' });

it('so many signature headers in a headers object are several, not a RangeError', async () => {
  const headers = { 'service-signature': new Array<string>(1 << 18).fill('x') };
  await expect(verify('{}', headers)).rejects.toMatchObject({ code: 'malformed_signature' });
});
