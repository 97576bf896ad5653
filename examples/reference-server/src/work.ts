import type { Logger } from 'pino';
import type { Counters } from './counters/counters.js';
import { startBackground } from './database/background.js';
import type { Database } from './database/database.js';
import { aloneOn, type Place } from './database/open.js';
import { createSender } from './delivery/send.js';
import { startWorker, type Worker } from './delivery/worker.js';
import { startAutoPause } from './endpoints/auto-pause.js';
import { createAnnounce, startReporting } from './endpoints/operational-events.js';
import { startSealing, type Secrets } from './endpoints/secrets.js';
import type { Metrics } from './metrics.js';
import { startRetention } from './retention.js';

export interface WorkOptions {
  readonly database: Database;
  /** Where the database is, because long-running tasks open a separate connection. */
  readonly place: Place;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly counters: Counters;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether endpoints on this machine are allowed. */
  readonly allowLoopback: boolean;
  /** Whether requests to endpoints include the header `traceparent`. */
  readonly traceEndpoints: boolean;
  /** Milliseconds before each of the six attempts. */
  readonly delaysMs: readonly number[];
  /** The maximum number of concurrent attempts per endpoint. */
  readonly endpointSlots: number;
  /** The number of days to keep old data, see `deleteOld`; 0: forever. */
  readonly retainDays: number;
  /** The number of days with nothing but failures after which to pause an endpoint; 0: never. */
  readonly autoPauseDays: number;
  /** The enabled features. */
  readonly features: readonly string[];
}

/**
 * Delivers events to endpoints, encrypts secrets, reports failing endpoints, pauses endpoints whose attempts
 * all fail, deletes old rows and finishes upgrades until it is stopped. Any number of processes may do this at once.
 */
export function startWork(options: WorkOptions): Worker {
  const { secrets, metrics, counters, log, traceEndpoints, delaysMs, endpointSlots } = options;
  const database = options.database.delivery;
  const alone = aloneOn(options.place, options.database, log);
  const sender = createSender({ allowLoopback: options.allowLoopback });
  const context = { database, secrets, sender, metrics, counters, log };
  const worker = startWorker({ ...context, traceEndpoints, delaysMs, endpointSlots });
  const announce = createAnnounce(options.features, delaysMs[0]!);
  const others = [
    startSealing(database, secrets, log),
    startReporting(database, announce, log),
    startAutoPause(database, options.autoPauseDays, log, { announce }),
    startRetention({
      database,
      alone,
      days: options.retainDays,
      log,
      onSuccess: (table, seconds) => metrics.setRetained(table, seconds),
    }),
    startBackground({ database, alone, log }),
  ];
  return {
    wake: () => worker.wake(),
    stop: async () => {
      await Promise.all([worker, ...others].map((one) => one.stop()));
      sender.close();
    },
  };
}
