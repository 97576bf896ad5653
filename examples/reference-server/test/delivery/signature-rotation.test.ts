import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { rotateSecret } from '../../src/endpoints/endpoints.js';
import { client } from '../support/client.js';
import { anyDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { startReceiver, type Delivery, type Receiver } from '../support/receiver.js';

const OLD = 'whsec_before_the_rotation';

anyDatabase((database) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const running = serverFor(database, () =>
    fixtures([{ id: 'ep_1', appId: 'app_1', url: receiver.url(), secret: OLD, events: ['transaction.created'] }]),
  );

  async function deliver(): Promise<Delivery> {
    const earlier = receiver.deliveries.length;
    await client(running.url, TOKENS.writer).post(receipt());
    return (await receiver.until(earlier + 1)).at(-1)!;
  }
  const verifies = ({ body, headers }: Delivery, secret: string) =>
    createWebhookVerifier({ secrets: secret })
      .verify(body, headers)
      .then(
        () => 'verified',
        (error: unknown) => (error as { code: string }).code,
      );

  it('signs with both secrets for a day after a rotation, and then only with the new secret', async () => {
    const db = running.server.database;
    expect(await verifies(await deliver(), OLD)).toBe('verified');

    await rotateSecret(db, 'ep_1');
    const [row] = await db.query<{ secret: string; hours: number }>(
      `SELECT secret, extract(epoch FROM previous_until - now())::float8 / 3600 AS hours FROM endpoints`,
    );
    const { secret, hours } = row!;
    expect(secret).not.toBe(OLD);
    expect(Math.round(hours)).toBe(24);
    const during = await deliver();
    expect([await verifies(during, OLD), await verifies(during, secret)]).toEqual(['verified', 'verified']);

    // Submitting the form for a first rotation twice does not end the old secret.
    expect(await rotateSecret(db, 'ep_1')).toBe(false);
    expect([await verifies(await deliver(), OLD), await verifies(await deliver(), secret)]).toEqual([
      'verified',
      'verified',
    ]);

    await db.query('UPDATE endpoints SET previous_until = now()');
    const after = await deliver();
    expect([await verifies(after, OLD), await verifies(after, secret)]).toEqual(['signature_mismatch', 'verified']);

    expect([await rotateSecret(db, 'ep_1'), await rotateSecret(db, 'ep_1', { again: true })]).toEqual([true, true]);
    expect(await verifies(await deliver(), secret)).toBe('signature_mismatch');
  });
});
