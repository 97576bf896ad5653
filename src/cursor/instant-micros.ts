import { parseInstant } from './instant.js';

/**
 * Microseconds since 1970-01-01T00:00:00Z: the sort key to store with a transaction, exact for every offset and for
 * the years 0001–9999 (from −62,135,683,140,000,000 to 253,402,387,139,999,999). Digits past microseconds are dropped.
 *
 * @example instantMicros('1970-01-01T01:00:00.0000019+01:00') // 1n
 * @throws RangeError if `timestamp` does not have the form of a transaction's, UsageError if it is not a string
 * @see service interface, GET /v1/transactions
 */
export function instantMicros(timestamp: string): bigint {
  const { seconds, micros } = parseInstant(timestamp, 'timestamp');
  return BigInt(seconds) * 1_000_000n + BigInt(micros);
}
