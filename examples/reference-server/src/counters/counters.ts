import { v7 } from 'uuid';
import { DatabaseUnavailable, type Queryable } from '../database/database.js';

/** The minimum time between two writes, in milliseconds. */
const EVERY_MS = 10_000;
/** The delay before the first write after an idle period, in milliseconds. */
const FIRST_MS = 250;

/** The maximum number of rows per statement. */
const BATCH = 5_000;

const HOUR_MS = 3_600_000;

/**
 * Counts occurrences by hour. Adds the counts to the table `counters` at most every 10 s, so that counting does not
 * cost a statement each time. A process that is killed loses the counts since its last write.
 */
export interface Counters {
  /**
   * @param at when the occurrences happened
   * @param subjects the subjects to count under, such as `all` and `endpoint:ep_1`
   * @param what the kind of occurrence; see docs/scaling.md
   */
  readonly count: (at: Date, subjects: readonly string[], what: string) => void;
  /** The number of counted occurrences not yet in the database. */
  readonly unsaved: () => number;
  /** Writes all counts. Keeps the counts while the database is unreachable. */
  readonly flush: () => Promise<void>;
  /** Writes all counts and stops. */
  readonly close: () => Promise<void>;
}

/** Rows to add in one statement. */
interface Batch {
  readonly number: number;
  /** The columns hour, subject, what and n. */
  readonly rows: readonly (readonly [string, string, string, string])[];
  readonly occurrences: number;
}

/**
 * Sums by hour (in milliseconds), subject and kind of occurrence; a subject can contain any character except a line
 * break.
 */
type Sums = Map<string, number>;

/** @param onFault called if the database rejects a batch, which is then lost */
export function createCounters(database: Queryable, onFault: (error: unknown) => void): Counters {
  const writer = v7();
  let sums: Sums = new Map();
  let batches: Batch[] = [];
  let occurrences = 0;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let writtenAt = -Infinity;
  let closed = false;

  /** Adds the batches; returns false if the database is unreachable. */
  const send = async () => {
    while (batches.length > 0) {
      const [{ number, rows, occurrences: its }] = batches as [Batch];
      const column = (i: 0 | 1 | 2 | 3) => rows.map((row) => row[i]);
      try {
        await database.query(ADD, [writer, number, column(0), column(1), column(2), column(3)]);
      } catch (error) {
        // The database may have added the batch. Sending the batch again is safe: the database adds it only once.
        if (error instanceof DatabaseUnavailable) return false;
        onFault(error);
      }
      occurrences -= its;
      batches.shift();
    }
    return true;
  };
  const write = async () => {
    if (!(await send())) return;
    batches = toBatches(sums, () => (last += 1));
    sums = new Map();
    await send();
  };
  const flush = () => {
    writing = writing.then(write).then(() => {
      writtenAt = performance.now();
      schedule();
    });
    return writing;
  };
  const schedule = () => {
    if (timer !== undefined || closed || occurrences === 0) return;
    const inMs = Math.max(FIRST_MS, writtenAt + EVERY_MS - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, inMs).unref();
  };
  return {
    count: (at, subjects, what) => {
      const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
      for (const subject of subjects) {
        const key = `${hour}\n${subject}\n${what}`;
        sums.set(key, (sums.get(key) ?? 0) + 1);
      }
      occurrences += subjects.length;
      schedule();
    },
    unsaved: () => occurrences,
    flush,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await flush();
      // Writes the occurrences counted during the first write.
      await flush();
    },
  };
}

function toBatches(sums: Sums, next: () => number): Batch[] {
  const entries = [...sums];
  return Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, i) => {
    const part = entries.slice(i * BATCH, (i + 1) * BATCH);
    const rows = part.map(([key, n]) => {
      const [hour, subject, what] = key.split('\n') as [string, string, string];
      return [new Date(Number(hour)).toISOString(), subject, what, String(n)] as const;
    });
    return { number: next(), rows, occurrences: part.reduce((sum, [, n]) => sum + n, 0) };
  });
}

/** Adds a batch exactly once, however often it is sent. The rows are sorted, so that two processes cannot deadlock. */
const ADD = `WITH once AS (
    INSERT INTO counter_writers AS w (id, batch) VALUES ($1, $2::integer)
    ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = now() WHERE w.batch < EXCLUDED.batch RETURNING 1
  )
  INSERT INTO counters AS c (hour, subject, what, n)
  SELECT k.hour, k.subject, k.what, k.n FROM once
    CROSS JOIN unnest($3::timestamptz[], $4::text[], $5::text[], $6::bigint[]) AS k (hour, subject, what, n)
  ORDER BY k.hour, k.subject, k.what
  ON CONFLICT (hour, subject, what) DO UPDATE SET n = c.n + EXCLUDED.n`;
