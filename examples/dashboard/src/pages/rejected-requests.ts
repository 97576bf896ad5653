import type { StoredTransaction } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import {
  BODY_RETENTION_DAYS,
  RETENTION_DAYS,
  MAX_PER_BUSINESS,
  type StoredIssue,
} from 'receipt-reference-server/transactions/rejected-requests.js';
import { readRejections } from 'receipt-reference-server/counters/rejections.js';
import { searchKey } from 'receipt-reference-server/transactions/search-key.js';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { requireFound } from '../form.js';
import { documentChanges } from '../document-changes.js';
import { asWritten, validateBody } from '../validate.js';
import { path, withQuery } from '../paths.js';
import { findBusiness } from 'receipt-reference-server/read-model/businesses.js';
import {
  findRejectedRequest,
  issuesOf,
  listRejectedRequests,
  listSameWrite,
  type RejectedRequestRow,
} from 'receipt-reference-server/read-model/rejected-requests.js';
import { stepOf } from '../step-of.js';
import { findByKey, findOriginal } from 'receipt-reference-server/read-model/transactions.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { causeList } from '../view/causes.js';
import { changeTable } from '../view/document-changes.js';
import { html, type Html } from '../view/html.js';
import { issueTable, verdictLine } from '../view/issues.js';
import { prettyJson } from '../view/json.js';
import { count, definitionList, breadcrumbs, identifier } from '../view/parts.js';
import { RANGES, reasonTables, rejectedHead } from '../view/rejections.js';
import { rejectedRequestTable } from '../view/rejected-requests.js';
import { searchForm } from '../view/search.js';
import { playgroundButton } from '../view/playground.js';
import { drawnReceipt } from '../view/receipt.js';
import { pager, table } from '../view/table.js';
import { duration } from '../view/time.js';
import { ruleTitles } from '../rule-titles.js';
import { appNames, lazily } from './rejections.js';

const PAGE_SIZE = 25;

/** The maximum number of stored documents with the request's number to consider as a retry of the request. */
const MAX_RETRIES = 25;

/** The maximum number of requests for the same document to list. */
const MAX_SAME = 50;

/** The period that the summary covers. */
const RANGE = '7d';

/** Routes for a business's requests that were rejected with 422: the list, and a page for each request. */
export function rejectedRequestRoutes(dashboard: DashboardContext): Route[] {
  const { database, registry, rejectedRequests, playgroundUrl } = dashboard;
  const titlesOf = lazily(() => ruleTitles(registry));

  const list: Route['handle'] = async (context) => {
    const { params, query, actor } = context;
    const business = requireFound(await findBusiness(database, actor.scope, params.id!), 'business');
    const { id, vendor } = business;
    const code = /^[\w.-]{1,100}$/.exec(query.get('code') ?? '')?.[0];
    const step = stepOf(query);
    const { rows, ...beside } = await listRejectedRequests(database, id, step, PAGE_SIZE, code);
    const summary = step === undefined && code === undefined ? await summaryOf(context, business) : null;
    const base = path('businesses', id, 'rejected-requests');
    const chosen =
      code !== undefined && html`<p>Filtered by the problem <code>${code}</code>. <a href="${base}">Show all</a></p>`;
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Rejected requests</h1>
      ${searchForm(id)} ${about(rejectedRequests)} ${summary} ${chosen}
      ${rejectedRequestTable(context, `Rejected requests for ${vendor.name}, newest first`, id, rows)}
      ${pager(withQuery(base, { code }), step, beside)}`;
    return { title: `Rejected requests for ${vendor.name}`, section: 'businesses', body };
  };

  async function summaryOf(context: RequestContext, { id, vendor }: BusinessRecord): Promise<Html> {
    const now = Date.now();
    const rejections = await readRejections(database, [`business:${id}`], RANGES[RANGE], now);
    const names = await appNames(database, rejections.reasons);
    const about = { range: RANGE, titles: titlesOf(), country: vendor.country, names } as const;
    const tables = rejections.rejected > 0 && reasonTables(context, rejections, about);
    return html`${rejectedHead(context, rejections, RANGE, now)} ${tables}`;
  }

  const show: Route['handle'] = async (context) => {
    const { params, actor } = context;
    const business = requireFound(await findBusiness(database, actor.scope, params.id!), 'business');
    const rejected = requireFound(
      await findRejectedRequest(database, business.id, params.request!),
      'rejected request',
    );
    const name = rejected.receipt_number === null ? 'Rejected request' : `Rejected receipt ${rejected.receipt_number}`;
    const { id, vendor } = business;
    const body = html`${breadcrumbs(
        [path('businesses'), 'Businesses'],
        [path('businesses', id), vendor.name],
        [path('businesses', id, 'rejected-requests'), 'Rejected requests'],
      )}
      <h1>${name}</h1>
      ${summary(context, rejected)} ${rejected.body === null ? null : await causesSection(business, rejected.body)}
      ${await retrySection(context, business, rejected)} ${problemsSection(business, rejected)}
      ${await othersSection(context, business, rejected)}
      ${
        rejected.body === null
          ? withoutBody(rejectedRequests)
          : html`<section aria-labelledby="document">
              <h2 id="document">What was sent</h2>
              <pre tabindex="0" aria-labelledby="document">${prettyJson(rejected.body)}</pre>
            </section>`
      }`;
    return { title: name, section: 'businesses', body, draws: rejected.body !== null };
  };

  /**
   * Lists the problems found at the time, with rule and law. If the body is stored, the causes already explain the
   * problems, so the list is collapsed. If today's rules report other problems, lists those as well.
   */
  function problemsSection(
    business: BusinessRecord,
    rejected: RejectedRequestRow & { readonly body: string | null },
  ): Html {
    const { country } = business.vendor;
    const issues = issuesOf(rejected);
    const problems = html`${issueTable('Problems found at the time', registry, country, issues)}
    ${
      rejected.issue_count > issues.length &&
      html`<p class="hint">Only the first ${issues.length} of ${count(rejected.issue_count)} were stored.</p>`
    }`;
    if (rejected.body === null) {
      return html`<section aria-labelledby="problems">
        <h2 id="problems">Why it was rejected</h2>
        ${problems}
      </section>`;
    }
    const today = validateBody(registry, business, rejected.body);
    const changed = !areSame(today.issues, issues);
    return html`<section aria-labelledby="problems">
      <h2 id="problems">Rules and law</h2>
      <details>
        <summary>
          ${rejected.issue_count === 1 ? 'The problem' : `The ${count(rejected.issue_count)} problems`} found at the
          time
        </summary>
        ${problems}
      </details>
      ${
        changed &&
        html`<p>Under today’s rules: ${verdictLine(today)}</p>
          ${issueTable('Problems under today’s rules', registry, country, [...today.issues, ...today.warnings])}`
      }
    </section>`;
  }

  /** Lists the other requests in which the app tried to write the document; null if there are none. */
  async function othersSection(
    context: RequestContext,
    { id: businessId }: BusinessRecord,
    rejected: RejectedRequestRow,
  ): Promise<Html | null> {
    const all = await listSameWrite(database, businessId, rejected, MAX_SAME + 1);
    if (all.length < 2) return null;
    const at = context.times.column();
    const rows = all
      .slice(0, MAX_SAME)
      .map((row) => [
        row.id === rejected.id
          ? html`${at(row.at)} <strong class="mark">this request</strong>`
          : html`<a href="${path('businesses', businessId, 'rejected-requests', row.id)}">${at(row.at)}</a>`,
        count(row.issue_count),
        html`${[...new Set(issuesOf(row).map(({ code }) => code))].map(identifier)}`,
      ]);
    return html`<section aria-labelledby="others">
      <h2 id="others">Sent ${count(Math.min(all.length, MAX_SAME))}${all.length > MAX_SAME ? ' or more' : ''} times</h2>
      <details>
        <summary>All rejected requests for this document</summary>
        ${table('Newest first', ['Time', 'Problems', 'Codes'], rows, '')}
      </details>
    </section>`;
  }

  /**
   * Shows the document that was later stored with the same number or external id, and how it differs from the rejected
   * one.
   */
  async function retrySection(
    context: RequestContext,
    business: BusinessRecord,
    rejected: RejectedRequestRow & { readonly body: string | null },
  ): Promise<Html | null> {
    const { external_id: externalId, receipt_number: receiptNumber } = rejected;
    const key = externalId ?? receiptNumber;
    const found = key === null ? [] : await findByKey(database, business.id, key, MAX_RETRIES);
    // Compare only external ids if the request had one: the search also finds other documents with the same text as
    // their receipt number.
    const numberOf = ({ source, receiptNumber: number }: StoredTransaction) =>
      searchKey(externalId === null ? number : source.externalId);
    const retry = found.find(
      ({ transaction }) =>
        transaction && numberOf(transaction) === key && new Date(transaction.createdAt) >= rejected.at,
    );
    if (!retry?.transaction) return null;
    const { id, transaction } = retry;
    const later = duration(new Date(transaction.createdAt).getTime() - rejected.at.getTime());
    return html`<section aria-labelledby="retry">
      <h2 id="retry">Stored ${later} later</h2>
      <p>
        As <a href="${path('businesses', business.id, 'transactions', id)}">${transaction.receiptNumber}</a>, at
        ${context.time(new Date(transaction.createdAt))}.
      </p>
      ${rejected.body !== null && changeTable(documentChanges(parsed(rejected.body), asWritten(transaction)))}
    </section>`;
  }

  /** Draws the receipt, with the issues that today's rules report, and lists their causes. */
  async function causesSection(business: BusinessRecord, body: string): Promise<Html> {
    const { issues, warnings } = validateBody(registry, business, body);
    const document = parsed(body);
    const original = await findOriginal(database, business.id, document);
    return html`<section aria-labelledby="causes">
      <h2 id="causes">What went wrong</h2>
      <div class="beside">
        ${drawnReceipt(business, document, [...issues, ...warnings], original)}
        <div>
          ${causeList(diagnose(registry.shop(business.rules), document))} ${playgroundButton(playgroundUrl, body)}
        </div>
      </div>
    </section>`;
  }

  return [
    { method: 'GET', path: '/businesses/:id/rejected-requests', tenants: ['owner', 'business'], handle: list },
    { method: 'GET', path: '/businesses/:id/rejected-requests/:request', tenants: ['owner', 'business'], handle: show },
  ];
}

function summary(context: RequestContext, rejected: RejectedRequestRow): Html {
  return definitionList([
    ['Time', context.time(rejected.at)],
    ['Sent by', `${rejected.app_name ?? rejected.app_id} (${rejected.app_id})`],
    ['Response', html`422 <code>${rejected.code}</code>`],
    ['Receipt number', rejected.receipt_number ?? '–'],
    ['External id', rejected.external_id ?? '–'],
  ]);
}

/** Whether today's issues match the stored issues, which may be only the first of the issues found at the time. */
function areSame(issues: readonly StoredIssue[], kept: readonly StoredIssue[]): boolean {
  const codes = (some: readonly StoredIssue[]) =>
    some.slice(0, kept.length).map(({ field, code }) => [searchKey(field), code]);
  return issues.length >= kept.length && JSON.stringify(codes(issues)) === JSON.stringify(codes(kept));
}

/** Parses a stored body. A stored body is always JSON: a request with any other body gets 400, and is not stored. */
function parsed(body: string): unknown {
  return JSON.parse(body);
}

/** Explains what the server stores about rejected requests, and for how long. */
function about(mode: DashboardContext['rejectedRequests']): Html {
  const kept = {
    off: 'New ones are not stored, because REFUSED_WRITES is off.',
    issues: 'The server stores their problems, but not their bodies.',
    full: `The server stores their problems, and their bodies for ${BODY_RETENTION_DAYS} days.`,
  };
  return html`<p class="hint">
    Requests that the server rejected with 422, from apps with access. ${kept[mode]} It keeps the newest
    ${count(MAX_PER_BUSINESS)} per business for ${RETENTION_DAYS} days.
  </p>`;
}

function withoutBody(mode: DashboardContext['rejectedRequests']): Html {
  const why =
    mode === 'full'
      ? `The body is not available: it was longer than 64 KiB, or is older than ${BODY_RETENTION_DAYS} days.`
      : 'The body is not available. To store bodies, start the server with REFUSED_WRITES=full.';
  return html`<p class="hint">${why}</p>`;
}
