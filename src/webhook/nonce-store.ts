import { A_FUNCTION, A_POSITIVE_COUNT, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { checkArgument } from '../usage/usage-error.js';
import { WebhookVerificationError } from './error.js';
import { timeOf } from './options.js';

/** Remembers nonces, so that the verifier refuses replayed deliveries. */
export type NonceStore = {
  /**
   * Records `nonce` for `ttlSeconds`, atomically: of concurrent calls with the same nonce, in any number of processes,
   * exactly one resolves to true and the others to false. If the promise rejects, the verifier refuses the delivery.
   */
  add(nonce: string, ttlSeconds: number): Promise<boolean>;
};

/**
 * Records the nonce of a delivery that is authentic and within the tolerance. Refuses the delivery unless it is certain
 * that this is the first use.
 *
 * @throws WebhookVerificationError `nonce_reused`, `nonce_store_failed`
 */
export async function recordNonce(store: NonceStore, nonce: string, ttlSeconds: number): Promise<void> {
  let first: unknown;
  try {
    first = await store.add(nonce, ttlSeconds);
  } catch (cause) {
    throw new WebhookVerificationError('nonce_store_failed', 'the nonce store failed, see cause', { cause });
  }
  if (first === false) throw new WebhookVerificationError('nonce_reused', `nonce ${nonce} was used before`);
  if (first !== true) {
    throw new WebhookVerificationError(
      'nonce_store_failed',
      `nonceStore.add must return a boolean, found ${typeof first}`,
    );
  }
}

/** The options of an in-memory nonce store. */
export type MemoryNonceStoreOptions = {
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
  /** The maximum number of unexpired nonces; default 1,000,000 (about 110 bytes each). */
  maxEntries?: number | undefined;
};

const OPTIONS = {
  now: A_FUNCTION,
  maxEntries: A_POSITIVE_COUNT,
} satisfies Record<keyof MemoryNonceStoreOptions, OptionTest>;

/**
 * An in-memory nonce store, for a receiver that runs as one process. Several processes need a shared store, such as
 * Redis with `SET key 1 NX EX ttl`. A full store rejects instead of forgetting an unexpired nonce, and the verifier
 * then reports `nonce_store_failed`. Each call takes amortised constant time: nonces that expire in the same second are
 * dropped together.
 *
 * @throws UsageError for invalid or unknown options; `add` rejects with a UsageError for invalid arguments
 */
export function memoryNonceStore(options: MemoryNonceStoreOptions = {}): NonceStore {
  checkOptions(options, OPTIONS);
  const { now = Date.now, maxEntries = 1_000_000 } = options;
  const live = new ExpiringSet();
  return {
    async add(nonce, ttlSeconds) {
      checkArgument(typeof nonce === 'string' && nonce !== '', 'nonce', 'a string that is not empty', nonce);
      checkArgument(Number.isFinite(ttlSeconds) && ttlSeconds > 0, 'ttlSeconds', 'a number above 0', ttlSeconds);
      const time = timeOf(now);
      live.dropExpired(time);
      if (live.has(nonce, time)) return false;
      if (live.size >= maxEntries) throw new Error(`the nonce store is full: ${maxEntries} live nonces`);
      live.add(nonce, time + ttlSeconds * 1000);
      return true;
    },
  };
}

/** Names with their expiry time, also indexed by the second of expiry. */
class ExpiringSet {
  readonly #expiries = new Map<string, number>();
  readonly #bySecond = new Map<number, string[]>();
  /** The last second visited. Goes back with the clock, so that no second is missed. */
  #dropped = -Infinity;

  get size(): number {
    return this.#expiries.size;
  }

  has(name: string, time: number): boolean {
    return (this.#expiries.get(name) ?? -Infinity) > time;
  }

  add(name: string, expiry: number): void {
    // A substring may keep the whole header in memory, so store a copy.
    const copy = name.split('').join('');
    const second = Math.ceil(expiry / 1000);
    this.#expiries.set(copy, expiry);
    const names = this.#bySecond.get(second);
    if (names) names.push(copy);
    else this.#bySecond.set(second, [copy]);
  }

  /**
   * Visits each second that has passed since the last call, or only the seconds with nonces, if there are fewer of
   * those.
   */
  dropExpired(time: number): void {
    const until = Math.floor(time / 1000);
    if (until - this.#dropped > this.#bySecond.size) {
      for (const second of this.#bySecond.keys()) if (second <= until) this.#drop(second);
    } else {
      for (let second = this.#dropped + 1; second <= until; second++) this.#drop(second);
    }
    this.#dropped = until;
  }

  #drop(second: number): void {
    for (const name of this.#bySecond.get(second) ?? []) {
      // The name may have expired and been added again since.
      if ((this.#expiries.get(name) ?? Infinity) <= second * 1000) this.#expiries.delete(name);
    }
    this.#bySecond.delete(second);
  }
}
