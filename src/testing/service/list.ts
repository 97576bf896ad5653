import { compareNewestFirst } from '../../cursor/compare.js';
import { parseListQuery, type ListQuery } from '../../cursor/list-query.js';
import { toPage } from '../../cursor/page.js';
import { json, refusal, type Answer } from './answers.js';
import type { Open, Row } from './write.js';

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

/** Parses a query. Returns it with the rows of its business, in storage order; or the error response. */
export function readQuery(
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
