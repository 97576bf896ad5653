import type { FastifyRequest } from 'fastify';
import { APP_TOKEN_PREFIX, bearerToken, hashToken, PERSONAL_KEY_PREFIX } from '../credentials/token.js';

/**
 * The maximum number of entries to remember of each kind: accepted credentials, wrong credentials, and addresses that
 * sent wrong credentials.
 */
const MAX_KNOWN = 10_000;

/** How long to remember a credential as unknown, in milliseconds. */
const WRONG_MS = 60_000;

/**
 * The maximum number of wrong credentials per address and second. Beyond this limit, the address's other unknown
 * credentials share the address's account, and the server does not look them up for the rest of the second.
 */
export const MAX_WRONG_PER_SECOND = 20;

/**
 * Decides which account to charge for a request: the account of its credential or, without a credential, of its
 * address.
 */
export interface Callers {
  of(request: FastifyRequest): string;
  /** Whether a request has one well-formed credential. */
  hasCredential(request: FastifyRequest): boolean;
  /** Whether this process has accepted a request's credential before. */
  isKnown(request: FastifyRequest): boolean;
  /**
   * What is known about a request's credential without a database query: `wrong` if the credential did not exist a
   * short time ago; `limited` if the credential is unknown and the address has just sent too many wrong credentials;
   * otherwise undefined.
   */
  refusalOf(request: FastifyRequest): 'wrong' | 'limited' | undefined;
  /** Call it when the request had a valid credential. */
  accepted(request: FastifyRequest): void;
  /** Call it when the request had no credential or a wrong credential. */
  rejected(request: FastifyRequest): void;
}

/**
 * Made-up credentials must not each get their own share of capacity or a database look-up: an address that sends many
 * wrong credentials is charged for every unknown credential. An accepted credential is checked in the database every
 * time: only wrong credentials are cached, and a new credential cannot be among them, because credentials are random.
 *
 * @param now milliseconds on a monotonic clock
 */
export function createCallers(now = () => performance.now()): Callers {
  const known = new Set<string>();
  /** Hashes of wrong credentials, and when each was looked up. */
  const missing = new Map<string, number>();
  const wrong = new Map<string, { count: number; lookedUp: number; second: number }>();
  const second = () => Math.floor(now() / 1_000);
  const hashOf = ({ raw }: FastifyRequest): string | undefined => {
    const [header, ...others] = raw.headersDistinct.authorization ?? [];
    const token = others.length === 0 ? bearerToken(header) : undefined;
    const formed = token?.startsWith(APP_TOKEN_PREFIX) === true || token?.startsWith(PERSONAL_KEY_PREFIX) === true;
    return formed ? hashToken(token) : undefined;
  };
  const isGuessing = (address: string) => {
    const found = wrong.get(address);
    // Includes the previous second, so that the limit does not lapse between seconds.
    return found !== undefined && found.count > MAX_WRONG_PER_SECOND && second() - found.second <= 1;
  };
  const isMissing = (hash: string) => now() - (missing.get(hash) ?? -Infinity) < WRONG_MS;
  return {
    refusalOf: (request) => {
      const hash = hashOf(request);
      if (hash === undefined) return undefined;
      if (isMissing(hash)) return 'wrong';
      const found = wrong.get(request.ip);
      const limited = found?.second === second() && found.lookedUp >= MAX_WRONG_PER_SECOND;
      return limited && !known.has(hash) ? 'limited' : undefined;
    },
    of: (request) => {
      const hash = hashOf(request);
      if (hash === undefined) return request.ip;
      return !known.has(hash) && isGuessing(request.ip) ? `guessing ${request.ip}` : hash;
    },
    hasCredential: (request) => hashOf(request) !== undefined,
    isKnown: (request) => known.has(hashOf(request) ?? ''),
    accepted: (request) => {
      const hash = hashOf(request);
      if (hash === undefined) return;
      known.delete(hash);
      known.add(hash);
      forgetOldest(known);
    },
    rejected: (request) => {
      const { ip } = request;
      const hash = hashOf(request);
      const looked = hash !== undefined && !isMissing(hash);
      if (looked) {
        known.delete(hash);
        missing.delete(hash);
        missing.set(hash, now());
        forgetOldest(missing);
      }
      const current = second();
      const before = wrong.get(ip);
      const same = before?.second === current;
      const again = before !== undefined && current - before.second <= 1 && before.count > MAX_WRONG_PER_SECOND;
      wrong.delete(ip);
      wrong.set(ip, {
        count: same || again ? before.count + 1 : 1,
        lookedUp: (same ? before.lookedUp : 0) + Number(looked),
        second: current,
      });
      forgetOldest(wrong);
    },
  };
}

/** Sets and maps keep insertion order. */
function forgetOldest(all: Set<string> | Map<string, unknown>): void {
  const [oldest] = all.keys();
  if (all.size > MAX_KNOWN) all.delete(oldest!);
}
