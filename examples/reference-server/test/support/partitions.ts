import type { Database } from '../../src/database/database.js';
import { makePartitions, type TableByDay } from '../../src/database/partitions.js';

const DAY_MS = 86_400_000;

/** Creates the partitions of past days, and returns noon of each day. @param daysAgo 0 is today */
export async function pastDays(db: Database, table: TableByDay, daysAgo: readonly number[]): Promise<Date[]> {
  const today = new Date(Date.now()).setUTCHours(12, 0, 0, 0);
  const days = daysAgo.map((ago) => new Date(today - ago * DAY_MS));
  await db.transaction((tx) => makePartitions(tx, table, days));
  return days;
}
