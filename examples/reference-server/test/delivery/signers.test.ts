import { createWebhookSigner } from 'receipt-rule-packs/webhook';
import { describe, expect, test } from 'vitest';
import { createSigners } from '../../src/delivery/signers.js';

const FIXED = { event: 'transaction.created', timestamp: 1_795_000_000, nonce: 'ab' };

describe('createSigners', () => {
  test.each([[['whsec_a']], [['whsec_b', 'whsec_a']]])('signs with the secrets %j in this order', async (secrets) => {
    const signerOf = createSigners();
    signerOf(['whsec_a', 'whsec_b']);
    const signed = await signerOf(secrets).sign('{}', FIXED);
    expect(signed).toEqual(await createWebhookSigner({ secrets }).sign('{}', FIXED));
  });

  test('caches signers, and forgets the least recently used signer if there are too many', () => {
    const signerOf = createSigners(2);
    const [a, b] = [signerOf(['a']), signerOf(['b'])];
    expect(signerOf(['a'])).toBe(a);
    const c = signerOf(['c']);
    expect([signerOf(['a']), signerOf(['c'])]).toEqual([a, c]);
    expect(signerOf(['b'])).not.toBe(b);
  });
});
