import type { Queryable, Row } from '../database/database.js';
import { unavailable } from './errors.js';

/** Milliseconds for which to reuse the result of a probe, so that any number of load balancers cost one statement. */
const PROBE_MS = 250;

/** A standby, or a database that an operator has made read-only, answers reads but accepts no writes. */
const CAN_WRITE = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`;

/** Whether this process should get requests. */
export interface Readiness {
  /** @throws HttpError `unavailable` while the process is shutting down, or the database accepts no writes */
  check(): Promise<void>;
  /** Makes `check` fail from now on. */
  end(): void;
}

/** @param database queried at most once every 250 ms. Must not queue behind requests, or a burst of them would look like a failure. */
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
        throw unavailable('The database is unavailable.');
      });
      if (!writable) throw unavailable('The database accepts no writes.');
    },
    end: () => {
      ending = true;
    },
  };
}
