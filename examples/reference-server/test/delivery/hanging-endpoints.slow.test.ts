import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { HUNG_MS } from '../../../../test/support/hung.js';
import { DEFAULT_DELAYS_MS } from '../../src/delivery/schedule.js';
import type { Sender } from '../../src/delivery/send.js';
import { startWorker } from '../../src/delivery/worker.js';
import { createMetrics } from '../../src/metrics.js';
import { onDatabases } from '../support/databases.js';
import { DELIVERED, emitOne, openOutbox } from '../support/outbox.js';

const HANGING = ['ep_1', 'ep_2', 'ep_3', 'ep_4'].map((id) => ({ id, url: `http://127.0.0.1:9/${id}` }));
const HEALTHY = {
  id: 'ep_healthy',
  url: 'http://127.0.0.1:9/healthy',
  events: ['authorization.granted'],
};
const ENDPOINT_SLOTS = 128;
/** As many as one endpoint gets if four others hang that got their slots one after another. */
const AT_ONCE = 16;

// The slots do not depend on the kind of database.
onDatabases(['embedded'], (database) => {
  it('four endpoints that were quick and then hang leave a healthy endpoint several attempts at a time', async () => {
    const db = await openOutbox(database, [...HANGING, HEALTHY]);
    const ends: (() => void)[] = [];
    const sent = { hanging: 0, healthy: 0 };
    let hang = false;
    let together: (() => void)[] = [];
    let isTested = false;
    const send: Sender['send'] = async ({ url }) => {
      if (url !== HEALTHY.url) {
        if (hang) await new Promise<void>((resolve) => ends.push(resolve));
        else sent.hanging += 1;
      } else {
        sent.healthy += 1;
        // The healthy endpoint responds once it has this many requests, so that a single slot would not be enough.
        if (isTested) {
          await new Promise<void>((resolve) => {
            together.push(resolve);
            if (together.length < AT_ONCE) return;
            for (const end of together) end();
            together = [];
          });
        }
      }
      return DELIVERED;
    };
    const worker = startWorker({
      database: db,
      sender: { send, close: () => undefined },
      metrics: createMetrics(db),
      log: pino({ level: 'silent' }),
      delaysMs: DEFAULT_DELAYS_MS,
      endpointSlots: ENDPOINT_SLOTS,
    });
    const emit = async (count: number, type?: string) => {
      for (let i = 0; i < count; i += 1) await emitOne(db, type);
      worker.wake();
    };
    const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: HUNG_MS });

    await emit(ENDPOINT_SLOTS);
    await emit(AT_ONCE, 'authorization.granted');
    await until(() => sent.hanging === HANGING.length * ENDPOINT_SLOTS && sent.healthy === AT_ONCE);
    hang = true;
    await emit(ENDPOINT_SLOTS);
    // On a slow machine, the first of these attempts are overdue before the last event is written.
    await until(() => ends.length >= 256);
    await sleep(400);
    const hanging = ends.length;
    isTested = true;
    await emit(2 * AT_ONCE, 'authorization.granted');
    await until(() => sent.healthy === 3 * AT_ONCE && together.length === 0);
    // None of the others has responded, and none has got any of the slots that the healthy endpoint used.
    expect(ends).toHaveLength(hanging);

    hang = false;
    const stopped = worker.stop();
    for (const end of ends) end();
    await stopped;
  });
});
