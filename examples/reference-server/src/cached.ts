/**
 * How long to reuse a value, as a multiple of the time taken to read it. With 20, at most a twentieth of the time is
 * spent on reads.
 */
const REUSE_FACTOR = 20;

/** The maximum time to reuse a value, in milliseconds. */
const MAX_REUSE_MS = 60_000;

/**
 * Shares a value that is expensive to read: callers get the cached value until its age exceeds 20 times the time taken
 * to read it. Does not cache failures.
 *
 * @param minMs the minimum time to reuse a value, in milliseconds; default 0
 * @param factor how long to reuse a value, as a multiple of the time taken to read it; default 20
 */
export function createCached<T>(read: () => Promise<T>, minMs = 0, factor = REUSE_FACTOR): () => Promise<T> {
  let value: Promise<T> | undefined;
  let reuseUntil = Infinity;
  return () => {
    const now = performance.now();
    if (value !== undefined && now < reuseUntil) return value;
    reuseUntil = Infinity;
    value = read().finally(() => {
      const end = performance.now();
      reuseUntil = Math.max(now + minMs, end + Math.min(MAX_REUSE_MS, factor * (end - now)));
    });
    value.catch(() => (value = undefined));
    return value;
  };
}
