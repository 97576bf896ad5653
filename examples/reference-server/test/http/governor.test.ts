import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGovernor, type Governor, type Slot } from '../../src/http/governor.js';

const LONG_WAIT = { waitMs: 60_000 };

/** Calls `enter` for a caller that does not disconnect. */
async function enter(governor: Governor, caller: string): Promise<Slot> {
  const turn = await governor.enter(caller, () => undefined);
  if (typeof turn === 'string') throw new Error(turn);
  return turn;
}

/** Calls `enter`, and adds the caller to `order` when its work begins. */
function queue(governor: Governor, caller: string, order: string[]): Promise<Slot> {
  return enter(governor, caller).then((turn) => {
    order.push(caller);
    return turn;
  });
}

describe('a governor', () => {
  it('serves the caller with the least usage next', async () => {
    const governor = createGovernor({ ...LONG_WAIT, active: 10, waiting: 10, concurrency: 1 });
    const [heavy, light] = [await enter(governor, 'heavy'), 'light'];
    await sleep(30);
    heavy.end();
    (await enter(governor, light)).end();
    const order: string[] = [];
    const other = await enter(governor, 'other');
    const waiting = ['heavy', 'heavy', light].map((caller) => queue(governor, caller, order));
    other.end();
    (await waiting[2]!).end();
    (await waiting[0]!).end();
    (await waiting[1]!).end();
    expect(order).toEqual([light, 'heavy', 'heavy']);
  });

  it('runs and queues a limited amount of work per caller, and refuses any more', async () => {
    const governor = createGovernor({ ...LONG_WAIT, active: 2, waiting: 3, concurrency: 10 });
    const order: string[] = [];
    const turns = Array.from({ length: 5 }, () => queue(governor, 'one', order));
    await nextTurn();
    expect(order).toHaveLength(2);
    expect(await governor.enter('one', () => undefined)).toBe('full');
    // Another caller has its own share.
    expect((await enter(governor, 'other')).waited).toBe(false);
    (await turns[0]!).end();
    await nextTurn();
    expect(order).toHaveLength(3);
    expect((await turns[2]!).waited).toBe(true);
    expect(typeof governor.enter('one', () => undefined)).toBe('object');
    // Without this, the work that is still waiting would be refused long after the test.
    for (const turn of turns.slice(1)) (await turn).end();
  });

  it("runs less of a caller's work while there are other callers", async () => {
    const governor = createGovernor({ ...LONG_WAIT, active: 3, activeBesideOthers: 1, waiting: 10, concurrency: 10 });
    const order: string[] = [];
    const alone = Array.from({ length: 4 }, () => queue(governor, 'one', order));
    await nextTurn();
    expect(order).toEqual(['one', 'one', 'one']);
    (await enter(governor, 'other')).end();
    for (const turn of alone.slice(0, 2)) (await turn).end();
    await nextTurn();
    expect(order).toHaveLength(3);
    (await alone[2]!).end();
    await nextTurn();
    expect(order).toHaveLength(4);
    (await alone[3]!).end();
  });

  it('removes waiting work whose caller has disconnected, which frees its place in the queue', async () => {
    const governor = createGovernor({ ...LONG_WAIT, active: 1, waiting: 1, concurrency: 1 });
    const first = await enter(governor, 'one');
    let leave: () => void = () => undefined;
    const second = governor.enter('one', (its) => (leave = its));
    expect(await governor.enter('one', () => undefined)).toBe('full');
    leave();
    expect(await second).toBe('gone');
    const third = enter(governor, 'one');
    first.end();
    (await third).end();
    leave();
  });

  it('refuses work that cannot begin or resume in time, which frees its place in the queue', async () => {
    const governor = createGovernor({ active: 1, waiting: 1, concurrency: 2, waitMs: 20 });
    const resting = await enter(governor, 'resting');
    resting.rest();
    const one = await enter(governor, 'one');
    expect(await governor.enter('one', () => undefined)).toBe('full');
    const two = await enter(governor, 'two');
    expect(await governor.enter('three', () => undefined)).toBe('busy');
    expect(await resting.resume()).toBe('busy');
    for (const slot of [one, two, resting]) slot.end();
    const slots = await Promise.all(['one', 'resting'].map((caller) => enter(governor, caller)));
    expect(slots.map(({ waited }) => waited)).toEqual([false, false]);
  });

  it("runs other work while a piece of work is paused, but still counts it towards its caller's limit", async () => {
    const governor = createGovernor({ ...LONG_WAIT, active: 1, waiting: 1, concurrency: 1 });
    const first = await enter(governor, 'one');
    first.rest();
    first.rest();
    const order: string[] = [];
    const second = queue(governor, 'one', order);
    const other = await queue(governor, 'other', order);
    const resumed = first.resume();
    await nextTurn();
    expect(order).toEqual(['other']);
    other.end();
    expect([await resumed, await first.resume()]).toEqual(['resumed', 'resumed']);
    first.end();
    first.end();
    (await second).end();
    expect(order).toEqual(['other', 'one']);
  });

  it('always returns to its full concurrency, whatever callers do', async () => {
    const steps = fc.array(
      fc.record({ caller: fc.constantFrom('a', 'b', 'c'), then: fc.constantFrom('end', 'rest', 'leave', 'resume') }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const governor = createGovernor({ ...LONG_WAIT, active: 2, waiting: 4, concurrency: 3 });
        const open = new Set<Slot>();
        const leaving: (() => void)[] = [];
        for (const { caller, then } of all) {
          void governor
            .enter(caller, (leave) => leaving.push(leave))
            .then((turn) => typeof turn === 'string' || open.add(turn));
          await nextTurn();
          const [turn] = open;
          if (then === 'leave') leaving.pop()?.();
          if (then === 'rest') turn?.rest();
          if (then === 'resume') void turn?.resume();
          if (then === 'end' && turn) {
            turn.end();
            open.delete(turn);
          }
        }
        while (open.size > 0) {
          for (const turn of open) turn.end();
          open.clear();
          await nextTurn();
        }
        // Three pieces of work can run again at once, including two from one caller.
        const turns = await Promise.all(['a', 'a', 'b'].map((caller) => enter(governor, caller)));
        expect(turns.map(({ waited }) => waited)).toEqual([false, false, false]);
      }),
    );
  });
});
