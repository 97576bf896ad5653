/**
 * For testing code that talks to the service, without a network: an in-memory service, and signed deliveries. Does not
 * need fast-check.
 */
export { fakeService } from './fake-service.js';
export type { FakeFetch, FakeService } from './fake-service.js';
export type { FakeBusiness, FakeServiceOptions, Fault } from './options.js';
export { signedDelivery } from './signed-delivery.js';
export type { SignedDelivery, SignedDeliveryOptions } from './signed-delivery.js';
export type { WebhookEnvelope } from '../../document/types.generated.js';
export type { SignedHeaders } from '../../webhook/signer.js';
export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
