/** Runs the Python receiver unchanged. Does not run the Go receiver, because the tests do not require Go. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createWebhookSigner } from 'receipt-rule-packs/webhook';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startReceiver, type ReceiverProcess } from './support/receiver.js';

const SECRET = 'whsec_receivers';

let receiver: ReceiverProcess;
beforeAll(async () => {
  receiver = await startReceiver('python3', ['examples/receive-webhooks.py'], { WEBHOOK_SECRET: SECRET });
});
afterAll(() => receiver.end());

const body = (eventId: string, text = 'Kaffe å 25 €') =>
  JSON.stringify({ eventId, type: 'source.connected', businessId: 'biz_1', data: { text } });

interface Signing {
  readonly secrets?: string | string[];
  /** Unix seconds. */
  readonly timestamp?: number;
}

async function sign(rawBody: string, { secrets = SECRET, timestamp }: Signing = {}): Promise<string> {
  const signer = createWebhookSigner({ secrets });
  return (await signer.sign(rawBody, { event: 'source.connected', timestamp }))['Service-Signature'];
}

const deliver = async (rawBody: string, signature: string): Promise<number> =>
  (await fetch(receiver.url, { method: 'POST', headers: { 'Service-Signature': signature }, body: rawBody })).status;

it('accepts an event once, even if delivered again', async () => {
  expect(await deliver(body('evt_1'), await sign(body('evt_1')))).toBe(200);
  expect(await deliver(body('evt_1'), await sign(body('evt_1')))).toBe(200);
  expect(await deliver(body('evt_2'), await sign(body('evt_2'), { secrets: ['whsec_new', SECRET] }))).toBe(200);
  // The process's output may arrive after the response.
  await vi.waitFor(() => expect(receiver.received('evt_2')).toBe(1));
  expect(receiver.received('evt_1')).toBe(1);
});

it('refuses deliveries with a wrong signature, a changed body, or an old timestamp', async () => {
  const signature = await sign(body('evt_3'));
  const now = Math.floor(Date.now() / 1000);
  expect(await deliver(body('evt_3'), await sign(body('evt_3'), { secrets: 'another' }))).toBe(400);
  expect(await deliver(body('evt_4'), signature)).toBe(400);
  expect(await deliver(body('evt_3'), await sign(body('evt_3'), { timestamp: now - 400 }))).toBe(400);
  expect(await deliver(body('evt_3'), await sign(body('evt_3'), { timestamp: now + 400 }))).toBe(400);
  for (const header of [
    '',
    't=1',
    `${signature},t=1`,
    signature.replace('nonce=', 'nonce=g'),
    signature.replace('t=', 't=-'),
  ])
    expect({ header, status: await deliver(body('evt_3'), header) }).toEqual({ header, status: 400 });
  expect(await deliver(body('evt_3', 'x'.repeat(1_048_576)), signature)).toBe(413);
  expect([receiver.received('evt_3'), receiver.received('evt_4')]).toEqual([0, 0]);
});

it.each(['', 'Content-Length: -1\r\n', 'Content-Length: many\r\n', 'Transfer-Encoding: chunked\r\n'])(
  'requires a length: %j',
  async (header) => {
    const { hostname, port } = new URL(receiver.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST / HTTP/1.1\r\nHost: ${hostname}\r\n${header}\r\n`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(response.toString('latin1')).toMatch(/^HTTP\/1\.\d 411 /);
  },
);
