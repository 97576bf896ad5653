import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from 'node:crypto';

/** The keys derived from the admin token: every process with the token has the same keys. */
export interface Keys {
  readonly signing: Buffer;
  readonly sealing: Buffer;
}

/** Deliberately slow, once per start, so that guessing a short token from a leaked cookie is expensive. */
export function deriveKeys(adminToken: string): Keys {
  const bytes = scryptSync(adminToken, 'receipt-reference-server/dashboard', 64);
  return { signing: bytes.subarray(0, 32), sealing: bytes.subarray(32) };
}

/** HMAC-SHA256 of a text for one purpose, in base64url. */
export function mac({ signing }: Keys, purpose: string, text: string): string {
  return createHmac('sha256', signing).update(`${purpose}\n${text}`).digest('base64url');
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text (AES-256-GCM) so that only a process with the keys can read it, and only in the same `context`. */
export function seal({ sealing }: Keys, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The sealed text; undefined if it was not sealed with these keys in this context. */
export function unseal({ sealing }: Keys, context: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
