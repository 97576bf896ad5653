/** A webhook receiver on fetch handlers, as Hono has them in Node, Deno, Bun and workers: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-hono.mjs`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const { WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!WEBHOOK_SECRET) {
  console.error('WEBHOOK_SECRET must be the signing secret of the endpoint.');
  process.exit(1);
}
const verifier = createWebhookVerifier({ secrets: WEBHOOK_SECRET, nonceStore: memoryNonceStore() });
const done = new Set(); // in production: a table with a unique key
const app = new Hono();

/** The status for a refused delivery: 503 if it could not be checked for replay, so that it comes again. */
function statusOf(error) {
  if (!(error instanceof WebhookVerificationError)) return 500;
  return error.code === 'nonce_store_failed' ? 503 : 400;
}

app.post('/', async (context) => {
  const event = await verifier.verify(await context.req.arrayBuffer(), context.req.raw.headers);
  if (!done.has(event.eventId)) console.log(event.type, event.eventId, event.businessId);
  done.add(event.eventId);
  return context.body(null, 204);
});
app.onError((error, context) => {
  if (error instanceof WebhookVerificationError) console.log('refused:', error.code);
  return context.body(null, statusOf(error));
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`receiving on http://127.0.0.1:${port}`);
});
