import type { WebhookEnvelope } from '../../document/types.generated.js';
import { assertArgument } from '../../usage/assert.js';
import { ANYTHING, checkOptions, isObject, type OptionTest } from '../../usage/option-tests.js';
import {
  createWebhookSigner,
  NOT_IN_HEADERS,
  type SignedHeaders,
  type WebhookSignOptions,
} from '../../webhook/signer.js';

/** How to sign a delivery. */
export type SignedDeliveryOptions = Omit<WebhookSignOptions, 'event'> & {
  /** The endpoint's signing secret, or several during a rotation. */
  secrets: string | readonly string[];
};

/** A delivery of an event, as an argument of `fetch` or `new Request`. */
export type SignedDelivery = {
  readonly method: 'POST';
  readonly headers: SignedHeaders;
  readonly body: string;
};

const OPTIONS = { secrets: ANYTHING, timestamp: ANYTHING, nonce: ANYTHING } satisfies Record<
  keyof SignedDeliveryOptions,
  OptionTest
>;

const EVENT = {
  eventId: 'evt_1',
  schemaVersion: '2.1',
  type: 'transaction.created',
  businessId: 'biz_1',
  createdAt: '2026-11-21T09:00:00Z',
  data: { id: 'txn_1' },
} satisfies WebhookEnvelope;

/**
 * Signs a delivery as the service does, to test an endpoint for webhooks. Endpoints handle each `eventId` once: two
 * deliveries with the same `eventId` are a retry.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @param event the envelope fields that matter to the test; the other fields have fixed values
 * @throws UsageError if `event` is not an object, if its type cannot be sent as a header, or if an option is missing,
 * invalid or unknown
 * @example
 * const response = await handler(
 *   new Request('https://receiver.example/', await signedDelivery({ eventId: 'evt_1' }, { secrets: 'whsec_example' })),
 * );
 */
export async function signedDelivery(
  event: Partial<WebhookEnvelope>,
  options: SignedDeliveryOptions,
): Promise<SignedDelivery> {
  assertArgument(isObject(event), 'event', 'an object with fields of the envelope', event);
  checkOptions(options, OPTIONS);
  const { secrets, ...attempt } = options;
  const envelope = { ...EVENT, ...event };
  const { type } = envelope;
  // Checked here because the signer's error would name an option of the signer.
  assertArgument(isHeaderText(type), 'event.type', 'printable characters up to U+00FF, at least one', type);
  const body = JSON.stringify(envelope);
  const headers = await createWebhookSigner({ secrets }).sign(body, { event: type, ...attempt });
  return { method: 'POST', headers, body };
}

const isHeaderText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && !NOT_IN_HEADERS.test(value);
