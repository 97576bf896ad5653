import { WebhookVerificationError } from './error.js';

/** Remembers nonces, so that the verifier refuses replayed deliveries. */
export type NonceStore = {
  /**
   * Records `nonce` for `ttlSeconds`, atomically: of concurrent calls with the same nonce, in any number of processes,
   * exactly one resolves to true and the others to false. If the promise rejects, the verifier refuses the delivery.
   */
  add(nonce: string, ttlSeconds: number): Promise<boolean>;
};

/**
 * Records the nonce of a delivery that is authentic and within the tolerance. Refuses the delivery unless this is
 * certain to be the first use.
 *
 * @throws WebhookVerificationError `nonce_reused`, `nonce_store_failed`
 */
export async function recordNonce(store: NonceStore, nonce: string, ttlSeconds: number): Promise<void> {
  let first: unknown;
  try {
    first = await store.add(nonce, ttlSeconds);
  } catch (cause) {
    throw new WebhookVerificationError('nonce_store_failed', 'the nonce store failed, see cause', { cause });
  }
  if (first === false) throw new WebhookVerificationError('nonce_reused', `nonce ${nonce} was used before`);
  if (first !== true) {
    throw new WebhookVerificationError(
      'nonce_store_failed',
      `nonceStore.add must return a boolean, found ${typeof first}`,
    );
  }
}
