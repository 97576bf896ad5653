import { hashToken, newToken } from 'receipt-reference-server/credentials/token.js';

/** The lifetime of a sign-in token, in milliseconds. */
export const SIGN_IN_TOKEN_MS = 600_000;

export const SIGN_IN_TOKEN = /^[\w-]{20,100}$/;

/** Tokens for sign-in links. Each token works once. The tokens exist only in this process's memory. */
export interface SignInTokens {
  readonly issue: () => string;
  /** Uses up a token. Returns whether the token was valid. */
  readonly redeem: (token: string) => boolean;
}

/** @param now a monotonic clock, in milliseconds */
export function createSignInTokens(now = () => performance.now()): SignInTokens {
  const expiryTimes = new Map<string, number>();
  return {
    issue: () => {
      const token = newToken('');
      expiryTimes.set(hashToken(token), now() + SIGN_IN_TOKEN_MS);
      return token;
    },
    redeem: (token) => {
      const key = hashToken(token);
      const expiresAt = expiryTimes.get(key);
      expiryTimes.delete(key);
      return expiresAt !== undefined && now() < expiresAt;
    },
  };
}
