import { ITERATE_OPTIONS } from '../cursor/iterate.js';
import type { WebhookEvent } from '../document/written-types.js';
import { checkOptions, type OptionTest } from '../usage/option-tests.js';
import type { Settings } from './exchange.js';
import { A_SIGNAL, AN_ID } from './list.js';
import { pagesOf } from './page.js';
import type { Signal } from './web-types.js';

/** Which events to read. */
export type EventsOptions = {
  /**
   * The `nextCursor` of the previous page, or `latest` for the position after the newest event, where the page is
   * empty. Default: start with the oldest event.
   */
  after?: string | undefined;
  /** The business. Required with an owner-wide key; other tokens belong to one business. */
  businessId?: string | undefined;
  /** Events per page, 1 to 50; default 25. */
  limit?: number | undefined;
  /** Aborts requests and waits; the iteration then throws the signal's reason. */
  signal?: Signal | undefined;
};

/** A page of the events feed. */
export type EventPage = {
  /** Events in webhook format, in the order in which the service stored them. */
  readonly data: readonly WebhookEvent[];
  /** Whether there are more events after this page. */
  readonly hasMore: boolean;
  /** The cursor for the next page, present even if that page has no events yet. */
  readonly nextCursor: string;
};

const OPTIONS = {
  after: AN_ID,
  businessId: AN_ID,
  limit: ITERATE_OPTIONS.limit,
  signal: A_SIGNAL,
} satisfies Record<keyof EventsOptions, OptionTest>;

export function events(settings: Settings, options: EventsOptions): AsyncIterable<EventPage> {
  checkOptions(options, OPTIONS);
  return pagesOf<EventPage>(settings, '/v1/events', 'after', options);
}
