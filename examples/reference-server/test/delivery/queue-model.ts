import { v7 } from 'uuid';
import { expect } from 'vitest';
import { gate } from '../../../../test/support/gate.js';
import type { Database, Row } from '../../src/database/database.js';
import { releaseHeld } from '../../src/delivery/held.js';
import { lease, release, renew, sweep, type Known } from '../../src/delivery/queues.js';
import { recordAttempts } from '../../src/delivery/record.js';
import { redeliverEvent } from '../../src/delivery/redeliver.js';
import { ATTEMPTS } from '../../src/delivery/schedule.js';
import { take, type Delivery } from '../../src/delivery/take.js';
import { setEnabled } from '../../src/endpoints/endpoints.js';
import { emit } from '../../src/events/emit.js';
import { envelope } from '../../src/events/envelope.js';
import { eventIdOf } from '../../src/sql/documents.js';
import { LEASE_MS } from '../../src/sql/queues.js';
import { createDocuments } from '../../src/transactions/documents.js';
import { testIdentity } from '../support/documents.js';
import { DELIVERED, emptyOutbox, FAILED } from '../support/outbox.js';

/** The endpoints, all of which get the documents of biz_1. */
export const ENDPOINTS = [{ id: 'ep_a' }, { id: 'ep_b', appId: 'app_2' }, { id: 'ep_c', ownerId: 'own_1' }];
const IDS = ENDPOINTS.map(({ id }) => id);

/** Milliseconds before each attempt, so short that the model soon sees all six. */
const DELAYS_MS = [0, 500, 2_000, 5_000, 20_000, 30_000];
/** How long a write can be in progress in milliseconds: a statement takes at most 10 s. */
const MAX_WRITE_MS = 9_000;

const ATTEMPT = { delivered: DELIVERED, failed: FAILED, cancelled: undefined };
/** How an attempt ends; cancelled: the delivery may no longer be sent. */
export type Ending = keyof typeof ATTEMPT;

/** What the database should say about a delivery. */
interface Expected {
  readonly eventId: string;
  readonly endpointId: string;
  readonly state: string;
  readonly round: number;
  readonly attempts: number;
}

/** What the model expects of an endpoint's queue. */
interface Queue {
  token: number;
  parked: boolean;
  /** When the lease began or was renewed; undefined if the queue is not leased. */
  leasedAt: number | undefined;
  enabled: boolean;
}

/** A worker keeps its leases and the deliveries that it is sending, as in worker.ts. */
interface Worker {
  readonly leases: Map<string, Leased>;
  readonly sending: Delivery[];
}

interface Leased extends Known {
  parked: boolean;
  slow: boolean;
  held: boolean;
  readonly underWay: Set<string>;
}

/** A transaction that has stored its deliveries and has not committed. */
interface OpenWrite {
  readonly since: number;
  readonly commit: () => Promise<void>;
}

/** The workers, and what the database should contain after everything they did. */
export interface QueueModel {
  /** Stores an event for the named endpoints, or a document. */
  emit(endpointIds: readonly string[]): Promise<void>;
  writeDocument(): Promise<void>;
  /** Stores an event, and commits later. */
  emitSlowly(endpointIds: readonly string[]): Promise<void>;
  /** Commits the event of `emitSlowly`, if any. */
  commit(): Promise<void>;
  lease(worker: number, slow: boolean): Promise<void>;
  renew(worker: number): Promise<void>;
  take(worker: number, capacity: number): Promise<void>;
  /** Records results of up to `most` attempts together. */
  finish(worker: number, most: number, ending: Ending, slow: boolean): Promise<void>;
  /** Releases the queues without attempts in progress; `meanwhile` stores an event that this statement cannot see. */
  release(worker: number, meanwhile: readonly string[]): Promise<void>;
  /** Forgets everything the worker knew. Its attempts may still end. */
  kill(worker: number): void;
  /** Records one more result of an attempt that was recorded before, or whose worker was killed; 0: of the latest. */
  finishLate(which: number, ending: Ending): Promise<void>;
  pause(endpointId: string, paused: boolean): Promise<void>;
  redeliver(which: number): Promise<void>;
  sweep(): Promise<void>;
  pass(milliseconds: number): Promise<void>;
  /** Expects exactly the deliveries and attempts of the model. */
  check(): Promise<void>;
  /** One worker does all the remaining work, without a sweep. Expects that nothing remains. */
  drain(ending: Ending): Promise<void>;
}

const keyOf = ({ eventId, endpointId }: Pick<Expected, 'eventId' | 'endpointId'>) => `${eventId} ${endpointId}`;
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** @param concurrent whether the database can run a statement while a transaction is open */
export async function createQueueModel(db: Database, workerCount: number, concurrent: boolean): Promise<QueueModel> {
  const documents = createDocuments(db, { firstDelayMs: 0 });
  const deliveries = new Map<string, Expected>();
  const attempts: unknown[] = [];
  const queues = new Map<string, Queue>();
  const newWorker = (): Worker => ({ leases: new Map(), sending: [] });
  const workers = Array.from({ length: workerCount }, newWorker);
  const late: Delivery[] = [];
  let open: OpenWrite | undefined;
  let passed = 0;
  /** The model's clock. */
  const clock = () => performance.now() + passed;

  for (const id of IDS) await setEnabled(db, id, true);
  await emptyOutbox(db);
  const tokens = await db.query<Row & { id: string; token: number }>(
    'SELECT endpoint_id AS id, fencing_token AS token FROM endpoint_queues',
  );
  for (const { id, token } of tokens) queues.set(id, { token, parked: true, leasedAt: undefined, enabled: true });

  const queueOf = (endpointId: string) => queues.get(endpointId)!;
  const wake = (endpointId: string) => (queueOf(endpointId).parked = false);
  const set = (delivery: Expected) => deliveries.set(keyOf(delivery), delivery);

  /** Notes the deliveries of a committed event. @param paused the endpoints that were paused when it was stored */
  function stored(eventId: string, endpointIds: readonly string[], paused: ReadonlySet<string>): void {
    for (const endpointId of endpointIds) {
      set({ eventId, endpointId, state: paused.has(endpointId) ? 'held' : 'pending', round: 1, attempts: 0 });
    }
  }
  const pausedNow = () => new Set(IDS.filter((id) => !queueOf(id).enabled));
  const newEvent = () => envelope('transaction.created', 'biz_1', '{}', new Date());

  /** Stores an event in a transaction that stays open. */
  async function begin(endpointIds: readonly string[]): Promise<void> {
    const event = newEvent();
    const paused = pausedNow();
    const [written, committing] = [gate(), gate()];
    const since = clock();
    const done = db.transaction(async (tx) => {
      await emit(tx, event, 0, { endpoints: endpointIds });
      written.open();
      await committing.opened;
    });
    await Promise.race([written.opened, done]);
    for (const id of endpointIds) if (!paused.has(id)) wake(id);
    open = {
      since,
      commit: async () => {
        committing.open();
        await done;
        stored(event.id, endpointIds, paused);
      },
    };
  }

  async function commit(): Promise<void> {
    const write = open;
    open = undefined;
    await write?.commit();
  }

  async function emitNow(endpointIds: readonly string[]): Promise<void> {
    const event = newEvent();
    await db.transaction((tx) => emit(tx, event, 0, { endpoints: endpointIds }));
    const paused = pausedNow();
    stored(event.id, endpointIds, paused);
    for (const id of endpointIds) if (!paused.has(id)) wake(id);
  }

  /** Records results together. Expects that exactly those under the latest lease count, and each attempt once. */
  async function record(results: readonly Delivery[], ending: Ending): Promise<void> {
    const attempt = ATTEMPT[ending];
    const expected = results.map((delivery) => {
      const { endpointId, fencingToken, round } = delivery;
      const known = deliveries.get(keyOf(delivery))!;
      return (
        fencingToken === queueOf(endpointId).token &&
        known.state === 'pending' &&
        known.round === round &&
        known.attempts === delivery.attempt - 1
      );
    });
    const at = new Date();
    const recorded = await recordAttempts(
      db,
      results.map((delivery) => ({ delivery, attempt, at })),
      DELAYS_MS,
    );
    expect(recorded).toEqual(expected);
    for (const [i, { eventId, endpointId, round, attempt: number }] of results.entries()) {
      if (!expected[i]) continue;
      if (attempt) attempts.push({ eventId, endpointId, round, attempt: number, status: attempt.status });
      const again = ending === 'failed' && number < ATTEMPTS;
      set({ eventId, endpointId, state: again ? 'pending' : ending, round, attempts: attempt ? number : number - 1 });
    }
  }

  async function leaseQueues(worker: Worker, slow: boolean): Promise<void> {
    const before = clock();
    const leased = await lease(db, 'test', IDS.length, slow);
    const after = clock();
    for (const one of leased) {
      const queue = queueOf(one.endpointId);
      if (queue.leasedAt !== undefined) expect(after - queue.leasedAt).toBeGreaterThanOrEqual(LEASE_MS);
      expect(one).toMatchObject({ fencingToken: queue.token + 1, parked: queue.parked, slow });
      queue.token += 1;
      queue.leasedAt = before;
      worker.leases.set(one.endpointId, { ...one, underWay: new Set() });
    }
  }

  async function releaseHeldEvents(worker: Worker): Promise<void> {
    const holding = [...worker.leases.values()].filter(({ held }) => held);
    const ids = holding.map(({ endpointId }) => endpointId).filter((id) => queueOf(id).enabled);
    const held = [...deliveries.values()].filter((one) => one.state === 'held' && ids.includes(one.endpointId));
    expect(
      await releaseHeld(
        db,
        holding.map(({ endpointId }) => endpointId),
      ),
    ).toBe(held.length);
    for (const one of held) set({ ...one, state: 'pending' });
    for (const queue of holding) queue.held = false;
  }

  async function takeDue(worker: Worker, capacity: number): Promise<void> {
    await releaseHeldEvents(worker);
    const wanted = [...worker.leases.values()].map((one) => ({ ...one, capacity, underWay: [...one.underWay] }));
    for (const delivery of await take(db, wanted, capacity)) {
      const { endpointId, eventId } = delivery;
      const leased = worker.leases.get(endpointId)!;
      const { state, round, attempts: done } = deliveries.get(keyOf(delivery))!;
      expect([state, queueOf(endpointId).enabled, leased.underWay.has(eventId)]).toEqual(['pending', true, false]);
      expect(delivery).toMatchObject({ round, attempt: done + 1, fencingToken: leased.fencingToken });
      leased.underWay.add(eventId);
      worker.sending.push(delivery);
    }
  }

  async function finish(worker: Worker, most: number, ending: Ending, slow: boolean): Promise<void> {
    const results = worker.sending.splice(0, most);
    await record(results, ending);
    late.push(...results);
    for (const { endpointId, eventId, fencingToken } of results) {
      const leased = worker.leases.get(endpointId);
      if (leased?.fencingToken !== fencingToken) continue;
      leased.underWay.delete(eventId);
      leased.slow = slow;
    }
  }

  /** Waits until a statement waits for a lock, or `statement` has ended. */
  async function blocked(statement: Promise<unknown>): Promise<void> {
    let ended = false;
    const end = () => (ended = true);
    statement.then(end, end);
    while (!ended) {
      const waiting = await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (waiting.length > 0) return;
    }
  }

  async function releaseIdle(worker: Worker, meanwhile: readonly string[]): Promise<void> {
    await releaseHeldEvents(worker);
    const idle = [...worker.leases.values()].filter(({ underWay }) => underWay.size === 0);
    if (meanwhile.length > 0) {
      await commit();
      await (concurrent ? begin(meanwhile) : emitNow(meanwhile));
    }
    const releasing = release(db, idle);
    if (meanwhile.length > 0 && concurrent) {
      await blocked(releasing);
      await commit();
    }
    const released = await releasing;
    const expected = idle.filter(({ endpointId, fencingToken, parked }) => {
      const queue = queueOf(endpointId);
      return queue.token === fencingToken && queue.parked === parked;
    });
    expect(sorted([...released])).toEqual(sorted(expected.map(({ endpointId }) => endpointId)));
    for (const id of released) Object.assign(queueOf(id), { parked: true, leasedAt: undefined });
    for (const leased of idle) {
      if (released.has(leased.endpointId) || !leased.parked) worker.leases.delete(leased.endpointId);
      leased.parked = false;
    }
  }

  async function renewAll(worker: Worker): Promise<void> {
    const at = clock();
    const kept = await renew(db, [...worker.leases.values()]);
    for (const [id, { fencingToken }] of worker.leases) {
      const queue = queueOf(id);
      expect(kept.has(id)).toBe(queue.token === fencingToken);
      if (kept.has(id)) queue.leasedAt = at;
      else worker.leases.delete(id);
    }
  }

  /** Lets time pass, by moving everything in the database into the past. */
  async function pass(milliseconds: number): Promise<void> {
    if (open && clock() + milliseconds - open.since > MAX_WRITE_MS) await commit();
    const by = `$1 * interval '1 millisecond'`;
    await db.query(`UPDATE endpoint_queues SET look_at = look_at - ${by}, parked_at = parked_at - ${by}`, [
      milliseconds,
    ]);
    await db.query(`UPDATE outbox SET due_at = due_at - ${by}`, [milliseconds]);
    passed += milliseconds;
  }

  async function pause(endpointId: string, paused: boolean): Promise<void> {
    await setEnabled(db, endpointId, !paused, { hold: true });
    queueOf(endpointId).enabled = !paused;
    wake(endpointId);
  }

  async function check(): Promise<void> {
    const found = await db.query(
      'SELECT event_id AS "eventId", endpoint_id AS "endpointId", state, round, attempts FROM deliveries',
    );
    expect(sorted(found)).toEqual(sorted([...deliveries.values()]));
    const made = await db.query(
      'SELECT event_id AS "eventId", endpoint_id AS "endpointId", round, attempt, status FROM attempts',
    );
    expect(sorted(made)).toEqual(sorted(attempts));
  }

  const waiting = () => [...deliveries.values()].filter(({ state }) => state === 'pending' || state === 'held');
  const workerOf = (i: number) => workers[i]!;

  return {
    emit: emitNow,
    async writeDocument() {
      const id = `txn_${v7()}`;
      const document = { businessId: 'biz_1', id, identity: testIdentity(), idempotencyKey: null, instantUs: '1' };
      const more = { authorizationId: null, receiptNumber: '1', externalId: '1', createdAt: new Date().toISOString() };
      expect(await documents.write({ ...document, ...more, body: '{}' })).toBe('written');
      const paused = pausedNow();
      stored(eventIdOf(id), IDS, paused);
      for (const one of IDS) if (!paused.has(one)) wake(one);
    },
    async emitSlowly(endpointIds) {
      await commit();
      // A write locks parked queues until it commits, so that other statements would wait for it.
      const awake = endpointIds.every((id) => !queueOf(id).parked || !queueOf(id).enabled);
      await (concurrent && awake ? begin(endpointIds) : emitNow(endpointIds));
    },
    commit,
    lease: (worker, slow) => leaseQueues(workerOf(worker), slow),
    renew: (worker) => renewAll(workerOf(worker)),
    take: (worker, capacity) => takeDue(workerOf(worker), capacity),
    finish: (worker, most, ending, slow) => finish(workerOf(worker), most, ending, slow),
    release: (worker, meanwhile) => releaseIdle(workerOf(worker), meanwhile),
    kill(worker) {
      late.push(...workerOf(worker).sending);
      workers[worker] = newWorker();
    },
    async finishLate(which, ending) {
      if (late.length > 0) await record([late.at(-1 - (which % late.length))!], ending);
    },
    pause,
    async redeliver(which) {
      const all = [...deliveries.values()];
      if (all.length === 0) return;
      const one = all.at(-1 - (which % all.length))!;
      const { eventId, endpointId, state, round } = one;
      const ended = state !== 'pending' && state !== 'held';
      expect(await redeliverEvent(db, { businessId: 'biz_1', eventId, endpointId })).toBe(ended);
      if (!ended) return;
      set({ ...one, state: 'pending', round: round + 1, attempts: 0 });
      wake(endpointId);
    },
    async sweep() {
      // Without Citus, no wake-up is lost.
      expect(await sweep(db, '')).toEqual({ next: '', woken: 0 });
    },
    pass,
    check,
    async drain(ending) {
      await commit();
      for (const id of pausedNow()) await pause(id, false);
      const worker = newWorker();
      // Six attempts take about ten steps.
      for (let step = 0; step < 30 && waiting().length > 0; step += 1) {
        await pass(LEASE_MS + 1_000);
        await leaseQueues(worker, false);
        await leaseQueues(worker, true);
        await takeDue(worker, 1_000);
        await finish(worker, Infinity, ending, false);
        await releaseIdle(worker, []);
      }
      expect(waiting()).toEqual([]);
      await check();
    },
  };
}
