import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { eachUnsharded } from '../support/databases.js';
import { openOutbox } from '../support/outbox.js';
import { createQueueModel, ENDPOINTS, type Ending, type QueueModel } from './queue-model.js';

const WORKERS = 3;
// The seed is fixed, so that every run has the same cases.
const RUNS = { numRuns: Number(process.env.DRAWS ?? 100), seed: 20_261_121 };

type Command = fc.AsyncCommand<QueueModel, QueueModel>;

/** Generates commands that call a method of the model, after which the database must agree with the model. */
function command(method: keyof QueueModel, ...parameters: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<Command> {
  return fc.tuple(...parameters).map((values) => ({
    check: () => true,
    run: async (model) => {
      await (model[method] as (...all: unknown[]) => unknown)(...values);
      await model.check();
    },
    toString: () => `${method}(${values.map((value) => JSON.stringify(value)).join(', ')})`,
  }));
}

const worker = fc.nat(WORKERS - 1);
const endpoint = fc.constantFrom(...ENDPOINTS.map(({ id }) => id));
const endpoints = fc.subarray(
  ENDPOINTS.map(({ id }) => id),
  { minLength: 1 },
);
const ending = fc.constantFrom<Ending>('delivered', 'failed', 'failed', 'cancelled');
const rarely = fc.integer({ min: 0, max: 3 }).map((n) => n === 3);

const step = fc.oneof(
  { weight: 3, arbitrary: command('emit', endpoints) },
  { weight: 1, arbitrary: command('writeDocument') },
  { weight: 3, arbitrary: command('emitSlowly', endpoints) },
  { weight: 1, arbitrary: command('commit') },
  { weight: 8, arbitrary: command('lease', worker, rarely) },
  { weight: 2, arbitrary: command('renew', worker) },
  { weight: 7, arbitrary: command('take', worker, fc.integer({ min: 1, max: 4 })) },
  { weight: 6, arbitrary: command('finish', worker, fc.integer({ min: 1, max: 4 }), ending, rarely) },
  { weight: 5, arbitrary: command('release', worker, fc.constant([])) },
  { weight: 2, arbitrary: command('release', worker, endpoints) },
  { weight: 2, arbitrary: command('kill', worker) },
  { weight: 4, arbitrary: command('finishLate', fc.nat(5), ending) },
  { weight: 3, arbitrary: command('pause', endpoint, fc.boolean()) },
  { weight: 2, arbitrary: command('redeliver', fc.nat(5)) },
  { weight: 2, arbitrary: command('sweep') },
  { weight: 6, arbitrary: command('pass', fc.constantFrom(600, 2_000, 8_000, 13_000, 21_000)) },
);

eachUnsharded((database) => {
  let db: Database;
  beforeAll(async () => (db = await openOutbox(database, ENDPOINTS)));

  it('whatever the order of writes, leases, kills, late results and wake-ups, every delivery is made or waits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands([step], { maxCommands: 80, size: 'max' }), ending, async (commands, last) => {
        const model = await createQueueModel(db, WORKERS, database.name === 'postgres');
        try {
          await fc.asyncModelRun(() => ({ model, real: model }), commands);
          await model.drain(last);
        } finally {
          await model.commit();
        }
      }),
      RUNS,
    );
  });
});
