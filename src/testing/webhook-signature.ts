import { createHmac } from 'node:crypto';

/** Parts of a `Service-Signature` header, before they are written out. */
export interface SignatureParts {
  /** Unix seconds as text. */
  readonly t: string;
  /** Hex digits. */
  readonly nonce: string;
  /** One HMAC each. */
  readonly secrets: readonly string[];
}

/** `t=…,nonce=…,v1=…` over a body, made without any code of `receipt-rule-packs/webhook`. */
export function signatureOf({ t, nonce, secrets }: SignatureParts, body: string | Uint8Array): string {
  const macs = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.${nonce}.`).update(body).digest('hex'),
  );
  return [`t=${t}`, `nonce=${nonce}`, ...macs.map((mac) => `v1=${mac}`)].join();
}
