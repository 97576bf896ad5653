/** The time to verify deliveries, relative to a bare HMAC and JSON.parse of the same bodies. */
import { createHmac } from 'node:crypto';
import { createWebhookSigner, createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { timed } from './measure.mjs';
import { receipt, several } from './receipts.mjs';

export const VERIFY_LIMIT = 1.2;

/** Rows of {lines, bytes, ratio}, for `transaction.created` events with receipts. */
export async function verifyRatios() {
  const rows = [];
  for (const lines of [1, 10, 100]) {
    const secret = 'whsec_0123456789abcdef0123456789abcdef';
    const signer = createWebhookSigner({ secrets: secret });
    const deliveries = await Promise.all(several((seed) => delivery(signer, receipt(lines, seed), seed)));
    const verifier = createWebhookVerifier({ secrets: secret });
    const of = (i) => deliveries[i % deliveries.length];
    const { bare, verify } = await timed({
      bare: (i) => {
        const { prefix, body } = of(i);
        createHmac('sha256', secret).update(prefix).update(body).digest();
        return JSON.parse(body.toString());
      },
      verify: (i) => verifier.verify(of(i).body, of(i).headers),
    });
    const bytes = Math.round(deliveries.reduce((sum, { body }) => sum + body.length, 0) / deliveries.length);
    rows.push({ lines, bytes, ratio: verify / bare });
  }
  return rows;
}

/** A signed event, and the signed text before its body. */
async function delivery(signer, data, seed) {
  const body = Buffer.from(
    JSON.stringify({
      eventId: `evt_0193f3a0-7c00-7000-8000-${String(seed).padStart(12, '0')}`,
      schemaVersion: '2.1',
      type: 'transaction.created',
      businessId: 'biz_0193f3a07c00',
      createdAt: '2026-11-20T16:04:32Z',
      data,
    }),
  );
  const headers = await signer.sign(body, { event: 'transaction.created' });
  const text = headers['Service-Signature'];
  return { body, headers, prefix: `${/t=(\d+)/.exec(text)[1]}.${/nonce=(\w+)/.exec(text)[1]}.` };
}
