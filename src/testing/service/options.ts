import type { StoredVendor } from '../../document/types.generated.js';
import type { Business } from '../../rule/types.js';
import { isObject } from '../../usage/option-tests.js';
import type { OptionTest } from '../../usage/option-tests.js';

/** A business: the data on which its rules depend, and the `vendor` snapshot for stored documents. */
export type FakeBusiness = Business &
  Omit<StoredVendor, 'country' | 'locationName'> & {
    /** The business's access token. Default: any token is accepted. */
    readonly token?: string | undefined;
  };

/** Options for the service. With a fixed clock and ids, tests can compare whole documents. */
export type FakeServiceOptions = {
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
  /** Generates the id of each stored document; default `txn_1`, `txn_2` and so on. */
  ids?: (() => string) | undefined;
  /** Whether the service has the event feed, `GET /v1/events`; default false. */
  eventsFeed?: boolean | undefined;
};

/** How one request fails. */
export type Fault =
  | {
      /** The connection is lost: `fetch` rejects. */
      readonly fault: 'no_answer';
      /** Whether the service carries out the request before the connection is lost; default false. */
      readonly carriedOut?: boolean | undefined;
    }
  | {
      /** The request is carried out, but the connection is lost in the middle of the response body. */
      readonly fault: 'cut_off';
    }
  | {
      /** A different response, such as an error from a gateway. */
      readonly fault: 'answer';
      /** 200 to 599. */
      readonly status: number;
      /** A string is sent as HTML, anything else as JSON. Default: an HTML page, as from a gateway. */
      readonly body?: unknown;
      /** The `Retry-After` header: seconds, or an HTTP date. */
      readonly retryAfter?: number | string | undefined;
      /** Whether the service carries out the request anyway; default false. */
      readonly carriedOut?: boolean | undefined;
    }
  | {
      /** The request is carried out, but its response is delayed, unless the request is aborted first. */
      readonly fault: 'delay';
      /** Milliseconds. */
      readonly ms: number;
    };

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

export const A_FAULT: OptionTest = {
  test: (value) => {
    if (!isObject(value)) return false;
    const { fault, carriedOut, status, retryAfter, ms } = value;
    if (fault === 'cut_off') return true;
    if (fault === 'no_answer') return isFlag(carriedOut);
    if (fault === 'delay') return isWhole(ms, 0, 2_147_483_647);
    const isWait = retryAfter === undefined || typeof retryAfter === 'string' || isWhole(retryAfter, 0, 1e9);
    return fault === 'answer' && isWhole(status, 200, 599) && isWait && isFlag(carriedOut);
  },
  wanted:
    "a fault: { fault: 'no_answer' }, { fault: 'cut_off' }, { fault: 'answer', status } or { fault: 'delay', ms }",
};
