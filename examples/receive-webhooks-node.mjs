/** A webhook receiver on node:http: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-node.mjs`. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const verifier = createWebhookVerifier({ secrets: process.env.WEBHOOK_SECRET, nonceStore: memoryNonceStore() });
const done = new Set(); // in earnest: a table with a unique key

const server = createServer(async (request, response) => {
  try {
    const event = await verifier.verify(await buffer(request), request.headers);
    if (!done.has(event.eventId)) console.log(event.type, event.eventId, event.businessId);
    done.add(event.eventId);
    response.writeHead(204).end();
  } catch (error) {
    if (error instanceof WebhookVerificationError) console.log('refused:', error.code);
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 8788), '127.0.0.1', () => {
  console.log(`receiving on http://127.0.0.1:${server.address().port}`);
});
