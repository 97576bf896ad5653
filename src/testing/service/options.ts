import type { StoredVendor } from '../../document/types.generated.js';
import type { Business } from '../../rule/types.js';
import { isObject } from '../../usage/option-tests.js';
import type { OptionTest } from '../../usage/option-tests.js';

/** A business of the service: what its rules depend on, and the snapshot that stored documents show as `vendor`. */
export type FakeBusiness = Business &
  Omit<StoredVendor, 'country' | 'locationName'> & {
    /** The access token of the business. Absent: any token opens it. */
    readonly token?: string | undefined;
  };

/** Clock and ids of the service, so that tests can expect whole documents. */
export type FakeServiceOptions = {
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
  /** Gives the id of each document that is stored; default `txn_1`, `txn_2` and so on. */
  ids?: (() => string) | undefined;
};

/** What goes wrong with one request. */
export type Fault =
  | {
      /** The connection is lost: `fetch` rejects. */
      readonly fault: 'no_answer';
      /** Whether the service has carried out the request before; default false. */
      readonly carriedOut?: boolean | undefined;
    }
  | {
      /** The request is carried out, but the connection is lost within the body of the response. */
      readonly fault: 'cut_off';
    }
  | {
      /** Another response, such as that of a gateway. */
      readonly fault: 'answer';
      /** 200 to 599. */
      readonly status: number;
      /** Text is sent as HTML, anything else as JSON; default a page of HTML, as gateways send. */
      readonly body?: unknown;
      /** The header `Retry-After`: seconds, or a date as HTTP writes it. */
      readonly retryAfter?: number | string | undefined;
      /** Whether the service has carried out the request all the same; default false. */
      readonly carriedOut?: boolean | undefined;
    }
  | {
      /** The request is carried out, and its response comes late, unless it is aborted before. */
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
