import type { Queryable, Row } from '../database/database.js';
import { unavailable } from './errors.js';

/** Milliseconds for which the result of a probe is used: any number of load balancers cost one statement. */
const PROBE_MS = 250;

/** A standby, and a database that an operator has made read-only, answer reads but take no writes. */
const CAN_WRITE = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`;

/** Whether this process should get requests. */
export interface Readiness {
  /** @throws HttpError `unavailable` while the process is ending, or while the database takes no writes */
  check(): Promise<void>;
  /** From now on, check fails. */
  end(): void;
}

/** @param database asked at most once each 250 ms. It must not be behind the requests, or a burst of them would look like a failure. */
export function createReadiness(database: Queryable): Readiness {
  let ending = false;
  let probe: Promise<boolean> | undefined;
  let startedAt = -Infinity;
  const ask = async () => {
    const [row] = await database.query<Row & { writable: boolean }>(CAN_WRITE);
    return row?.writable === true;
  };
  return {
    async check() {
      if (ending) throw unavailable('The service is shutting down.');
      if (probe === undefined || performance.now() - startedAt >= PROBE_MS) {
        startedAt = performance.now();
        probe = ask();
      }
      const writable = await probe.catch(() => {
        throw unavailable('The database cannot be reached.');
      });
      if (!writable) throw unavailable('The database takes no writes.');
    },
    end: () => {
      ending = true;
    },
  };
}
