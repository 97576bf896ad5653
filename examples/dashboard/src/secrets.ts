import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from 'node:crypto';

/** Keys derived from the admin token, so every process with that token has the same keys. */
export interface Keys {
  readonly signing: Buffer;
  readonly sealing: Buffer;
}

/** Deliberately slow, so that a short token is expensive to brute-force from a leaked cookie. */
export function deriveKeys(adminToken: string): Keys {
  const bytes = scryptSync(adminToken, 'receipt-reference-server/dashboard', 64);
  return { signing: bytes.subarray(0, 32), sealing: bytes.subarray(32) };
}

/** Returns the HMAC-SHA256 of a string in base64url. Different purposes yield different values. */
export function mac({ signing }: Keys, purpose: string, text: string): string {
  return createHmac('sha256', signing).update(`${purpose}\n${text}`).digest('base64url');
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a string with AES-256-GCM. `unseal` needs the same keys and the same context, such as a session id. */
export function seal({ sealing }: Keys, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a sealed string; returns undefined if it was not sealed with these keys and this context. */
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
