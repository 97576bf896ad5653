/** A webhook receiver on node:http: `WEBHOOK_SECRET=… PORT=… node examples/receive-webhooks-node.mjs`. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createWebhookVerifier, memoryNonceStore, WebhookVerificationError } from 'receipt-rule-packs/webhook';

const { WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!WEBHOOK_SECRET) {
  console.error('WEBHOOK_SECRET must be the signing secret of the endpoint.');
  process.exit(1);
}
const verifier = createWebhookVerifier({ secrets: WEBHOOK_SECRET, nonceStore: memoryNonceStore() });
const done = new Set(); // in production: a table with a unique key

/** The status for a refused delivery: 503 if it could not be checked for replay, so that it comes again. */
function statusOf(error) {
  if (!(error instanceof WebhookVerificationError)) return 500;
  return error.code === 'nonce_store_failed' ? 503 : 400;
}

const server = createServer(async (request, response) => {
  try {
    const event = await verifier.verify(await buffer(request), request.headers);
    if (!done.has(event.eventId)) console.log(event.type, event.eventId, event.businessId);
    done.add(event.eventId);
    response.writeHead(204).end();
  } catch (error) {
    if (error instanceof WebhookVerificationError) console.log('refused:', error.code);
    response.writeHead(statusOf(error)).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`receiving on http://127.0.0.1:${server.address().port}`);
});
