import { compareNewestFirst } from '../../cursor/compare.js';
import { parseListQuery } from '../../cursor/list-query.js';
import { toPage } from '../../cursor/page.js';
import { json, refusal, type Answer } from './answers.js';
import type { Open, Row } from './write.js';

/** GET /v1/transactions. */
export function list(query: Iterable<readonly [string, string]>, open: readonly Open[], all: readonly Row[]): Answer {
  const parsed = parseListQuery(query);
  if (!parsed.valid) {
    const issues = parsed.issues.map(({ field, code, message }) => ({ field, code, message }));
    return json(400, { error: { code: 'invalid_parameter', message: issues[0]?.message }, issues });
  }
  const { limit, startAfter, businessId } = parsed.query;
  if (businessId === undefined && open.length > 1)
    return refusal(400, 'invalid_parameter', 'businessId is required: the token opens several businesses.');
  const business = businessId === undefined ? open[0] : open.find((one) => one.business.id === businessId);
  if (!business) return refusal(403, 'forbidden', 'businessId is not the business of the token.');
  const rows = all.filter((row) => row.businessId === business.business.id).sort(compareNewestFirst);
  const cursor = rows.findIndex(({ id }) => id === startAfter);
  if (startAfter !== undefined && cursor < 0)
    return refusal(400, 'invalid_cursor', 'startAfter is not the id of a transaction in this list.');
  const page = toPage(rows.slice(cursor + 1, cursor + limit + 2), limit);
  return json(200, { ...page, data: page.data.map(({ text }) => JSON.parse(text) as unknown) });
}
