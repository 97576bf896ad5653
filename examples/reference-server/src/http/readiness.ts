import type { Queryable, Row } from '../database/database.js';
import { unavailable } from './errors.js';

/**
 * How long to reuse a probe's result, in milliseconds, so that any number of load balancers costs only one statement.
 */
const PROBE_MS = 250;

/**
 * Detects a standby, or a database that an operator has made read-only: such a database serves reads but accepts no
 * writes.
 */
const CAN_WRITE = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`;

/** The reasons why a process no longer serves requests, with the response messages. */
const ENDED = {
  closing: 'The service is shutting down.',
  outdated: 'The database requires a newer server release.',
};

/** Whether this process should get requests. */
export interface Readiness {
  /**
   * @throws HttpError `unavailable` once the process has stopped serving, or while the database does not accept
   * writes
   */
  check(): Promise<void>;
  /** Makes `check` fail from now on. */
  end(reason: keyof typeof ENDED): void;
}

/**
 * @param database queried at most once every 250 ms. Its statements must not queue behind requests: otherwise a burst
 * of requests would look like a failure.
 */
export function createReadiness(database: Queryable): Readiness {
  let ended: keyof typeof ENDED | undefined;
  let probe: Promise<boolean> | undefined;
  let startedAt = -Infinity;
  const ask = async () => {
    const [row] = await database.query<Row & { writable: boolean }>(CAN_WRITE);
    return row?.writable === true;
  };
  return {
    async check() {
      if (ended !== undefined) throw unavailable(ENDED[ended]);
      if (probe === undefined || performance.now() - startedAt >= PROBE_MS) {
        startedAt = performance.now();
        probe = ask();
      }
      const writable = await probe.catch(() => {
        throw unavailable('The database is unavailable.');
      });
      if (!writable) throw unavailable('The database accepts no writes.');
    },
    end: (reason) => {
      ended = reason;
    },
  };
}
