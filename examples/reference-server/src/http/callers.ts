import type { FastifyRequest } from 'fastify';
import { APP_TOKEN_PREFIX, bearerToken, hashToken, PERSONAL_KEY_PREFIX } from '../credentials/token.js';

/** The most credentials that are known to have been accepted, and addresses that are known to have sent wrong ones. */
const MOST_KNOWN = 10_000;

/** Wrong credentials of an address in a second. After more its other unknown ones count as its own, not as callers. */
const WRONG_IN_A_SECOND = 20;

/** Who is charged for a request: its credential, else its address. */
export interface Callers {
  of(request: FastifyRequest): string;
  /** The request had a credential that exists. */
  accepted(request: FastifyRequest): void;
  /** The request had none, or a wrong one. */
  refused(request: FastifyRequest): void;
}

/**
 * A made-up credential for each request must not get a share for each: an address that sends many wrong ones is charged itself for
 * whatever is not known to exist. This decides about shares only. Whether a credential is right is asked of the database each time.
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
  const guesses = (address: string) => {
    const found = wrong.get(address);
    // The second before counts too, so that there is no pause at its end.
    return found !== undefined && found.count > WRONG_IN_A_SECOND && second() - found.second <= 1;
  };
  return {
    of: (request) => {
      const hash = hashOf(request);
      return hash === undefined || (!known.has(hash) && guesses(request.ip)) ? request.ip : hash;
    },
    accepted: (request) => {
      const hash = hashOf(request);
      if (hash === undefined) return;
      known.delete(hash);
      known.add(hash);
      forgetOldest(known);
    },
    refused: ({ ip }) => {
      const now = second();
      const before = wrong.get(ip);
      const again = before !== undefined && now - before.second <= 1 && before.count > WRONG_IN_A_SECOND;
      wrong.delete(ip);
      wrong.set(ip, { count: before?.second === now || again ? before.count + 1 : 1, second: now });
      forgetOldest(wrong);
    },
  };
}

/** Sets and maps have the order in which keys were added. */
function forgetOldest(all: Set<string> | Map<string, unknown>): void {
  const [oldest] = all.keys();
  if (all.size > MOST_KNOWN) all.delete(oldest!);
}
