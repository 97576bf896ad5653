/** Verification of one delivery as a ratio to a bare HMAC and JSON.parse of the same body. */
import { createHmac } from 'node:crypto';
import { createWebhookSigner, createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { timed } from './measure.mjs';
import { receipt } from './receipts.mjs';

export const VERIFY_LIMIT = 1.2;

/** Rows of {lines, bytes, ratio}, for `transaction.created` of receipts. */
export async function verifyRatios() {
  const rows = [];
  for (const lines of [1, 10, 100]) {
    const secret = 'whsec_0123456789abcdef0123456789abcdef';
    const body = Buffer.from(
      JSON.stringify({
        eventId: 'evt_0193f3a0-7c00-7000-8000-000000000001',
        schemaVersion: '2.1',
        type: 'transaction.created',
        businessId: 'biz_0193f3a07c00',
        createdAt: '2026-11-20T16:04:32Z',
        data: receipt(lines),
      }),
    );
    const headers = await createWebhookSigner({ secrets: secret }).sign(body, { event: 'transaction.created' });
    const text = headers['Service-Signature'];
    const prefix = `${/t=(\d+)/.exec(text)[1]}.${/nonce=(\w+)/.exec(text)[1]}.`;
    const verifier = createWebhookVerifier({ secrets: secret });
    const { bare, verify } = await timed({
      bare: () => {
        createHmac('sha256', secret).update(prefix).update(body).digest();
        return JSON.parse(body.toString());
      },
      verify: () => verifier.verify(body, headers),
    });
    rows.push({ lines, bytes: body.length, ratio: verify / bare });
  }
  return rows;
}
