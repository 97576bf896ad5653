import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { identityKey } from '../../src/transactions/identity.js';
import { client } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { until } from '../survival/support.js';

onDatabases(['postgres'], (database) => {
  const server = serverFor(database, () => fixtures());

  it('the document of a client that has gone before its statement began is not stored', async () => {
    const { database: db } = server.server;
    const api = client(server.url, TOKENS.writer);
    const first = receipt();
    const identity = identityKey({ app: 'app_1' }, { vendorId: 'biz_1', ...first.source });
    const waiting: Promise<unknown>[] = [];
    const gone = receipt();
    await db.transaction(async (tx) => {
      // The statement of the first document waits for this one.
      await tx.query(
        `INSERT INTO transactions (business_id, id, identity, instant_us, body) VALUES ('biz_1', 'txn_held_up', $1, 0, '{}')`,
        [identity],
      );
      waiting.push(api.post(first));
      await until(async () => {
        const [row] = await db.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return row!.n === 1;
      }, 10_000);
      waiting.push(api.post(receipt()));
      const body = JSON.stringify(gone);
      const head = `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.writer}\r\n`;
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(
        `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      await sleep(500);
      socket.destroy();
      await sleep(500);
      await tx.query(`DELETE FROM transactions WHERE id = 'txn_held_up'`);
    });
    expect(await Promise.all(waiting)).toMatchObject([{ status: 201 }, { status: 201 }]);
    // What came after it has been stored, so its statement is over.
    expect(await api.post(receipt())).toMatchObject({ status: 201 });
    expect(await db.query('SELECT count(*)::integer AS n FROM transactions')).toEqual([{ n: 3 }]);
    expect(await api.post(gone)).toMatchObject({ status: 201 });
  });
});
