import type { StoredTransaction } from '../../document/written-types.js';
import { json, refusal, type Answer } from './answers.js';
import { readQuery } from './list.js';
import type { Open, Row } from './write.js';

/** Handles GET /v1/events: one event per stored document, oldest first. A cursor is the number of events before it. */
export function events(sent: Iterable<readonly [string, string]>, open: readonly Open[], all: readonly Row[]): Answer {
  const parameters = [...sent];
  // The feed's `after` is checked like the list's `startAfter`.
  if (parameters.some(([name]) => name === 'startAfter'))
    return refusal(400, 'invalid_parameter', 'startAfter is not a parameter of the feed. Send after.');
  const renamed = parameters.map(([name, value]) => [name === 'after' ? 'startAfter' : name, value] as const);
  const read = readQuery(renamed, open, all);
  if ('status' in read) return read;
  const { query, rows } = read;
  const { startAfter: after = 'feed-0' } = query;
  const begin = after === 'latest' ? rows.length : Number(/^feed-(\d+)$/.exec(after)?.[1]);
  if (!(begin <= rows.length))
    return refusal(400, 'invalid_cursor', 'after is not a nextCursor of this feed, or latest.');
  const end = Math.min(begin + query.limit, rows.length);
  return json(200, {
    data: rows.slice(begin, end).map(eventOf),
    hasMore: end < rows.length,
    nextCursor: `feed-${end}`,
  });
}

function eventOf({ businessId, text }: Row) {
  const data = JSON.parse(text) as StoredTransaction;
  const { id, schemaVersion, createdAt } = data;
  return { eventId: `evt_${id}`, schemaVersion, type: 'transaction.created', businessId, createdAt, data };
}
