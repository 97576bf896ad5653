import { describe, expect, it } from 'vitest';
import { memoryNonceStore, type NonceStore, WebhookVerificationError } from '../../src/webhook/index.js';
import { BODY, ENGINES, header, NONCE, outcome, SECRET, T, v1, verifier } from './support.js';

/** A store that accepts everything and records the calls. */
function recordingStore() {
  const calls: [string, number][] = [];
  const store: NonceStore = {
    add: async (nonce, ttl) => {
      calls.push([nonce, ttl]);
      return true;
    },
  };
  return { calls, store };
}

describe.each(ENGINES)('nonces on %s', (_, engine) => {
  it.each([0, 1, 300])('are recorded unchanged for 2 × %i + 1 seconds', async (toleranceSeconds) => {
    const { calls, store } = recordingStore();
    const receiver = verifier({ nonceStore: store, toleranceSeconds }, engine);
    expect(await outcome(receiver.verify(BODY, header(BODY, { nonce: 'aBC' })))).toBe('ok');
    expect(calls).toEqual([['aBC', 2 * toleranceSeconds + 1]]);
  });

  it('are not consumed by forged, stale or invalid deliveries', async () => {
    const { calls, store } = recordingStore();
    const receiver = verifier({ nonceStore: store }, engine);
    const attempts = [
      receiver.verify(BODY, undefined),
      receiver.verify(BODY, `t=${T},nonce=${NONCE}`),
      receiver.verify(BODY, `t=${T},nonce=${NONCE},v1=${'0'.repeat(64)}`),
      receiver.verify(`${BODY} `, header(BODY)),
      receiver.verify(BODY, header(BODY, { secret: 'another' })),
      receiver.verify(BODY, header(BODY, { t: String(T - 301) })),
      receiver.verify('{}', header('{}')),
    ];
    expect(await Promise.all(attempts.map(outcome))).toEqual([
      'missing_signature',
      'malformed_signature',
      'signature_mismatch',
      'signature_mismatch',
      'signature_mismatch',
      'timestamp_out_of_tolerance',
      'invalid_payload',
    ]);
    expect(calls).toEqual([]);
  });

  it('of a forged request do not invalidate the real request', async () => {
    const receiver = verifier({ nonceStore: memoryNonceStore({ now: () => T * 1000 }) }, engine);
    const forged = `t=${T},nonce=${NONCE},v1=${v1(BODY, { secret: 'guess' })}`;
    expect(await outcome(receiver.verify(BODY, forged))).toBe('signature_mismatch');
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('ok');
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('nonce_reused');
  });

  it('are accepted in exactly one of many concurrent requests', async () => {
    const receiver = verifier({ secrets: [SECRET, 'old'], nonceStore: memoryNonceStore() }, engine);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(receiver.verify(BODY, header(BODY)))));
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'nonce_reused')).toHaveLength(49);
  });

  it('are remembered as long as the delivery is within the tolerance', async () => {
    let ms = (T - 300) * 1000;
    const receiver = verifier({ now: () => ms, nonceStore: memoryNonceStore({ now: () => ms }) }, engine);
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('ok');
    ms = (T + 300) * 1000 + 999;
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('nonce_reused');
    ms += 1;
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('timestamp_out_of_tolerance');
  });

  it.each<[string, () => unknown]>([
    ['rejects', () => Promise.reject(new Error('down'))],
    ['rejects without a reason', () => Promise.reject()],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['returns undefined', () => undefined],
    ['returns 1', async () => 1],
    ['returns "OK"', async () => 'OK'],
    ['returns null', async () => null],
    ['returns an object', async () => ({})],
  ])('fail closed if the store %s', async (__, add) => {
    const receiver = verifier({ nonceStore: { add } as unknown as NonceStore }, engine);
    expect(await outcome(receiver.verify(BODY, header(BODY)))).toBe('nonce_store_failed');
  });

  it("report the nonce store's error as the cause", async () => {
    const cause = new Error('down');
    const receiver = verifier({ nonceStore: { add: () => Promise.reject(cause) } }, engine);
    const error: unknown = await receiver.verify(BODY, header(BODY)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ name: 'WebhookVerificationError', code: 'nonce_store_failed', cause });
  });

  it('are added by calling `add` as a method of the store', async () => {
    class Store {
      readonly #seen = new Set<string>();
      async add(nonce: string) {
        return !this.#seen.has(nonce) && Boolean(this.#seen.add(nonce));
      }
    }
    expect(await outcome(verifier({ nonceStore: new Store() }, engine).verify(BODY, header(BODY)))).toBe('ok');
  });
});
