/**
 * A webhook receiver with Hono: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-hono.mjs`. The handler takes a
 * fetch Request, so it also runs on Deno, Bun and workers.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { memoryNonceStore, webhookHandler, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const { WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!WEBHOOK_SECRET) {
  console.error("Set WEBHOOK_SECRET to the endpoint's signing secret.");
  process.exit(1);
}
const handler = webhookHandler({
  secrets: WEBHOOK_SECRET,
  nonceStore: memoryNonceStore(),
  // In production, implement `seen` with a database table, and store the event here before you process it.
  onEvent: (event) => console.log(event.type, event.eventId, event.businessId),
  onError: (error) => console.log('refused:', error instanceof WebhookVerificationError ? error.code : error),
});

const app = new Hono();
app.all('/', (context) => handler(context.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`receiving on http://127.0.0.1:${port}`);
});
