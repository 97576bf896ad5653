/** A webhook receiver on fetch handlers, as Hono has them in Node, Deno, Bun and workers: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-hono.mjs`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const verifier = createWebhookVerifier({ secrets: process.env.WEBHOOK_SECRET, nonceStore: memoryNonceStore() });
const done = new Set(); // in earnest: a table with a unique key
const app = new Hono();

app.post('/', async (context) => {
  const event = await verifier.verify(new Uint8Array(await context.req.arrayBuffer()), context.req.raw.headers);
  if (!done.has(event.eventId)) console.log(event.type, event.eventId, event.businessId);
  done.add(event.eventId);
  return context.body(null, 204);
});
app.onError((error, context) => {
  if (error instanceof WebhookVerificationError) console.log('refused:', error.code);
  return context.body(null, error instanceof WebhookVerificationError ? 400 : 500);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 8788) }, ({ port }) => {
  console.log(`receiving on http://127.0.0.1:${port}`);
});
