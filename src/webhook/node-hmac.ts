import type { Hmac } from './hmac.js';

type NodeHmac = { update(data: string | Uint8Array): NodeHmac; digest(): Uint8Array };

/** The part of node:crypto used here. */
export type NodeCrypto = {
  createSecretKey(key: string, encoding: 'utf8'): object;
  createHmac(algorithm: 'sha256', key: object): NodeHmac;
  timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
};

/** node:crypto without an import, so that browser bundles do not need a shim; undefined if the runtime lacks it. */
export function nodeCrypto(): NodeCrypto | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } };
  const found = process?.getBuiltinModule?.('node:crypto') as Partial<NodeCrypto> | undefined;
  return found?.createSecretKey && found.createHmac && found.timingSafeEqual ? (found as NodeCrypto) : undefined;
}

/** HMAC on node:crypto: synchronous, and without a copy of the body. */
export function nodeHmac(crypto: NodeCrypto, secrets: readonly string[]): Hmac {
  const keys = secrets.map((secret) => crypto.createSecretKey(secret, 'utf8'));
  return {
    digests: (prefix, body) => keys.map((key) => crypto.createHmac('sha256', key).update(prefix).update(body).digest()),
    equal: (a, b) => crypto.timingSafeEqual(a, b),
  };
}
