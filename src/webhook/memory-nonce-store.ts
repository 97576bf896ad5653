import { checkArgument } from '../usage/kind.js';
import { A_FUNCTION, A_POSITIVE_COUNT, checkOptions, type OptionTest } from '../usage/option-tests.js';
import { timeOf } from './clock.js';
import type { NonceStore } from './nonce-store.js';

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
 * @throws UsageError for invalid or unknown options; `add` rejects with one for invalid arguments
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
  /** The last second visited. Follows the clock if it goes back, so that no second is missed. */
  #dropped = -Infinity;

  get size(): number {
    return this.#expiries.size;
  }

  has(name: string, time: number): boolean {
    const expiry = this.#expiries.get(name);
    return expiry !== undefined && expiry > time;
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

  /** Visits each second that has passed, or only the seconds in use if there are fewer of them. */
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
