import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { identityKey } from '../../src/transactions/identity.js';
import { client, type Answer, type Client } from '../support/client.js';
import { onDatabases } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { until } from '../survival/support.js';

/**
 * Posts a document, and calls `act` while its statement waits for a lock. Documents that arrive in the meantime wait
 * for the next statement.
 */
async function whileOneStatementWaits(
  { database: db, api }: { database: Database; api: Client },
  act: () => Promise<void>,
): Promise<Answer> {
  const document = receipt();
  const identity = identityKey({ app: 'app_1' }, { vendorId: 'biz_1', ...document.source });
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO transactions (business_id, id, identity, instant_us, body) VALUES ('biz_1', 'txn_held_up', $1, 0, '{}')`,
      [identity],
    );
    answer = api.post(document);
    await until(async () => {
      const [row] = await db.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return row!.n === 1;
    });
    await act();
    await tx.query(`DELETE FROM transactions WHERE id = 'txn_held_up'`);
  });
  return answer!;
}

/** Sends a complete request, but does not read the response. */
function send(url: string, body: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.writer}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return socket;
}

onDatabases(['postgres'], (database) => {
  const server = serverFor(database, () => fixtures());

  it('does not store a document if its client disconnects before the statement starts', async () => {
    const { database: db } = server.server;
    const api = client(server.url, TOKENS.writer);
    const gone = receipt();
    let second: Promise<Answer> | undefined;
    const first = await whileOneStatementWaits({ database: db, api }, async () => {
      second = api.post(receipt());
      const socket = send(server.url, JSON.stringify(gone));
      await sleep(500);
      socket.destroy();
      await sleep(500);
    });
    expect([first, await second]).toMatchObject([{ status: 201 }, { status: 201 }]);
    // A later document has been stored, so the statement that left out the abandoned document has ended.
    expect(await api.post(receipt())).toMatchObject({ status: 201 });
    expect(await db.query('SELECT count(*)::integer AS n FROM transactions')).toEqual([{ n: 3 }]);
    expect(await api.post(gone)).toMatchObject({ status: 201 });
  });
});

/** Two bodies of this size fit in a credential's share, which is a sixth of 1 MiB. */
const BODY_BYTES = 60_000;

const large = () => JSON.stringify(receipt()).padEnd(BODY_BYTES);

onDatabases(['postgres'], (database) => {
  const limits = { CREDENTIAL_UNDER_WAY: '3', CREDENTIAL_WAITING: '0', MEMORY_BUDGET_MB: '1' };
  const server = serverFor(database, () => fixtures(), limits);

  it("frees a disconnected client's slots and memory", async () => {
    const api = client(server.url, TOKENS.writer);
    const leave = async () => {
      const sockets = [send(server.url, large()), send(server.url, large())];
      await sleep(500);
      for (const socket of sockets) socket.destroy();
      await sleep(500);
    };
    const after: Promise<Answer>[] = [];
    const first = await whileOneStatementWaits({ database: server.server.database, api }, async () => {
      await leave();
      await leave();
      after.push(api.post(large()), api.post(large()));
      // Gives the server time to accept the documents before the statement that they wait for ends.
      await sleep(500);
    });
    expect([first, ...(await Promise.all(after))]).toMatchObject([{ status: 201 }, { status: 201 }, { status: 201 }]);
    const later = await Promise.all([api.post(large()), api.post(large())]);
    expect(later).toMatchObject([{ status: 201 }, { status: 201 }]);
    const [row] = await server.server.database.query('SELECT count(*)::integer AS n FROM transactions');
    expect(row).toEqual({ n: 5 });
  });
});
