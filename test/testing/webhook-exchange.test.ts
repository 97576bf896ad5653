import fc from 'fast-check';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';
import { webhookExchange, type WebhookExchange } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { VARIANTS } from '../../src/testing/webhook-variants';
import { SEED } from '../support/numbers';

async function outcome({
  secrets,
  body,
  headers,
  now,
  toleranceSeconds,
  seenNonces,
}: WebhookExchange): Promise<string> {
  const nonceStore = memoryNonceStore();
  for (const nonce of seenNonces) await nonceStore.add(nonce, 2 * toleranceSeconds + 1);
  const verifier = createWebhookVerifier({ secrets, toleranceSeconds, nonceStore, now: () => now });
  return verifier.verify(body, headers).then(
    ({ type }) => (type === headers['Service-Event'] ? 'ok' : type),
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );
}

describe('webhookExchange', () => {
  it('is judged by the verifier as it says', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(webhookExchange(), async (exchange) => {
        met.set(exchange.variant, (met.get(exchange.variant) ?? 0) + 1);
        expect(await outcome(exchange), exchange.variant).toBe(exchange.expected);
      }),
      { seed: SEED, numRuns: 3000 },
    );
    expect(VARIANTS.filter(({ name }) => (met.get(name) ?? 0) < 20)).toEqual([]);
  });

  it('holds parts fast', async () => {
    const options = {
      expected: ['ok', 'signature_mismatch'],
      event: 'ping',
      secret: 's3cret',
      toleranceSeconds: 0,
    } as const;
    for (const exchange of fc.sample(webhookExchange({ ...options, data: fc.constant({ n: 1 }) }), {
      seed: SEED,
      numRuns: 100,
    })) {
      expect(options.expected).toContain(exchange.expected);
      expect(exchange.secrets).toContain('s3cret');
      expect(exchange.headers['Service-Event']).toBe('ping');
      expect(await outcome(exchange)).toBe(exchange.expected);
    }
  });

  it('throws for what it does not know', () => {
    expect(() => webhookExchange({ secrets: [] } as object)).toThrow(/unknown option secrets/);
    expect(() => webhookExchange({ expected: [] })).toThrow(TypeError);
  });
});
