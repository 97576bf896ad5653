import type { Queryable } from '../database/database.js';
import type { Attempt } from './attempt.js';
import type { Delivery } from './take.js';

/** The minimum time between two writes per endpoint, in milliseconds. */
const WRITE_EVERY_MS = 10_000;

/** What this process knows about one endpoint. */
interface Seen {
  /** When the last attempt began, and the business of its event. */
  at: Date;
  businessId: string;
  attempt: Attempt;
  /** The failures since the last write, or since the last success if that was later. */
  failures: number;
  firstFailure: Date | undefined;
  /** Whether an attempt has succeeded since the last write. */
  succeeded: boolean;
  /** The last values written, and the time of that write in milliseconds. */
  written: string | undefined;
  writtenAt: number;
}

/** Keeps `endpoints.failing_since` and the last result up to date: writes changes at most every 10 s per endpoint. */
export interface Health {
  /** @param at when the attempt began */
  readonly observe: (delivery: Pick<Delivery, 'endpointId' | 'businessId'>, attempt: Attempt, at: Date) => void;
  /**
   * Writes the endpoints that have changed and are due. @param all also writes endpoints last written less than 10 s
   * ago
   */
  readonly flush: (all?: boolean) => Promise<void>;
}

/** @param now milliseconds on a monotonic clock */
export function createHealth(database: Queryable, now = () => performance.now()): Health {
  const endpoints = new Map<string, Seen>();
  return {
    observe: ({ endpointId, businessId }, attempt, at) => {
      const seen = endpoints.get(endpointId) ?? newSeen(businessId, attempt, at);
      endpoints.set(endpointId, seen);
      seen.at = at;
      seen.businessId = businessId;
      seen.attempt = attempt;
      if (attempt.delivered) {
        seen.failures = 0;
        seen.firstFailure = undefined;
        seen.succeeded = true;
      } else {
        seen.failures += 1;
        seen.firstFailure ??= at;
      }
    },
    flush: async (all = false) => {
      const due = [...endpoints].filter(
        ([, seen]) => hasChanged(seen) && (all || now() - seen.writtenAt >= WRITE_EVERY_MS),
      );
      if (due.length === 0) return;
      const rows = JSON.stringify(due.map(([id, seen]) => toRow(id, seen)));
      // This must precede the write, because attempts that end during the write belong to the next one.
      for (const [, seen] of due) begin(seen, now());
      await database.query(database.sql.writeHealth, [rows]);
    },
  };
}

function newSeen(businessId: string, attempt: Attempt, at: Date): Seen {
  return {
    at,
    businessId,
    attempt,
    failures: 0,
    firstFailure: undefined,
    succeeded: false,
    written: undefined,
    writtenAt: -Infinity,
  };
}

const answerOf = ({ status, errorClass }: Attempt) => `${String(status)} ${String(errorClass)}`;

const hasChanged = (seen: Seen) => seen.failures > 0 || seen.written !== answerOf(seen.attempt);

function begin(seen: Seen, at: number): void {
  seen.failures = 0;
  seen.firstFailure = undefined;
  seen.succeeded = false;
  seen.written = answerOf(seen.attempt);
  seen.writtenAt = at;
}

function toRow(id: string, { at, businessId, attempt, failures, firstFailure, succeeded }: Seen): object {
  const { status, errorClass } = attempt;
  return {
    id,
    at,
    business_id: businessId,
    status,
    error_class: errorClass,
    failures,
    since: firstFailure ?? at,
    succeeded,
  };
}
