import type { FastifyInstance } from 'fastify';
import type { ListQuery } from 'receipt-rule-packs/cursor';
import type { Authenticate } from '../credentials/authenticate.js';
import type { Database } from '../database/database.js';
import {
  FEED_START,
  latestCursor,
  readCursor,
  readEvent,
  readFeed,
  writeCursor,
  type FeedCursor,
} from '../events/feed.js';
import { noteCaller } from './caller-fields.js';
import { HttpError } from './errors.js';
import type { Limit } from './limit.js';
import { pageBody } from './page-body.js';
import { businessToList, callerOf, queryOf, readQuery, sendJson } from './reading.js';

/** The dependencies of the route. */
export interface EventRoutes {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly pageSemaphore: Limit;
}

/** The value of `after` for the position after all current events. */
const LATEST = 'latest';

/** `GET /events`: a business's events in feed order; see `readFeed`. */
export function eventRoutes(app: FastifyInstance, { database, authenticate, pageSemaphore }: EventRoutes): void {
  app.get('/events', async (request, reply) => {
    const caller = await callerOf(authenticate, request);
    const { after, ...query } = readFeedQuery(queryOf(request));
    const businessId = await businessToList(database, caller, query);
    if (caller.kind === 'personal') noteCaller(request, { business: businessId });
    if (after === LATEST) {
      const { head, end } = pageText(false, await latestCursor(database));
      return sendJson(reply, 200, head + end);
    }
    const authorizations = caller.kind === 'personal';
    const { events, hasMore, next } = await pageSemaphore(() =>
      readFeed(database, { businessId, after, limit: query.limit, authorizations }),
    );
    const body = pageBody(
      { ...pageText(hasMore, next), entries: events },
      {
        tryHold: (bytes) => request.tryHold(bytes),
        read: (id) => pageSemaphore(() => readEvent(database, businessId, id)),
        isGone: () => request.raw.socket.destroyed,
      },
    );
    return sendJson(reply, 200, body);
  });
}

/** @throws HttpError `invalid_parameter`, `invalid_cursor` */
function readFeedQuery(
  sent: URLSearchParams,
): Omit<ListQuery, 'startAfter'> & { readonly after: FeedCursor | typeof LATEST } {
  if (sent.has('startAfter')) {
    const message = 'startAfter is not a parameter of the feed. Send after.';
    throw new HttpError('invalid_parameter', message, {
      issues: [{ field: 'startAfter', code: 'invalid_parameter', message }],
    });
  }
  const { startAfter: text, ...query } = readQuery(
    new URLSearchParams(
      [...sent].map(([name, value]): [string, string] => [name === 'after' ? 'startAfter' : name, value]),
    ),
    (field) => (field === 'startAfter' ? 'after' : field),
  );
  if (text === LATEST) return { ...query, after: LATEST };
  const after = text === undefined ? FEED_START : readCursor(text);
  if (after === undefined) throw new HttpError('invalid_cursor', 'after must be a nextCursor of this feed, or latest.');
  return { ...query, after };
}

/** The JSON text of a page before and after its events. */
function pageText(hasMore: boolean, next: FeedCursor): { head: string; end: string } {
  return {
    head: '{"data":[',
    end: `],"hasMore":${String(hasMore)},"nextCursor":${JSON.stringify(writeCursor(next))}}`,
  };
}
