import { createWebhookSigner, type WebhookSigner } from 'receipt-rule-packs/webhook';

/** The most signers that are kept: those of the endpoints that were delivered to last. */
const MOST_KEPT = 1_000;

/** Gives the signer of an endpoint's secrets. It is kept, since to make its keys takes as long as to sign with them. */
export function createSigners(limit = MOST_KEPT): (secrets: readonly string[]) => WebhookSigner {
  /** Least recently used first. */
  const kept = new Map<string, WebhookSigner>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const signer = kept.get(key) ?? createWebhookSigner({ secrets });
    kept.delete(key);
    kept.set(key, signer);
    if (kept.size > limit) kept.delete(kept.keys().next().value!);
    return signer;
  };
}
