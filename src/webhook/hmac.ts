/** HMAC-SHA256 with fixed keys, on any engine. */
type Hmac = {
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
  throw new Error('found neither node:crypto nor crypto.subtle: browsers need a secure context');
};

type NodeHmac = { update(data: string | Uint8Array): NodeHmac; digest(): Uint8Array };

/** The part of node:crypto used here. */
export type NodeCrypto = {
  createSecretKey(key: string, encoding: 'utf8'): object;
  createHmac(algorithm: 'sha256', key: object): NodeHmac;
  timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
};

/** node:crypto without an import, so that browser bundles do not need a shim; undefined if the runtime lacks it. */
function nodeCrypto(): NodeCrypto | undefined {
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

/** Compares two digests in constant time for a given length. For engines without `timingSafeEqual`. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

/** Whether any pair is equal. Compares every pair, so that the time does not reveal which one matched. */
export function anyPairEqual(
  computed: readonly Uint8Array[],
  received: readonly Uint8Array[],
  equal: (a: Uint8Array, b: Uint8Array) => boolean,
): boolean {
  let matches = 0;
  for (const a of computed) {
    for (const b of received) matches += Number(equal(a, b));
  }
  return matches > 0;
}
