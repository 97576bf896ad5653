import {
  createWebhookSigner,
  createWebhookVerifier,
  memoryNonceStore,
  memorySeenStore,
  UsageError,
  webhookHandler,
  webhookListener,
  WebhookVerificationError,
  type NonceStore,
  type SeenStore,
  type SignedHeaders,
  type WebhookEvent,
  type WebhookNodeRequest,
  type WebhookNodeResponse,
} from 'receipt-rule-packs/webhook';
import { holds, type Equal } from './holds.js';

const signer = createWebhookSigner({ secrets: ['new', 'old'] });
// @ts-expect-error the secret is missing
createWebhookSigner({});
// @ts-expect-error no such option
createWebhookSigner({ secrets: 'a', secret: 'a' });
const signed = signer.sign('{}', { event: 'transaction.created', timestamp: 1, nonce: undefined });
holds<Equal<typeof signed, Promise<SignedHeaders>>>();
// @ts-expect-error the type of the event is missing
signer.sign('{}', {});
// @ts-expect-error the body must be the bytes or text to send, not the parsed value
signer.sign({}, { event: 'transaction.created' });

const store = memoryNonceStore({ maxEntries: 10, now: () => Date.parse('2026-11-21') });
holds<Equal<typeof store, NonceStore>>();
// @ts-expect-error no such option
memoryNonceStore({ max: 10 });
const verifier = createWebhookVerifier({ secrets: 'a', nonceStore: store, toleranceSeconds: 60 });
// @ts-expect-error no such option
createWebhookVerifier({ secrets: 'a', tolerance: 60 });
// @ts-expect-error a Set is not a nonce store
createWebhookVerifier({ secrets: 'a', nonceStore: new Set<string>() });
const event = verifier.verify(new Uint8Array(), { 'service-signature': 't=1' });
holds<Equal<typeof event, Promise<WebhookEvent>>>();
// @ts-expect-error the body must be the received bytes or text, not the parsed value
verifier.verify({}, {});
// @ts-expect-error the headers, which contain the signature, are missing
verifier.verify('{}');
const total = (received: WebhookEvent): number | undefined =>
  received.type === 'transaction.created' ? received.data.totals.total : undefined;
new WebhookVerificationError('nonce_reused', 'x').code.length.toFixed();
// @ts-expect-error no such code
new WebhookVerificationError('reused', 'x');
// @ts-expect-error no such code
new UsageError('nonce_reused', 'x', 'x');

const seen = memorySeenStore({ maxEntries: 10 });
holds<Equal<typeof seen, SeenStore>>();
// @ts-expect-error no such option
memorySeenStore({ max: 10 });
const onEvent = async (received: WebhookEvent): Promise<void> => void total(received);
const POST: (request: Request) => Promise<Response> = webhookHandler({ secrets: 'a', onEvent, seen });
// These types match what Next.js checks in route.ts, and Workers in a module.
type NextRequest = Request & { readonly nextUrl: URL; readonly cookies: { get(name: string): unknown } };
type Route = (request: NextRequest, context: { params: Promise<object> }) => Response | Promise<Response>;
const route: Route = webhookHandler({ secrets: 'a', onEvent });
type Context = { waitUntil(promise: Promise<unknown>): void };
type Worker = { fetch(request: Request, env: { SECRET: string }, context: Context): Response | Promise<Response> };
const worker: Worker = { fetch: webhookHandler({ secrets: 'a', onEvent }) };
void [route, worker];
// @ts-expect-error onEvent is missing
webhookHandler({ secrets: 'a' });
// @ts-expect-error a Set is not a seen store
webhookHandler({ secrets: 'a', onEvent, seen: new Set<string>() });
const listener = webhookListener({ secrets: ['a', 'b'], onEvent: ({ eventId }) => eventId, maxBodyBytes: 2_000_000 });
const listened = (incoming: WebhookNodeRequest, outgoing: WebhookNodeResponse) => listener(incoming, outgoing);
holds<Equal<ReturnType<typeof listened>, Promise<void>>>();
// @ts-expect-error onEvent is missing
webhookListener({ secrets: 'a' });
void POST;
