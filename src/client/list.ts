import { ITERATE_OPTIONS } from '../cursor/iterate.js';
import type { Page } from '../cursor/page.js';
import type { StoredTransaction } from '../document/written-types.js';
import { checkOptions, type OptionTest } from '../usage/option-tests.js';
import type { Settings } from './exchange.js';
import { pagesOf } from './page.js';
import type { Signal } from './web-types.js';

/** What to list. */
export type ListOptions = {
  /** The business. Required with an owner-wide key; other tokens belong to one business. */
  businessId?: string | undefined;
  /** Transactions per page, 1 to 50; default 25. */
  limit?: number | undefined;
  /** The id of the last transaction handled, to resume after it. Default: start with the newest. */
  startAfter?: string | undefined;
  /** Aborts requests and waits; the iteration then throws the signal's reason. */
  signal?: Signal | undefined;
};

/** The transactions of a business, newest first. The first request is sent when the iteration begins. */
export type TransactionList = AsyncIterable<StoredTransaction> & {
  /** Iterates over pages, each with its `nextCursor`. */
  pages(): AsyncIterable<Page<StoredTransaction>>;
};

export const A_SIGNAL: OptionTest = {
  test: (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
  wanted: 'an AbortSignal',
};

export const AN_ID: OptionTest = { test: (value) => typeof value === 'string' && value !== '', wanted: 'an id' };

const OPTIONS = {
  ...ITERATE_OPTIONS,
  businessId: AN_ID,
  signal: A_SIGNAL,
} satisfies Record<keyof ListOptions, OptionTest>;

export function list(settings: Settings, options: ListOptions): TransactionList {
  checkOptions(options, OPTIONS);
  const pages = () => pagesOf<Page<StoredTransaction>>(settings, '/v1/transactions', 'startAfter', { ...options });
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}
