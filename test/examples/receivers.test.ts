import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { createWebhookSigner } from 'receipt-rule-packs/webhook';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SECRET = 'whsec_receivers';
/** A nonce that the receiver's store, a Map, rejects because of the script below. */
const UNKEPT = 'f'.repeat(32);
const REFUSE_UNKEPT = `data:text/javascript,${encodeURIComponent(`
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    if (key === '${UNKEPT}') throw new Error('the store is away');
    return set.call(this, key, value);
  };
`)}`;

describe.each(['receive-webhooks-node.mjs', 'receive-webhooks-hono.mjs'])('%s', (file) => {
  const lines: string[] = [];
  let url = '';
  let end = () => Promise.resolve();

  beforeAll(async () => {
    const child = spawn(process.execPath, ['--import', REFUSE_UNKEPT, '--import', 'tsx', `examples/${file}`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, PORT: '0', TSX_DISABLE_CACHE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise<void>((done) => child.once('close', () => done()));
    end = () => {
      child.kill();
      return exited;
    };
    await new Promise<void>((listening, failed) => {
      void exited.then(() => failed(new Error(`${file} ended`)));
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        const found = /^receiving on (\S+)$/.exec(line)?.[1];
        if (found === undefined) return;
        url = found;
        listening();
      });
    });
  });
  afterAll(() => end());

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
    const { status } = await fetch(url, { method: 'POST', headers, body: sent });
    return status;
  }

  const received = (eventId: string) => lines.filter((line) => line === `source.connected ${eventId} biz_1`).length;

  it('takes an event once, however often it is delivered', async () => {
    expect(await deliver(body('evt_1'))).toBe(200);
    expect(await deliver(body('evt_1'))).toBe(200);
    expect(await deliver(body('evt_2'))).toBe(200);
    // The output of a process may arrive after its response.
    await vi.waitFor(() => expect(received('evt_2')).toBe(1));
    expect(received('evt_1')).toBe(1);
  });

  it('refuses what is not signed by the secret, or not what was signed', async () => {
    expect(await deliver(body('evt_3'), { secrets: 'another' })).toBe(400);
    expect(await deliver(body('evt_3'), { sent: body('evt_4') })).toBe(400);
    expect((await fetch(url, { method: 'POST', body: body('evt_3') })).status).toBe(400);
    expect([received('evt_3'), received('evt_4')]).toEqual([0, 0]);
  });

  it('refuses a request that was delivered before', async () => {
    const headers = await createWebhookSigner({ secrets: SECRET }).sign(body('evt_5'), { event: 'source.connected' });
    const statuses = [];
    for (let i = 0; i < 2; i++) {
      statuses.push((await fetch(url, { method: 'POST', headers, body: body('evt_5') })).status);
    }
    expect(statuses).toEqual([200, 400]);
  });

  it('asks for a delivery again where the nonce could not be recorded', async () => {
    const options = { event: 'source.connected', nonce: UNKEPT };
    const headers = await createWebhookSigner({ secrets: SECRET }).sign(body('evt_6'), options);
    expect((await fetch(url, { method: 'POST', headers, body: body('evt_6') })).status).toBe(503);
    expect(await deliver(body('evt_6'))).toBe(200);
    await vi.waitFor(() => expect(received('evt_6')).toBe(1));
  });

  it.each([undefined, ''])('says in one line that the secret is missing: %j', async (secret) => {
    const env = { PATH: process.env.PATH, PORT: '0', TSX_DISABLE_CACHE: '1', WEBHOOK_SECRET: secret };
    const ended = await new Promise((done) => {
      execFile(process.execPath, ['--import', 'tsx', `examples/${file}`], { cwd: ROOT, env }, (error, stdout, stderr) =>
        done([error?.code, stdout, stderr]),
      );
    });
    expect(ended).toEqual([1, '', 'WEBHOOK_SECRET must be the signing secret of the endpoint.\n']);
  });
});
