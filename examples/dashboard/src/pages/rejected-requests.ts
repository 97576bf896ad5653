import {
  BODY_RETENTION_DAYS,
  RETENTION_DAYS,
  MAX_PER_BUSINESS,
} from 'receipt-reference-server/transactions/rejected-requests.js';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { requireFound } from '../form.js';
import { validateBody } from '../validate.js';
import { path, withQuery } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import {
  findRejectedRequest,
  issuesOf,
  listRejectedRequests,
  type RejectedRequestRow,
} from '../queries/rejected-requests.js';
import { stepOf } from '../queries/steps.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { html, type Html } from '../view/html.js';
import { issueTable, verdictLine } from '../view/issues.js';
import { prettyJson } from '../view/json.js';
import { count, definitionList, breadcrumbs } from '../view/parts.js';
import { rejectedRequestTable } from '../view/rejected-requests.js';
import { searchForm } from '../view/search.js';
import { drawnReceipt } from '../view/receipt.js';
import { pager } from '../view/table.js';

const PAGE_SIZE = 25;

/** The list of requests rejected with 422, and a page for each with its problems. */
export function rejectedRequestRoutes({ database, registry, rejectedRequests }: DashboardContext): Route[] {
  const list: Route['handle'] = async (context) => {
    const { params, query } = context;
    const { id, vendor } = requireFound(await findBusiness(database, params.id!), 'business');
    const code = /^[\w.-]{1,100}$/.exec(query.get('code') ?? '')?.[0];
    const step = stepOf(query);
    const { rows, ...beside } = await listRejectedRequests(database, id, step, PAGE_SIZE, code);
    const base = path('businesses', id, 'rejected-requests');
    const chosen =
      code !== undefined && html`<p>Filtered by the problem <code>${code}</code>. <a href="${base}">Show all</a></p>`;
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Rejected requests</h1>
      ${searchForm(id)} ${about(rejectedRequests)} ${chosen}
      ${rejectedRequestTable(context, `Rejected requests for ${vendor.name}, newest first`, id, rows)}
      ${pager(withQuery(base, { code }), step, beside)}`;
    return { title: `Rejected requests for ${vendor.name}`, section: 'businesses', body };
  };

  const show: Route['handle'] = async (context) => {
    const { params } = context;
    const business = requireFound(await findBusiness(database, params.id!), 'business');
    const rejected = requireFound(
      await findRejectedRequest(database, business.id, params.request!),
      'rejected request',
    );
    const name = rejected.receipt_number === null ? 'Rejected request' : `Rejected receipt ${rejected.receipt_number}`;
    const { id, vendor } = business;
    const issues = issuesOf(rejected);
    const body = html`${breadcrumbs(
        [path('businesses'), 'Businesses'],
        [path('businesses', id), vendor.name],
        [path('businesses', id, 'rejected-requests'), 'Rejected requests'],
      )}
      <h1>${name}</h1>
      <section aria-labelledby="problems">
        <h2 id="problems">Why it was rejected</h2>
        ${issueTable('Problems found at the time', registry, vendor.country, issues)}
        ${
          rejected.issue_count > issues.length &&
          html`<p class="hint">Only the first ${issues.length} of ${count(rejected.issue_count)} are kept.</p>`
        }
      </section>
      ${summary(context, business, rejected)}
      ${rejected.body === null ? withoutBody(rejectedRequests) : sent(business, rejected.body)}`;
    return { title: name, section: 'businesses', body, draws: rejected.body !== null };
  };

  function sent(business: BusinessRecord, body: string): Html {
    const verdict = validateBody(registry, business, body);
    return html`<section aria-labelledby="today">
        <h2 id="today">By today's rules</h2>
        <p>${verdictLine(verdict)}</p>
        ${drawnReceipt(business, parsed(body), [...verdict.issues, ...verdict.warnings])}
        ${
          verdict.issues.length + verdict.warnings.length > 0 &&
          issueTable("Problems by today's rules", registry, business.vendor.country, [
            ...verdict.issues,
            ...verdict.warnings,
          ])
        }
      </section>
      <section aria-labelledby="document">
        <h2 id="document">What was sent</h2>
        <pre tabindex="0" aria-labelledby="document">${prettyJson(body)}</pre>
      </section>`;
  }

  return [
    { method: 'GET', path: '/businesses/:id/rejected-requests', handle: list },
    { method: 'GET', path: '/businesses/:id/rejected-requests/:request', handle: show },
  ];
}

function summary(context: RequestContext, { id }: BusinessRecord, rejected: RejectedRequestRow): Html {
  const key = rejected.receipt_number ?? rejected.external_id;
  return definitionList([
    ['Time', context.time(rejected.at)],
    ['Sent by', `${rejected.app_name ?? rejected.app_id} (${rejected.app_id})`],
    ['Answer', html`422 <code>${rejected.code}</code>`],
    ['Receipt number', rejected.receipt_number ?? '–'],
    ['External id', rejected.external_id ?? '–'],
    [
      'Sent again?',
      key === null ? '–' : html`<a href="${withQuery(path('businesses', id, 'search'), { q: key })}">Search for it</a>`,
    ],
  ]);
}

/** A stored body is JSON: otherwise the request would have been rejected with 400. */
function parsed(body: string): unknown {
  return JSON.parse(body);
}

/** Says what is kept, and for how long. */
function about(mode: DashboardContext['rejectedRequests']): Html {
  const kept = {
    off: 'New ones are not kept, because REFUSED_WRITES is off.',
    issues: 'Only the problems of each are kept, not its body.',
    full: `The problems of each are kept, and its body for ${BODY_RETENTION_DAYS} days.`,
  };
  return html`<p class="hint">
    Requests of apps with access that were answered with 422. ${kept[mode]} The newest ${count(MAX_PER_BUSINESS)} of a
    business are kept, for ${RETENTION_DAYS} days.
  </p>`;
}

function withoutBody(mode: DashboardContext['rejectedRequests']): Html {
  const why =
    mode === 'full'
      ? `The body was not kept: it was longer than 64 KiB, or older than ${BODY_RETENTION_DAYS} days.`
      : 'The body was not kept. To keep bodies, start the server with REFUSED_WRITES=full.';
  return html`<p class="hint">${why}</p>`;
}
