import { path, withQuery } from '../paths.js';
import { issuesOf, type RejectedWriteRow } from 'receipt-reference-server/read-model/rejected-requests.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';
import { count } from './parts.js';
import { table } from './table.js';
import type { Time } from './time.js';

/** The maximum number of codes per row. */
const MAX_CODES = 4;

/** Renders a table of rejected documents. */
export function rejectedRequestTable(
  context: RequestContext,
  caption: string,
  businessId: string,
  rows: readonly RejectedWriteRow[],
): Html {
  const at = context.times.column();
  const columns = ['Receipt', 'Time', 'Problems', 'Sent by', 'External id'];
  return table(
    caption,
    columns,
    rows.map((row) => toRow(context, at, businessId, row)),
    'No rejected requests.',
  );
}

function toRow(context: RequestContext, at: Time, businessId: string, row: RejectedWriteRow): Renderable[] {
  const codes = [...new Set(issuesOf(row).map(({ code }) => code))];
  const links = codes.slice(0, MAX_CODES).map((code) => {
    const href = withQuery(path('businesses', businessId, 'rejected-requests'), { code });
    return html`<li>
      <a href="${href}"><code>${code}</code></a>
    </li>`;
  });
  return [
    html`<a href="${path('businesses', businessId, 'rejected-requests', row.id)}"
      >${row.receipt_number ?? 'no number'}</a
    >`,
    html`${at(row.at)} ${timesSent(context, row.times, row.first_at)}`,
    html`${count(row.issue_count)}
      <ul class="plain">
        ${links}
      </ul>
      ${codes.length > MAX_CODES && '…'}`,
    row.app_name ?? row.app_id,
    row.external_id ?? '–',
  ];
}

/** States how often a document was sent; null if it was sent once. */
export function timesSent(context: RequestContext, times: number, first: Date): Html | null {
  return times === 1 ? null : html`<span class="hint">sent ${count(times)} times since ${context.time(first)}</span>`;
}
