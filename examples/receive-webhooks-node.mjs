/** A webhook receiver with node:http: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-node.mjs`. */
import { createServer } from 'node:http';
import { memoryNonceStore, webhookListener, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const { WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!WEBHOOK_SECRET) {
  console.error("Set WEBHOOK_SECRET to the endpoint's signing secret.");
  process.exit(1);
}
const listener = webhookListener({
  secrets: WEBHOOK_SECRET,
  nonceStore: memoryNonceStore(),
  // In production, implement `seen` with a database table, and store the event here before you process it.
  onEvent: (event) => console.log(event.type, event.eventId, event.businessId),
  onError: (error) => console.log('refused:', error instanceof WebhookVerificationError ? error.code : error),
});

const server = createServer(listener);
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`receiving on http://127.0.0.1:${server.address().port}`);
});
