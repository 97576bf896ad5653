import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { mayConnectTo } from './address-guard.js';
import { AttemptError } from './attempt.js';

/** Returns every address of a name, or rejects. Never called with an IP address. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * The time limit per try in milliseconds. The second try covers a lost packet; both tries fit within the deadline of 10
 * s.
 */
const DNS = { timeout: 2_000, tries: 2 };

/**
 * A host's allowed addresses, in the order in which to try them. If a name has both public and forbidden addresses,
 * drops the forbidden addresses instead of refusing the name: the server never sends anything to forbidden addresses,
 * and a resolver with DNS64 adds one (in 64:ff9b::/96) to every IPv4 name.
 *
 * @throws AttemptError: `dns` if there is no address, `forbidden_address` if no address is allowed; the signal's reason
 * if time runs out
 */
export async function allowedAddresses(
  host: string,
  options: { allowLoopback: boolean; lookup: Lookup; signal: AbortSignal },
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host, options) : [host];
  const allowed = addresses.filter((address) => mayConnectTo(address, options.allowLoopback));
  if (allowed.length === 0) throw new AttemptError('forbidden_address', { address: addresses[0]! });
  return allowed;
}

/**
 * Queries the name servers directly with c-ares, and ignores the hosts file. `dns.lookup` would block one of Node's
 * four threads while a name server does not answer: four such endpoints would block all other deliveries.
 *
 * @param servers `address:port` of the name servers; default: the name servers of this machine
 */
export async function lookupByDns(hostname: string, signal: AbortSignal, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver(DNS);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function resolve(host: string, { lookup, signal }: { lookup: Lookup; signal: AbortSignal }): Promise<string[]> {
  try {
    const addresses = await untilAborted(lookup(host, signal), signal);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw cause instanceof AttemptError ? cause : new AttemptError('dns', { cause });
  }
  throw new AttemptError('dns');
}

/**
 * Resolves to the result of `work`, or rejects with the signal's reason as soon as the signal aborts. Ignores a later
 * result of `work`.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
