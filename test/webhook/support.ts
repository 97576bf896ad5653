import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { WebhookVerificationError } from '../../src/webhook/error.js';
import { type HmacFactory, type NodeCrypto, nodeHmac, type WebCrypto, webHmac } from '../../src/webhook/hmac.js';
import { createVerifierOn, type WebhookVerifierOptions } from '../../src/webhook/verifier.js';

export const SECRET = 'whsec_c2VjcmV0';
export const T = 1_795_255_200;
export const NONCE = '0123456789abcdef0123456789abcdef';
export const EVENT = {
  eventId: 'evt_1',
  schemaVersion: '2.1',
  type: 'transaction.created',
  businessId: 'biz_1',
  createdAt: '2026-11-21T10:00:00Z',
  data: { id: 'txn_1', name: 'Räksmörgås €' },
};
export const BODY = JSON.stringify(EVENT);

const node = process.getBuiltinModule('node:crypto') as unknown as NodeCrypto;
const web = globalThis.crypto as unknown as WebCrypto;

/** Both HMAC engines, for `describe.each`. */
export const ENGINES: [string, HmacFactory][] = [
  ['node:crypto', (secrets) => nodeHmac(node, secrets)],
  ['WebCrypto', (secrets) => webHmac(web.subtle, secrets)],
];
const NODE_ENGINE = ENGINES[0]![1];

/** A `v1` computed by node:crypto, not by the code under test. */
export function v1(body: string | Uint8Array, { secret = SECRET, t = String(T), nonce = NONCE } = {}): string {
  return createHmac('sha256', secret).update(`${t}.${nonce}.`).update(body).digest('hex');
}

/** A valid header for `body`. */
export function header(body: string | Uint8Array, { secret = SECRET, t = String(T), nonce = NONCE } = {}): string {
  return `t=${t},nonce=${nonce},v1=${v1(body, { secret, t, nonce })}`;
}

/** A verifier with its clock at `T`. */
export function verifier(options: Partial<WebhookVerifierOptions> = {}, engine: HmacFactory = NODE_ENGINE) {
  return createVerifierOn(engine, { secrets: SECRET, now: () => T * 1000, ...options });
}

/** `ok` if the promise resolves, otherwise the code of its WebhookVerificationError; other errors fail the test. */
export async function outcome(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError);
    return (error as WebhookVerificationError).code;
  }
}
