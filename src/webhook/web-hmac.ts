import { constantTimeEqual } from './constant-time.js';
import type { Hmac } from './hmac.js';

/** The part of WebCrypto used here. */
export type WebCrypto = {
  subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array,
      algorithm: { name: 'HMAC'; hash: 'SHA-256' },
      extractable: boolean,
      usages: ['sign'],
    ): Promise<unknown>;
    sign(algorithm: 'HMAC', key: unknown, data: Uint8Array): Promise<ArrayBuffer>;
  };
};

/** HMAC on WebCrypto. Imports each secret once, on first use. */
export function webHmac(subtle: WebCrypto['subtle'], secrets: readonly string[]): Hmac {
  const utf8 = new TextEncoder();
  let keys: Promise<unknown[]> | undefined;
  const importKeys = () =>
    Promise.all(
      secrets.map((secret) =>
        subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
      ),
    );
  const sign = async (message: Uint8Array) => {
    keys ??= importKeys();
    const digests = await Promise.all((await keys).map((key) => subtle.sign('HMAC', key, message)));
    return digests.map((digest) => new Uint8Array(digest));
  };
  return {
    digests: (prefix, body) => sign(concat(utf8.encode(prefix), typeof body === 'string' ? utf8.encode(body) : body)),
    equal: constantTimeEqual,
  };
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
