/** A webhook receiver on fetch handlers, as Hono has them in Node, Deno, Bun and workers: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-hono.mjs`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { memoryNonceStore, webhookHandler, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const { WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!WEBHOOK_SECRET) {
  console.error('WEBHOOK_SECRET must be the signing secret of the endpoint.');
  process.exit(1);
}
const handler = webhookHandler({
  secrets: WEBHOOK_SECRET,
  nonceStore: memoryNonceStore(),
  // In production: `seen` on a table, and here the event is stored before it is worked on.
  onEvent: (event) => console.log(event.type, event.eventId, event.businessId),
  onError: (error) => console.log('refused:', error instanceof WebhookVerificationError ? error.code : error),
});

const app = new Hono();
app.all('/', (context) => handler(context.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`receiving on http://127.0.0.1:${port}`);
});
