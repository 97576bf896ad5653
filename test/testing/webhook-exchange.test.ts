import fc from 'fast-check';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';
import { webhookExchange, type WebhookExchange } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { VARIANTS } from '../../src/testing/webhook-variants';
import { SEED } from '../support/numbers';
import { usageError } from '../support/usage-error';

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
  it("states the verifier's outcome in `expected`", async () => {
    const met = new Map<string, number>();
    const events = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(webhookExchange(), async (exchange) => {
        met.set(exchange.variant, (met.get(exchange.variant) ?? 0) + 1);
        events.add(exchange.headers['Service-Event']);
        expect(await outcome(exchange), exchange.variant).toBe(exchange.expected);
        const length = exchange.headers['Service-Signature']?.length ?? 0;
        expect(length > 4096).toBe(exchange.variant === 'a header of over 4,096 characters');
      }),
      { seed: SEED, numRuns: 3000 },
    );
    expect(VARIANTS.filter(({ name }) => (met.get(name) ?? 0) < 20)).toEqual([]);
    expect([...events].sort()).toEqual([
      'authorization.granted',
      'authorization.revoked',
      'source.connected',
      'source.disconnected',
      'transaction.created',
    ]);
  });

  it('respects its options', async () => {
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

  it('forges a delivery even if the original value already equals the forged value', async () => {
    const options = { expected: 'signature_mismatch', event: 'forged' } as const;
    for (const exchange of fc.sample(webhookExchange(options), { seed: SEED, numRuns: 1000 }))
      expect(await outcome(exchange), exchange.variant).toBe('signature_mismatch');
  });

  it.each<[string, object, string]>([
    ['an empty list of outcomes', { expected: [] }, 'expected'],
    ['an unknown outcome', { expected: 'fine' }, 'expected'],
    [
      'a failing store, which does not depend on the delivery',
      { expected: ['ok', 'nonce_store_failed'] },
      'expected[1]',
    ],
    ['an empty event', { event: '' }, 'event'],
    ['an event that is not a valid header value', { event: 'a\n' }, 'event'],
    ['an empty secret', { secret: '' }, 'secret'],
    ['a secret with a lone surrogate', { secret: '\ud800' }, 'secret'],
    ['a negative tolerance', { toleranceSeconds: -1 }, 'toleranceSeconds'],
    ['a fractional tolerance', { toleranceSeconds: 1.5 }, 'toleranceSeconds'],
    ['a tolerance given as text', { toleranceSeconds: '300' }, 'toleranceSeconds'],
    ['data that is not an arbitrary', { data: { n: 1 } }, 'data'],
  ])('throws for %s', (_, options, name) => {
    expect(() => webhookExchange(options)).toThrow(usageError('invalid_option', `options.${name}`));
  });

  it.each<[string, fc.Arbitrary<object>]>([
    ['lists', fc.constant([1])],
    ['dates', fc.constant(new Date(0))],
    ['text', fc.constant(Object('x') as object)],
  ])('throws if data generates %s', (_, data) => {
    const wrong = webhookExchange({ data: data as fc.Arbitrary<Record<string, unknown>> });
    expect(() => fc.sample(wrong, 1)).toThrow(usageError('invalid_option', 'options.data'));
  });

  it('accepts the longest tolerance', async () => {
    for (const exchange of fc.sample(webhookExchange({ toleranceSeconds: 3_155_760_000 }), {
      seed: SEED,
      numRuns: 200,
    }))
      expect(await outcome(exchange), exchange.variant).toBe(exchange.expected);
  });
});
