import { createWebhookSigner, type WebhookSigner } from 'receipt-rule-packs/webhook';

/** The maximum number of cached signers; the least recently used ones are dropped. */
const MAX_KEPT = 1_000;

/** Returns the signer for an endpoint's secrets. Caches signers, because deriving the keys takes as long as signing. */
export function createSigners(limit = MAX_KEPT): (secrets: readonly string[]) => WebhookSigner {
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
