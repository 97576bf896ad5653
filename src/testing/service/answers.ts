import { parseListQuery, type ListQuery } from '../../cursor/list-query.js';
import { compareNewestFirst, toPage } from '../../cursor/page.js';
import { toStored } from '../../document/stored.js';
import type { StoredTransaction } from '../../document/written-types.js';
import { toErrorResponse } from '../../engine/error-response.js';
import type { Shop } from '../../engine/shop.js';
import type { FakeBusiness } from './options.js';

/** The service's response, before it is converted to a `Response` object. */
export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response with a JSON body. */
const json = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  text: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});

export const refusal = (status: number, code: string, message: string, headers?: Answer['headers']): Answer =>
  json(status, { error: { code, message } }, headers);

/** A stored document, as JSON text so that tests cannot modify it. */
export type Row = {
  readonly businessId: string;
  readonly identity: string;
  readonly key: string | null;
  readonly id: string;
  readonly timestamp: string;
  readonly text: string;
};

export type Open = { readonly business: FakeBusiness; readonly shop: Shop };

/** What a write depends on: the accessible businesses, the stored rows, the clock and the ids. */
export type Writing = {
  /** The businesses that the token gives access to, at least one. */
  readonly open: readonly Open[];
  readonly rows: Row[];
  readonly nextId: () => string;
  readonly now: () => string;
};

/**
 * Handles POST /v1/transactions. Makes the checks in the service's order: unknown fields, access, replay, profile and
 * rules.
 */
export function write(text: string, headers: { get(name: string): string | null }, writing: Writing): Answer {
  const { open, rows, nextId, now } = writing;
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('Content-Type') ?? ''))
    return refusal(415, 'unsupported_media_type', 'Content-Type must be application/json.');
  const key = headers.get('Idempotency-Key');
  if (key !== null && !/^[ -~]{1,255}$/.test(key))
    return refusal(400, 'invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  const { vendorId, platform, externalId } = identityOf(text);
  const found = open.find(({ business }) => business.id === vendorId);
  // The shape of a document does not depend on the business.
  const { business, shop } = found ?? open[0]!;
  const result = shop.validateJson(text);
  if (!result.valid && result.error.code === 'invalid_json') return ofResult(toErrorResponse(result));
  if (!found && typeof vendorId === 'string')
    return refusal(403, 'forbidden', 'The token is not valid for the business in vendor.id.');
  const identity = JSON.stringify([vendorId, platform, externalId]);
  const earlier = rows.find((row) => row.identity === identity);
  if (earlier) {
    const isReplay = key !== null && earlier.key === key;
    if (!isReplay) return refusal(409, 'duplicate_transaction', 'This transaction was stored with another key.');
    return { ...json(200, null, { 'Idempotent-Replayed': 'true' }), text: earlier.text };
  }
  if (!result.valid) return ofResult(toErrorResponse(result));
  const { transaction, profileId, documentTier } = result;
  const [id, at] = [nextId(), now()];
  const added = { id, createdAt: at, syncedAt: at, profileId, documentTier, vendor: business };
  const document: StoredTransaction = toStored(transaction, added);
  const answer = json(201, document);
  rows.push({ businessId: business.id, identity, key, id, timestamp: transaction.timestamp, text: answer.text });
  return answer;
}

const ofResult = ({ status, body }: ReturnType<typeof toErrorResponse>): Answer => json(status, body);

function identityOf(text: string): Record<'vendorId' | 'platform' | 'externalId', unknown> {
  try {
    const { vendor, source } = JSON.parse(text) as { vendor?: { id?: unknown }; source?: Record<string, unknown> };
    return { vendorId: vendor?.id, platform: source?.platform, externalId: source?.externalId };
  } catch {
    return { vendorId: undefined, platform: undefined, externalId: undefined };
  }
}

/** Handles GET /v1/transactions. */
export function list(sent: Iterable<readonly [string, string]>, open: readonly Open[], all: readonly Row[]): Answer {
  const read = readQuery(sent, open, all);
  if ('status' in read) return read;
  const { query, rows } = read;
  const { limit, startAfter } = query;
  rows.sort(compareNewestFirst);
  const cursor = rows.findIndex(({ id }) => id === startAfter);
  if (startAfter !== undefined && cursor < 0)
    return refusal(400, 'invalid_cursor', 'startAfter is not the id of a transaction in this list.');
  const page = toPage(rows.slice(cursor + 1, cursor + limit + 2), limit);
  return json(200, { ...page, data: page.data.map(({ text }) => JSON.parse(text) as unknown) });
}

/** Parses a query. Returns the business with its rows, in storage order, or the error response. */
function readQuery(
  sent: Iterable<readonly [string, string]>,
  open: readonly Open[],
  all: readonly Row[],
): Answer | { readonly query: ListQuery; readonly rows: Row[] } {
  const parsed = parseListQuery(sent);
  if (!parsed.valid) {
    const issues = parsed.issues.map(({ field, code, message }) => ({ field, code, message }));
    return json(400, { error: { code: 'invalid_parameter', message: issues[0]?.message }, issues });
  }
  const { query } = parsed;
  const { businessId } = query;
  if (businessId === undefined && open.length > 1)
    return refusal(400, 'invalid_parameter', 'businessId is required: the token is valid for several businesses.');
  const business = businessId === undefined ? open[0] : open.find((one) => one.business.id === businessId);
  if (!business) return refusal(403, 'forbidden', 'The token is not valid for this businessId.');
  return { query, rows: all.filter((row) => row.businessId === business.business.id) };
}

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
    return refusal(400, 'invalid_cursor', 'after must be a nextCursor of this feed, or latest.');
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
