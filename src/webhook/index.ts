export { createWebhookSigner } from './signer.js';
export type { SignedHeaders, WebhookSigner, WebhookSignerOptions, WebhookSignOptions } from './signer.js';
export { createWebhookVerifier } from './verifier.js';
export type { WebhookVerifier, WebhookVerifierOptions } from './verifier.js';
export { webhookHandler } from './handler.js';
export type { WebhookBodyReader, WebhookRequest, WebhookResponse } from './handler.js';
export { webhookListener } from './listener.js';
export type { WebhookNodeRequest, WebhookNodeResponse } from './listener.js';
export type { WebhookHandlerOptions } from './receiver.js';
export { memorySeenStore } from './seen-store.js';
export type { MemorySeenStoreOptions } from './seen-store.js';
export type { SeenStore } from './seen-store.js';
export { memoryNonceStore } from './nonce-store.js';
export type { MemoryNonceStoreOptions } from './nonce-store.js';
export type { NonceStore } from './nonce-store.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export { WebhookVerificationError } from './error.js';
export type { WebhookVerificationErrorCode } from './error.js';
export type {
  AuthorizationGrantedEvent,
  AuthorizationRevokedEvent,
  EndpointEvent,
  EndpointHealth,
  SourceConnectedEvent,
  SourceDisconnectedEvent,
  TransactionCreatedEvent,
  WebhookEvent,
} from '../document/written-types.js';
export type {
  AuthorizationGranted,
  AuthorizationRevoked,
  SourceConnected,
  SourceDisconnected,
  WebhookEnvelope,
} from '../document/types.generated.js';
export type { WebhookHeaders } from './signature-header.js';
export type { RawBody } from './body.js';
