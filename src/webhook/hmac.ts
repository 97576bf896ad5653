import { nodeCrypto, nodeHmac } from './node-hmac.js';
import { type WebCrypto, webHmac } from './web-hmac.js';

/** HMAC-SHA256 with fixed keys, on any engine. */
export type Hmac = {
  /**
   * The digests of `prefix` followed by `body`, one per secret, in order. If this returns a promise, it has already
   * copied the body.
   */
  digests(prefix: string, body: string | Uint8Array): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** Compares two digests in constant time. */
  readonly equal: (a: Uint8Array, b: Uint8Array) => boolean;
};

export type HmacFactory = (secrets: readonly string[]) => Hmac;

/**
 * node:crypto if the runtime has it, otherwise WebCrypto. Looked up on each call, because importing must not have side
 * effects.
 */
export const platformHmac: HmacFactory = (secrets) => {
  const node = nodeCrypto();
  if (node) return nodeHmac(node, secrets);
  const { subtle } = (globalThis as { crypto?: Partial<WebCrypto> }).crypto ?? {};
  if (subtle) return webHmac(subtle, secrets);
  throw new Error('neither node:crypto nor crypto.subtle found: browsers have it in secure contexts');
};
