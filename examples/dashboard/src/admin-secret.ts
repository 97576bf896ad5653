import type { AdminToken } from './admin-token.js';
import { deriveKeys, type Keys } from './secrets.js';

/** The minimum time, in milliseconds, between two reads of the token file. */
const LOOK_MS = 1_000;

/** The admin token and the keys derived from it. A new token ends all sessions, because it replaces their keys. */
export interface AdminSecret {
  readonly token: string;
  readonly keys: Keys;
  /** Re-reads the token file, if there is one, at most once a second. */
  readonly refresh: () => Promise<void>;
}

/**
 * @param onChange called without an argument when the token changes, and with the error when its file becomes
 *   unreadable or invalid; the old token then remains valid
 * @param now a monotonic clock, in milliseconds
 */
export function createAdminSecret(
  { token: first, read }: Pick<AdminToken, 'token' | 'read'>,
  onChange: (problem?: unknown) => void,
  now = () => performance.now(),
): AdminSecret {
  let token = first;
  // Derived when first used, because that takes a tenth of a second of the server's start.
  let keys: Keys | undefined;
  let lookedAt = now();
  let usable = true;
  return {
    get token() {
      return token;
    },
    get keys() {
      return (keys ??= deriveKeys(token));
    },
    refresh: async () => {
      if (read === undefined || now() - lookedAt < LOOK_MS) return;
      lookedAt = now();
      try {
        const found = await read();
        usable = true;
        if (found === token) return;
        token = found;
        keys = undefined;
        onChange();
      } catch (error) {
        // Report the problem once, not on every request.
        if (usable) onChange(error);
        usable = false;
      }
    },
  };
}
