import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../examples/reference-server/src/database/database.js';

/** Milliseconds per clock tick in /proc; Linux has 100 ticks per second. */
const TICK_MS = 10;

/** Longer than a session takes to report its counters. */
const FLUSH_MS = 1_500;

/** The fields of /proc/PID/stat after the name, which can contain spaces: state, parent, … */
function statOf(pid: string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Processor time of a PostgreSQL server on this machine in milliseconds, including sessions that have ended. Linux
 * only.
 */
export async function postgresCpuMs(database: Queryable): Promise<number> {
  const [row] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = statOf(String(row!.pid))[1]!;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = statOf(pid);
      if (pid !== postmaster && stat[1] !== postmaster) continue;
      // utime and stime; for the server process itself, plus those of its ended children.
      const fields = pid === postmaster ? [11, 12, 13, 14] : [11, 12];
      ticks += fields.reduce((sum, field) => sum + Number(stat[field]), 0);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return ticks * TICK_MS;
}

/** The number of transactions that the database has committed. */
export async function commits(database: Queryable): Promise<number> {
  await sleep(FLUSH_MS);
  const [row] = await database.query<{ count: number }>(
    'SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return row!.count;
}
