import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

anyDatabase((database) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(() => 200);
  });
  afterAll(() => receiver.close());
  const endpoint = () => {
    return { id: 'ep_1', appId: 'app_1', url: receiver.url('/'), secret: 'whsec_1', events: ['transaction.created'] };
  };
  const running = serverFor(database, () => fixtures([endpoint()]), {
    ALLOW_LOOPBACK_ENDPOINTS: '0',
    DELIVERY_DELAYS_MS: '0,1,1,1,1,1',
  });

  it('each of six attempts to an endpoint on loopback is refused without a connection', async () => {
    expect((await client(running.url, TOKENS.writer).post(receipt())).status).toBe(201);
    const { database: db } = running.server;
    await expect
      .poll(() => db.query('SELECT state, attempts FROM deliveries'))
      .toEqual([{ state: 'failed', attempts: 6 }]);
    const attempts = await db.query('SELECT DISTINCT error_class, status FROM attempts');
    expect(attempts).toEqual([{ error_class: 'forbidden_address', status: null }]);
    expect(receiver.deliveries).toEqual([]);
  });
});
