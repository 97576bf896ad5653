import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createConcurrencyLimiter,
  QUICK_MS,
  SLOTS,
  type ConcurrencyLimiter,
  type Outcome,
  type Slot,
} from '../../src/delivery/slots.js';

/** Takes as many slots for an endpoint as possible. A slot permits one attempt at a time. */
function takeAll(slots: ConcurrencyLimiter, endpointId: string, slow = false): Slot[] {
  const taken: Slot[] = [];
  for (let slot = slots.take(endpointId, slow); slot; slot = slots.take(endpointId, slow)) taken.push(slot);
  return taken;
}

/** Lets endpoints take slots in turn, as many as possible. */
function takeInTurn(slots: ConcurrencyLimiter, ids: readonly string[]): Slot[] {
  const taken: Slot[] = [];
  for (;;) {
    const round = ids.flatMap((id) => slots.take(id, false) ?? []);
    if (round.length === 0) return taken;
    taken.push(...round);
  }
}

/** Makes attempts one after another, with the given outcomes. */
function attempt(slots: ConcurrencyLimiter, endpointId: string, ...endings: Outcome[]): void {
  for (const ending of endings) slots.release(slots.take(endpointId, false)!, ending);
}

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const quick = (count: number) => Array.from({ length: count }, () => 'quick' as const);

describe('an endpoint', () => {
  it.each<[string, Outcome[], number]>([
    ['starts with 2 concurrent attempts', [], 2],
    ['may have one more attempt after each quick response', ['quick', 'quick', 'quick'], 5],
    ['may have as many attempts as before after a response that is not quick', ['quick', 'other'], 3],
    ['may have only 1 attempt after a timeout', ['quick', 'quick', 'timeout'], 1],
    ['may have more attempts again once it recovers from a timeout', ['timeout', 'quick', 'quick'], 3],
    ['never has more attempts than the setting allows', quick(40), 16],
  ])('%s', (_, endings, slots) => {
    const all = createConcurrencyLimiter(16, 64);
    attempt(all, 'ep', ...endings);
    expect(takeAll(all, 'ep')).toHaveLength(slots);
  });

  it('starts with 1 attempt if other processes have found the endpoint slow', () => {
    expect(takeAll(createConcurrencyLimiter(16, 64), 'ep', true)).toHaveLength(1);
  });

  it('may have only 1 attempt if the setting is 1', () => {
    expect(takeAll(createConcurrencyLimiter(1, 64), 'ep')).toHaveLength(1);
  });
});

describe('across endpoints:', () => {
  it('half of the slots are reserved for endpoints whose last attempt got a quick response', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'healthy', 'quick');
    const taken = many(300, 'hangs').filter((id) => slots.take(id, false));
    expect(taken).toHaveLength(32);
    expect(takeAll(slots, 'healthy')).toHaveLength(3);
  });

  it('a quarter of the slots is reserved for endpoints without an attempt in progress, quick or not', () => {
    const slots = createConcurrencyLimiter(64, 64);
    const [greedy, idle] = [many(16, 'greedy'), many(20, 'idle')];
    for (const id of [...greedy, ...idle]) attempt(slots, id, ...quick(10));
    expect(takeInTurn(slots, greedy)).toHaveLength(47);
    expect(many(20, 'new').filter((id) => slots.take(id, false))).toHaveLength(9);
    expect(idle.filter((id) => slots.take(id, false))).toHaveLength(8);
  });

  it('slow endpoints share a quarter of the slots, on top of one slot each', () => {
    const slots = createConcurrencyLimiter(64, 64);
    const taken = many(20, 'new').map((id) => takeAll(slots, id).length);
    // Each endpoint gets two slots until 16 slots are taken, and then one slot.
    expect(taken.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 2));
    expect(taken.slice(8)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  it('the slots of an endpoint that is no longer quick count towards the limit for slow endpoints', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'ep', ...quick(30));
    const [one, ...rest] = takeAll(slots, 'ep');
    expect(rest).toHaveLength(24);
    slots.release(one!, 'other');
    expect(many(64, 'new').filter((id) => slots.take(id, false))).toHaveLength(32 - 24);
  });

  it('after a timeout, only the one slot that an endpoint may still have counts towards that limit', () => {
    const slots = createConcurrencyLimiter(64, 64);
    attempt(slots, 'ep', ...quick(30));
    const [one] = takeAll(slots, 'ep');
    slots.release(one!, 'timeout');
    expect(many(64, 'new').filter((id) => slots.take(id, false))).toHaveLength(20);
  });

  it('all slots are free again when all attempts have ended', () => {
    const slots = createConcurrencyLimiter(16, 64);
    const ids = many(100, 'ep');
    const endings: Outcome[] = ['quick', 'timeout', 'other'];
    for (let round = 0; round < 20; round += 1) {
      const taken = ids.flatMap((id) => slots.take(id, round % 3 === 0) ?? []);
      taken.forEach((slot, i) => slots.release(slot, endings[(i + round) % 3]!));
    }
    expect(slots.total()).toEqual({ all: 64, others: 32 });
  });
});

describe('endpoints that were quick and then hang', () => {
  const HANG = many(4, 'hangs');
  const PER_ENDPOINT = 128;

  /** Lets the endpoints become quick, and returns a clock that can be advanced. */
  function grown(...ids: string[]) {
    let now = 0;
    const slots = createConcurrencyLimiter(PER_ENDPOINT, SLOTS, () => now);
    for (const id of ids) attempt(slots, id, ...quick(PER_ENDPOINT));
    return { slots, pass: (ms: number) => (now += ms) };
  }
  it.each([
    [1, 128],
    [2, 256],
    [4, 308],
    [10, 350],
  ])('if they are %i, may make %i attempts at a time while they are quick', (count, most) => {
    const ids = many(count, 'ep');
    const { slots } = grown(...ids);
    expect(takeInTurn(slots, ids)).toHaveLength(most);
  });

  it.each([
    ['at the same time', takeInTurn, 39],
    [
      'one after another',
      (slots: ConcurrencyLimiter, ids: readonly string[]) => ids.flatMap((id) => takeAll(slots, id)),
      16,
    ],
  ])('leave a healthy endpoint more than a first slot, if four begin to hang %s', (_, hang, left) => {
    const { slots, pass } = grown('healthy', ...HANG);
    hang(slots, HANG);
    for (const ms of [0, QUICK_MS + 1, 8_000]) {
      pass(ms);
      const taken = takeAll(slots, 'healthy');
      expect(taken).toHaveLength(left);
      for (const slot of taken) slots.release(slot, 'quick');
    }
  });

  it('leave a new endpoint a first slot, and more as it responds, even while their attempts time out', () => {
    const { slots, pass } = grown(...HANG);
    const hanging = takeInTurn(slots, HANG);
    pass(QUICK_MS + 1);
    const early = slots.take('early', false)!;
    expect(early).toBeDefined();
    slots.release(early, 'quick');
    expect(takeAll(slots, 'early')).toHaveLength(3);
    for (const slot of hanging.splice(0, 4)) slots.release(slot, 'timeout');
    attempt(slots, 'late', 'quick', 'quick');
    expect(takeAll(slots, 'late')).toHaveLength(4);
  });

  it('get no slots above their share once their oldest attempt has been open for over a second', () => {
    const { slots, pass } = grown('busy', ...HANG);
    const busy = takeAll(slots, 'busy');
    expect(busy).toHaveLength(128);
    for (let i = 0; i < 50; i += 1) for (const id of HANG) slots.take(id, false);
    expect(slots.total().all).toBe(SLOTS - 128 - 200);
    pass(QUICK_MS);
    expect(slots.take(HANG[0]!, false)).toBeDefined();
    pass(1);
    expect(HANG.map((id) => slots.free(id, false))).toEqual([0, 0, 0, 0]);
    expect(HANG.filter((id) => slots.take(id, false))).toEqual([]);
  });

  it('get slots above their share again once the oldest attempt has ended', () => {
    const { slots, pass } = grown('busy', 'ep');
    takeAll(slots, 'busy');
    const oldest = slots.take('ep', false)!;
    pass(QUICK_MS + 1);
    // 255 slots are free beyond the quarter, so the endpoint gets a third of 256.
    expect(takeAll(slots, 'ep')).toHaveLength(85);
    expect(slots.release(oldest, 'quick')).toBe(true);
    expect(takeAll(slots, 'ep')).toHaveLength(43);
  });

  it('never take more than half of what they find free, in whatever order attempts begin and end', () => {
    const ids = many(8, 'ep');
    const endings = fc.constantFrom<Outcome>('quick', 'quick', 'quick', 'timeout', 'other');
    const step = fc.record({
      id: fc.constantFrom(...ids),
      begin: fc.nat({ max: 60 }),
      end: fc.nat({ max: 20 }),
      ending: endings,
      ms: fc.constantFrom(0, 0, 400, 1_100),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { slots, pass } = grown(...ids);
        const open: Slot[] = [];
        for (const { id, begin, end, ending, ms } of steps) {
          let held = open.filter(({ endpointId }) => endpointId === id).length;
          for (let i = 0; i < begin; i += 1) {
            const free = slots.free(id, false);
            const slot = slots.take(id, false);
            if ((slot !== undefined) !== free > 0) return false;
            if (!slot) break;
            if (held > 0 && (SLOTS * 3) / 4 - open.length < held) return false;
            open.push(slot);
            held += 1;
          }
          for (const slot of open.splice(0, end)) slots.release(slot, ending);
          pass(ms);
        }
        // Whatever is still open hangs: an endpoint with nothing in progress gets its first slot.
        const first = slots.take('new', false);
        for (const slot of open) slots.release(slot, 'timeout');
        return first !== undefined && slots.total().all === SLOTS - 1;
      }),
    );
  });
});

it('returns the numbers of free slots', () => {
  const slots = createConcurrencyLimiter(16, 64);
  attempt(slots, 'quick', 'quick');
  attempt(slots, 'slow', 'timeout');
  slots.take('quick', false);
  const free = (...ids: string[]) => ids.map((id) => slots.free(id, false));
  expect(free('quick', 'slow', 'new')).toEqual([2, 1, 2]);
  expect(slots.free('new', true)).toBe(1);
  expect(slots.total()).toEqual({ all: 63, others: 32 });
  for (const id of many(40, 'hangs')) slots.take(id, false);
  expect(free('quick', 'slow', 'new')).toEqual([2, 0, 0]);
  expect(slots.total()).toEqual({ all: 31, others: 0 });
});

it('returns whether a delivery may have been waiting for the freed slot', () => {
  const slots = createConcurrencyLimiter(16, 64);
  expect(slots.release(slots.take('ep', false)!, 'other')).toBe(false);
  expect(slots.release(takeAll(slots, 'ep')[0]!, 'other')).toBe(true);
});

it('forgets the endpoints that have been idle for longest, but never one with attempts in progress', () => {
  const slots = createConcurrencyLimiter(16, 64);
  slots.take('busy', false);
  attempt(slots, 'early', 'timeout');
  for (const id of many(2_000, 'ep')) attempt(slots, id, 'quick');
  // The early endpoint has been forgotten, so it gets two slots again; the most recent endpoints still count as
  // quick.
  expect([slots.free('busy', false), slots.free('early', false), slots.free('ep1999', false)]).toEqual([1, 2, 3]);
});
