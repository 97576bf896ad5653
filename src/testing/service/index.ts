/** An in-memory service, for testing code that writes and lists documents. Does not need fast-check. */
export { fakeService } from './fake-service.js';
export type { FakeFetch, FakeService } from './fake-service.js';
export type { FakeBusiness, FakeServiceOptions, Fault } from './options.js';
export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
