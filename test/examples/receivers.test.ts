import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { createWebhookSigner } from 'receipt-rule-packs/webhook';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type ReceiverProcess } from './support/receiver.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SECRET = 'whsec_receivers';
/** A nonce that the receiver's store, a Map, rejects, because of the script below. */
const UNKEPT = 'f'.repeat(32);
const REFUSE_UNKEPT = `data:text/javascript,${encodeURIComponent(`
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    if (key === '${UNKEPT}') throw new Error('the store is away');
    return set.call(this, key, value);
  };
`)}`;

describe.each(['receive-webhooks-node.mjs', 'receive-webhooks-hono.mjs'])('%s', (file) => {
  let receiver: ReceiverProcess;
  beforeAll(async () => {
    receiver = await startReceiver(
      process.execPath,
      ['--import', REFUSE_UNKEPT, '--import', 'tsx', `examples/${file}`],
      { WEBHOOK_SECRET: SECRET, TSX_DISABLE_CACHE: '1' },
    );
  });
  afterAll(() => receiver.end());

  const body = (eventId: string) =>
    JSON.stringify({
      eventId,
      schemaVersion: '2.1',
      type: 'source.connected',
      businessId: 'biz_1',
      createdAt: '2026-11-21T09:00:00Z',
      data: {},
    });

  async function deliver(rawBody: string, { secrets = SECRET, sent = rawBody } = {}): Promise<number> {
    const headers = await createWebhookSigner({ secrets }).sign(rawBody, { event: 'source.connected' });
    const { status } = await fetch(receiver.url, { method: 'POST', headers, body: sent });
    return status;
  }

  it('accepts an event once, even if it is delivered again', async () => {
    expect(await deliver(body('evt_1'))).toBe(200);
    expect(await deliver(body('evt_1'))).toBe(200);
    expect(await deliver(body('evt_2'))).toBe(200);
    // The process's output may arrive after the response.
    await vi.waitFor(() => expect(receiver.received('evt_2')).toBe(1));
    expect(receiver.received('evt_1')).toBe(1);
  });

  it('refuses deliveries with a wrong signature or a changed body', async () => {
    expect(await deliver(body('evt_3'), { secrets: 'another' })).toBe(400);
    expect(await deliver(body('evt_3'), { sent: body('evt_4') })).toBe(400);
    expect((await fetch(receiver.url, { method: 'POST', body: body('evt_3') })).status).toBe(400);
    expect([receiver.received('evt_3'), receiver.received('evt_4')]).toEqual([0, 0]);
  });

  it('refuses a replayed request', async () => {
    const headers = await createWebhookSigner({ secrets: SECRET }).sign(body('evt_5'), { event: 'source.connected' });
    const statuses = [];
    for (let i = 0; i < 2; i++) {
      statuses.push((await fetch(receiver.url, { method: 'POST', headers, body: body('evt_5') })).status);
    }
    expect(statuses).toEqual([200, 400]);
  });

  it('tells the sender to retry if the nonce could not be recorded', async () => {
    const options = { event: 'source.connected', nonce: UNKEPT };
    const headers = await createWebhookSigner({ secrets: SECRET }).sign(body('evt_6'), options);
    expect((await fetch(receiver.url, { method: 'POST', headers, body: body('evt_6') })).status).toBe(503);
    expect(await deliver(body('evt_6'))).toBe(200);
    await vi.waitFor(() => expect(receiver.received('evt_6')).toBe(1));
  });

  it.each([undefined, ''])('reports the missing secret in one line: %j', async (secret) => {
    const env = { PATH: process.env.PATH, PORT: '0', TSX_DISABLE_CACHE: '1', WEBHOOK_SECRET: secret };
    const ended = await new Promise((done) => {
      execFile(process.execPath, ['--import', 'tsx', `examples/${file}`], { cwd: ROOT, env }, (error, stdout, stderr) =>
        done([error?.code, stdout, stderr]),
      );
    });
    expect(ended).toEqual([1, '', "Set WEBHOOK_SECRET to the endpoint's signing secret.\n"]);
  });
});
