import { path, withQuery } from '../paths.js';
import { issuesOf, type RejectedRequestRow } from '../queries/rejected-requests.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';
import { count } from './parts.js';
import { table } from './table.js';

/** The most codes per row. */
const MAX_CODES = 4;

/** Rejected requests as rows. */
export function rejectedRequestTable(
  context: RequestContext,
  caption: string,
  businessId: string,
  rows: readonly RejectedRequestRow[],
): Html {
  const columns = ['Receipt', 'Time', 'Problems', 'Sent by', 'External id'];
  return table(
    caption,
    columns,
    rows.map((row) => toRow(context, businessId, row)),
    'No rejected requests.',
  );
}

function toRow(context: RequestContext, businessId: string, row: RejectedRequestRow): Renderable[] {
  const codes = [...new Set(issuesOf(row).map(({ code }) => code))];
  const links = codes.slice(0, MAX_CODES).map((code) => {
    const href = withQuery(path('businesses', businessId, 'rejected-requests'), { code });
    return html`<li>
      <a href="${href}"><code>${code}</code></a>
    </li>`;
  });
  return [
    html`<a href="${path('businesses', businessId, 'rejected-requests', row.id)}"
      >${row.receipt_number ?? 'without a number'}</a
    >`,
    context.time(row.at),
    html`${count(row.issue_count)}
      <ul class="plain">
        ${links}
      </ul>
      ${codes.length > MAX_CODES && '…'}`,
    row.app_name ?? row.app_id,
    row.external_id ?? '–',
  ];
}
