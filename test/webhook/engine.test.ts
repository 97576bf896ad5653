import { describe, expect, it, vi } from 'vitest';
import { createWebhookSigner, createWebhookVerifier } from '../../src/webhook/index.js';
import { constantTimeEqual } from '../../src/webhook/hmac.js';
import { BODY, EVENT, header, NONCE, SECRET, T } from './support.js';

const GLOBALS = { process: globalThis.process, crypto: globalThis.crypto };

/** Calls `make` with different globals, synchronously, because the test runner needs `process`. */
function withGlobals<T>(globals: { process?: unknown; crypto?: unknown }, make: () => T): T {
  const define = (values: object) => {
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  };
  define(globals);
  try {
    return make();
  } finally {
    define(GLOBALS);
  }
}

describe('the HMAC engine', () => {
  const createBoth = () => ({
    signer: createWebhookSigner({ secrets: SECRET }),
    verifier: createWebhookVerifier({ secrets: SECRET, now: () => T * 1000 }),
  });
  /**
   * Whether a signer and a verifier created with these globals used WebCrypto. The results must be correct either way.
   */
  const usedWebCrypto = async (globals: { process?: unknown }) => {
    const sign = vi.fn(crypto.subtle.sign.bind(crypto.subtle));
    const subtle = { importKey: crypto.subtle.importKey.bind(crypto.subtle), sign };
    const { signer, verifier } = withGlobals({ ...globals, crypto: { subtle } }, createBoth);
    const headers = await signer.sign(BODY, { event: 'x', timestamp: T, nonce: NONCE });
    expect(headers['Service-Signature']).toBe(header(BODY));
    expect(await verifier.verify(BODY, headers)).toEqual(EVENT);
    return sign.mock.calls.length > 0;
  };

  it('is node:crypto if available', async () => {
    expect(await usedWebCrypto({})).toBe(false);
  });

  it.each<[string, unknown]>([
    ['no process', undefined],
    ['no getBuiltinModule', {}],
    ['a getBuiltinModule that does not return crypto', { getBuiltinModule: () => undefined }],
    ['a crypto that lacks functions', { getBuiltinModule: () => ({ createHmac: 1 }) }],
  ])('is WebCrypto with %s', async (_, process) => {
    expect(await usedWebCrypto({ process })).toBe(true);
  });

  it('is required to create a verifier or signer', () => {
    for (const crypto of [undefined, {}]) {
      const globals = { process: undefined, crypto };
      expect(() => withGlobals(globals, () => createWebhookVerifier({ secrets: SECRET }))).toThrow(Error);
      expect(() => withGlobals(globals, () => createWebhookSigner({ secrets: SECRET }))).toThrow(Error);
    }
  });

  it('imports each key once', async () => {
    const importKey = vi.fn(crypto.subtle.importKey.bind(crypto.subtle));
    const sign = vi.fn(crypto.subtle.sign.bind(crypto.subtle));
    const { verify } = withGlobals({ process: undefined, crypto: { subtle: { importKey, sign } } }, () =>
      createWebhookVerifier({ secrets: [SECRET, 'b'], now: () => T * 1000 }),
    );
    for (let i = 0; i < 3; i++) await verify(BODY, header(BODY));
    await Promise.all([verify(BODY, header(BODY)), verify(BODY, header(BODY))]);
    expect(importKey).toHaveBeenCalledTimes(2);
    // Keys must not be extractable, because they contain the secret.
    for (const [, , , extractable] of importKey.mock.calls) expect(extractable).toBe(false);
    expect(sign).toHaveBeenCalledTimes(10);
  });
});

describe('constantTimeEqual', () => {
  it('distinguishes bytes by length and by each bit', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => i * 7);
    expect(constantTimeEqual(bytes, bytes.slice())).toBe(true);
    expect(constantTimeEqual(bytes, bytes.slice(1))).toBe(false);
    expect(constantTimeEqual(new Uint8Array(0), new Uint8Array(0))).toBe(true);
    for (let bit = 0; bit < 256; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(constantTimeEqual(bytes, changed)).toBe(false);
    }
  });
});
