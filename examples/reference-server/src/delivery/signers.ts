import { createWebhookSigner, type WebhookSigner } from 'receipt-rule-packs/webhook';

/** The most cached signers: those of the endpoints used last. */
const MAX_KEPT = 1_000;

/** Returns the signer of an endpoint's secrets, from a cache: making its keys takes as long as signing. */
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
