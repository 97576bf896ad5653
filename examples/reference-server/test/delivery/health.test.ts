import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Queryable, Row } from '../../src/database/database.js';
import type { Attempt } from '../../src/delivery/attempt.js';
import { createHealth } from '../../src/delivery/health.js';
import { anyDatabase } from '../support/databases.js';
import { DELIVERED, FAILED, openOutbox } from '../support/outbox.js';

const to = (endpointId: string, businessId = 'biz_1') => ({ endpointId, businessId });
const TIMEOUT: Attempt = { ...FAILED, status: null, errorClass: 'timeout' };

anyDatabase((database) => {
  let db: Database;
  beforeAll(async () => {
    db = await openOutbox(database, [{ id: 'ep_a' }, { id: 'ep_b' }]);
  });
  beforeEach(async () => {
    await db.query(
      `UPDATE endpoints SET failing_since = NULL, failing_attempts = 0,
         last_attempt_at = NULL, last_status = NULL, last_error_class = NULL`,
    );
  });

  const read = async (id = 'ep_a') => {
    const [row] = await db.query<Row>(
      `SELECT failing_since AS since, failing_attempts AS attempts, last_attempt_at AS at, last_status AS status,
         last_error_class AS class, last_business_id AS business FROM endpoints WHERE id = $1`,
      [id],
    );
    return row;
  };
  /** A health tracker with its own clock. `see` records attempts that start one second apart. */
  function tracker(on: Queryable = db) {
    let time = 0;
    let begun = 0;
    const health = createHealth(on, () => time);
    const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second));
    return {
      at,
      pass: (milliseconds: number) => (time += milliseconds),
      see: (...attempts: Attempt[]) => attempts.forEach((attempt) => health.observe(to('ep_a'), attempt, at(begun++))),
      ...health,
    };
  }

  it('an endpoint counts as failing from the first of its consecutive failures until a success', async () => {
    const { see, flush, pass, at } = tracker();
    see(DELIVERED, FAILED, TIMEOUT);
    await flush();
    expect(await read()).toEqual({
      since: at(1),
      attempts: 2,
      at: at(2),
      status: null,
      class: 'timeout',
      business: 'biz_1',
    });
    see(FAILED);
    pass(10_000);
    await flush();
    expect(await read()).toEqual({
      since: at(1),
      attempts: 3,
      at: at(3),
      status: 500,
      class: 'http_status',
      business: 'biz_1',
    });
    see(DELIVERED);
    pass(10_000);
    await flush();
    expect(await read()).toEqual({ since: null, attempts: 0, at: at(4), status: 200, class: null, business: 'biz_1' });
  });

  it('a success between two failures restarts the count', async () => {
    const { see, flush, pass, at } = tracker();
    see(FAILED);
    await flush();
    see(FAILED, DELIVERED, FAILED);
    pass(10_000);
    await flush();
    expect(await read()).toMatchObject({ since: at(3), attempts: 1 });
  });

  it('failures of two processes are counted together', async () => {
    const [one, other] = [tracker(), tracker()];
    one.see(FAILED, FAILED);
    other.see(FAILED);
    await one.flush();
    await other.flush();
    expect(await read()).toMatchObject({ since: one.at(0), attempts: 3 });
  });

  it('the state is written when it changes, at most every 10 s, and immediately at the end', async () => {
    let writes = 0;
    const { see, flush, pass } = tracker({ ...db, query: (...args) => ((writes += 1), db.query(...args)) });
    see(DELIVERED);
    await flush();
    see(DELIVERED, DELIVERED);
    pass(60_000);
    await flush();
    expect(writes).toBe(1);
    see(FAILED);
    await flush();
    see(FAILED);
    await flush();
    expect(writes).toBe(2);
    pass(9_999);
    await flush();
    expect(writes).toBe(2);
    pass(1);
    await flush();
    expect(writes).toBe(3);
    see(DELIVERED);
    await flush(true);
    expect(writes).toBe(4);
    expect(await read()).toMatchObject({ since: null, status: 200 });
  });

  it('one write stores the states of all endpoints', async () => {
    const { observe, flush, at } = tracker();
    observe(to('ep_a', 'biz_1'), DELIVERED, at(0));
    observe(to('ep_b', 'biz_2'), FAILED, at(1));
    await flush();
    expect([await read('ep_a'), await read('ep_b')]).toMatchObject([
      { status: 200, business: 'biz_1' },
      { status: 500, since: at(1), business: 'biz_2' },
    ]);
  });
});
