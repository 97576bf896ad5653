export { fileStore } from './file-store.js';
export type { OutboxRecord, OutboxStore } from '../outbox/store.js';
export { OutboxError, type OutboxErrorCode } from '../outbox/store.js';
export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
