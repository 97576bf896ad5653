/** A service in memory, for tests of code that writes and lists. Needs no fast-check. */
export { fakeService } from './fake-service.js';
export type { FakeFetch, FakeService } from './fake-service.js';
export type { FakeBusiness, FakeServiceOptions, Fault } from './options.js';
export { UsageError, type UsageErrorCode } from '../../usage/usage-error.js';
