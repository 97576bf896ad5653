import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import { createGroup, Gone, type GroupOptions } from '../../src/database/group.js';

/**
 * A group whose statements end when the test ends them. `statements` lists the items of each statement that has
 * started.
 */
function held(options: GroupOptions<number> = {}) {
  const statements: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const group = createGroup<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        statements.push([...items]);
        ends.push((error) => (error === undefined ? resolve(items.map((item) => `r${item}`)) : reject(error)));
      }),
    options,
  );
  const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => group(from + i));
  return { group, all, statements, ends };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const fault = (code: string) => Object.assign(new Error(code), { code });

describe('createGroup', () => {
  it('starts a statement immediately, and puts items that arrive in the meantime into the next statement', async () => {
    const { all, statements, ends } = held();
    const first = all(1, 1);
    await turn();
    const rest = all(2, 4);
    await turn();
    expect(statements).toEqual([[1]]);
    ends[0]!();
    expect(await Promise.all(first)).toEqual(['r1']);
    await turn();
    expect(statements).toEqual([[1], [2, 3, 4]]);
    ends[1]!();
    expect(await Promise.all(rest)).toEqual(['r2', 'r3', 'r4']);
  });

  it('starts a second statement in parallel only when the statement is full, and never a third', async () => {
    const { all, statements, ends } = held({ max: 4 });
    void Promise.allSettled(all(1, 1));
    await turn();
    void Promise.allSettled(all(2, 4));
    await turn();
    expect(statements).toEqual([[1]]);
    void Promise.allSettled(all(5, 20));
    await turn();
    expect(statements).toEqual([[1], [2, 3, 4, 5]]);
    ends[1]!();
    await turn();
    expect(statements.at(-1)).toEqual([6, 7, 8, 9]);
    ends.forEach((end) => end());
  });

  it('also counts a statement as full at 4 MiB, and gives a larger item its own statement', async () => {
    const MIB = 1_048_576;
    const { all, statements, ends } = held({ bytesOf: (item) => (item === 7 ? 5 * MIB : 1.5 * MIB) });
    void Promise.allSettled(all(0, 0));
    await turn();
    void Promise.allSettled(all(1, 2));
    await turn();
    expect(statements).toEqual([[0]]);
    void Promise.allSettled(all(3, 8));
    await turn();
    expect(statements).toEqual([[0], [1, 2]]);
    for (let i = 0; i < 6; i += 1) {
      ends.forEach((end) => end());
      await turn();
    }
    expect(statements).toEqual([[0], [1, 2], [3, 4], [5, 6], [7], [8]]);
  });

  it('starts a separate statement for each item immediately if the maximum is 1', async () => {
    const { all, statements } = held({ max: 1 });
    void Promise.allSettled(all(1, 5));
    await turn();
    expect(statements).toEqual([[1], [2], [3], [4], [5]]);
  });

  it('skips an item if its caller disconnects before the statement starts, but not if the caller disconnects later', async () => {
    const { group, statements, ends } = held();
    const gone = { 1: false, 2: false, 3: false };
    const results = Promise.allSettled(([1, 2, 3] as const).map((item) => group(item, () => gone[item])));
    gone[2] = true;
    await turn();
    gone[3] = true;
    ends[0]!();
    expect(statements).toEqual([[1, 3]]);
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'r1' },
      { status: 'rejected', reason: expect.any(Gone) as Gone },
      { status: 'fulfilled', value: 'r3' },
    ]);
  });

  it.each(['22021', '23514', '54000'])(
    'splits the statement into halves after SQLSTATE %s until only the bad item fails',
    async (code) => {
      const statements: number[] = [];
      const group = createGroup<number, number>(async (items) => {
        statements.push(items.length);
        if (items.includes(5)) throw fault(code);
        return items.map((item) => item * 10);
      });
      const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => group(i)));
      const answer = (i: number) =>
        i === 5 ? { status: 'rejected', reason: fault(code) } : { status: 'fulfilled', value: i * 10 };
      expect(results).toEqual(Array.from({ length: 8 }, (_, i) => answer(i)));
      expect(statements).toEqual([8, 4, 4, 2, 1, 1, 2]);
    },
  );

  it.each([
    ['no response from the database', new DatabaseUnavailable('away')],
    ['an error that no single item causes', fault('42601')],
  ])('fails all items without a retry after %s', async (_, error) => {
    let statements = 0;
    const group = createGroup<number, number>(async () => {
      statements += 1;
      throw error;
    });
    const results = await Promise.allSettled([group(1), group(2), group(3)]);
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: error })));
    expect(statements).toBe(1);
  });

  it('reports the items of each statement', async () => {
    const seen: unknown[] = [];
    const { all, ends } = held({ onStatement: (items) => seen.push(items) });
    void Promise.allSettled(all(1, 3));
    await turn();
    ends[0]!();
    expect(seen).toEqual([[1, 2, 3]]);
  });
});
