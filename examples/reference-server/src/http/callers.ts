import type { FastifyRequest } from 'fastify';
import { APP_TOKEN_PREFIX, bearerToken, hashToken, PERSONAL_KEY_PREFIX } from '../credentials/token.js';

/** The most accepted credentials to remember, and the most addresses that sent wrong ones. */
const MAX_KNOWN = 10_000;

/** Wrong credentials per address and second. Beyond, its other unknown credentials share the address's account. */
const MAX_WRONG_PER_SECOND = 20;

/** Decides which caller to charge for a request: its credential, or its address without one. */
export interface Callers {
  of(request: FastifyRequest): string;
  /** The request had a credential that exists. */
  accepted(request: FastifyRequest): void;
  /** The request had no credential, or a wrong one. */
  rejected(request: FastifyRequest): void;
}

/**
 * Made-up credentials must not each get a share: an address that sends many wrong ones is charged for everything not known
 * to exist. This only decides about shares. The database checks every credential every time.
 */
export function createCallers(): Callers {
  const known = new Set<string>();
  const wrong = new Map<string, { count: number; second: number }>();
  const second = () => Math.floor(performance.now() / 1_000);
  const hashOf = (request: FastifyRequest): string | undefined => {
    const token = bearerToken(request.headers.authorization);
    const formed = token?.startsWith(APP_TOKEN_PREFIX) === true || token?.startsWith(PERSONAL_KEY_PREFIX) === true;
    return formed ? hashToken(token) : undefined;
  };
  const isGuessing = (address: string) => {
    const found = wrong.get(address);
    // Counts the previous second too, so that the limit does not lapse between seconds.
    return found !== undefined && found.count > MAX_WRONG_PER_SECOND && second() - found.second <= 1;
  };
  return {
    of: (request) => {
      const hash = hashOf(request);
      return hash === undefined || (!known.has(hash) && isGuessing(request.ip)) ? request.ip : hash;
    },
    accepted: (request) => {
      const hash = hashOf(request);
      if (hash === undefined) return;
      known.delete(hash);
      known.add(hash);
      forgetOldest(known);
    },
    rejected: ({ ip }) => {
      const now = second();
      const before = wrong.get(ip);
      const again = before !== undefined && now - before.second <= 1 && before.count > MAX_WRONG_PER_SECOND;
      wrong.delete(ip);
      wrong.set(ip, { count: before?.second === now || again ? before.count + 1 : 1, second: now });
      forgetOldest(wrong);
    },
  };
}

/** Sets and maps keep insertion order. */
function forgetOldest(all: Set<string> | Map<string, unknown>): void {
  const [oldest] = all.keys();
  if (all.size > MAX_KNOWN) all.delete(oldest!);
}
