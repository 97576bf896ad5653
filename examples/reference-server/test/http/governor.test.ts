import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGovernor, type Governor, type Slot } from '../../src/http/governor.js';

/** Enters for a caller that stays. */
async function enter(governor: Governor, caller: string): Promise<Slot> {
  const turn = await governor.enter(caller, () => undefined);
  if (typeof turn === 'string') throw new Error(turn);
  return turn;
}

/** Enters, and records its start in `order`. */
function queue(governor: Governor, caller: string, order: string[]): Promise<Slot> {
  return enter(governor, caller).then((turn) => {
    order.push(caller);
    return turn;
  });
}

describe('a governor', () => {
  it('serves the caller next that has used least', async () => {
    const governor = createGovernor({ active: 10, waiting: 10, concurrency: 1 });
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

  it('works on so many of a caller at once, lets so many wait, and refuses the next', async () => {
    const governor = createGovernor({ active: 2, waiting: 3, concurrency: 10 });
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
  });

  it('forgets who has gone while it waits, which makes a place free', async () => {
    const governor = createGovernor({ active: 1, waiting: 1, concurrency: 1 });
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

  it('works on others while one rests, which still counts for its caller', async () => {
    const governor = createGovernor({ active: 1, waiting: 1, concurrency: 1 });
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
    expect(await resumed).toBe(true);
    expect(await first.resume()).toBe(true);
    first.end();
    first.end();
    (await second).end();
    expect(order).toEqual(['other', 'one']);
  });

  it('loses no place, whatever callers do', async () => {
    const steps = fc.array(
      fc.record({ caller: fc.constantFrom('a', 'b', 'c'), then: fc.constantFrom('end', 'rest', 'leave', 'resume') }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const governor = createGovernor({ active: 2, waiting: 4, concurrency: 3 });
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
        // All three slots are free again, and both slots of a caller.
        const turns = await Promise.all(['a', 'a', 'b'].map((caller) => enter(governor, caller)));
        expect(turns.map(({ waited }) => waited)).toEqual([false, false, false]);
      }),
    );
  });
});
