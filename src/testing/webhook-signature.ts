import { createHmac } from 'node:crypto';

/** The parts of a `Service-Signature` header. */
export interface SignatureParts {
  /** Unix seconds as text. */
  readonly t: string;
  /** Hex digits. */
  readonly nonce: string;
  /** One HMAC each. */
  readonly secrets: readonly string[];
}

/** Builds the header value `t=…,nonce=…,v1=…` for a body. Shares no code with `receipt-rule-packs/webhook`. */
export function signatureOf({ t, nonce, secrets }: SignatureParts, body: string | Uint8Array): string {
  const macs = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.${nonce}.`).update(body).digest('hex'),
  );
  return [`t=${t}`, `nonce=${nonce}`, ...macs.map((mac) => `v1=${mac}`)].join();
}
