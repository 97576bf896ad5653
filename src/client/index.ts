export { createClient } from './client.js';
export type { Client, ClientOptions, SendOptions } from './client.js';
export type { EventPage, EventsOptions } from './list.js';
export { createFollower } from './follower.js';
export type { CatchUpOptions, CaughtUp, Follower, FollowerOptions, FollowerState, FollowerStore } from './follower.js';
export type { ListOptions, TransactionList } from './list.js';
export type {
  AnswerError,
  Conflict,
  Forbidden,
  Refused,
  SendOutcome,
  Stored,
  Unauthorized,
  Unknown,
} from './outcome.js';
export { createOutbox } from './outbox/outbox.js';
export type { AddOptions, Outbox, OutboxEntry, OutboxOptions, OutboxPause, OutboxState } from './outbox/outbox.js';
export { indexedDbStore } from './outbox/indexed-db-store.js';
export { OutboxError, type OutboxErrorCode } from './outbox/store.js';
export { shareOutbox } from './outbox/share-outbox.js';
export { memoryStore } from './outbox/store.js';
export type { OutboxRecord, OutboxStore } from './outbox/store.js';
export { ServiceError } from './list.js';
export type { Fetch, FetchInit, FetchResponse, Signal } from './web-types.js';
export type { Page } from '../cursor/page.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
