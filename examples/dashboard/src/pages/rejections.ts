import { diagnose } from 'receipt-rule-packs/diagnose';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import {
  readRejections,
  readWhose,
  REASON_KINDS,
  type ReasonKind,
  type Whose,
} from 'receipt-reference-server/counters/rejections.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { findRejectedFor, type KeptRejection } from 'receipt-reference-server/transactions/rejected-by-reason.js';
import { path, withQuery } from '../paths.js';
import { findPatterns } from '../rejection-patterns.js';
import { ruleTitles } from '../rule-titles.js';
import { toWrites } from '../same-write.js';
import { nameApps } from 'receipt-reference-server/read-model/apps.js';
import { findBusinesses } from 'receipt-reference-server/read-model/businesses.js';
import { findOriginal } from 'receipt-reference-server/read-model/transactions.js';
import { tenantOf, type DashboardContext, type Route, type RequestContext } from '../request-context.js';
import { readSubjects } from 'receipt-reference-server/read-model/subjects.js';
import { validateBody } from '../validate.js';
import { causeList } from '../view/causes.js';
import { developerMessage } from '../view/developer-message.js';
import { html, type Html } from '../view/html.js';
import { breadcrumbs, count } from '../view/parts.js';
import { playgroundButton } from '../view/playground.js';
import { drawnReceipt } from '../view/receipt.js';
import { timesSent } from '../view/rejected-requests.js';
import {
  patternList,
  rangeLinks,
  RANGES,
  reasonName,
  reasonPath,
  reasonTables,
  rejectedHead,
  share,
  trend,
  type Range,
} from '../view/rejections.js';
import { table } from '../view/table.js';

/** The maximum number of requests per reason to compare, and the maximum number of rows or ids to list. */
const MAX_COMPARED = 50;
const MAX_LISTED = 10;

/** The maximum number of reasons for which to look up apps and businesses. */
const MAX_REASONS = 60;

/** Routes for the reasons why requests were rejected, covering only the requests that the session can access. */
export function rejectionRoutes(dashboard: DashboardContext): Route[] {
  const { database, registry, rejectedRequests, playgroundUrl } = dashboard;
  const titlesOf = lazily(() => ruleTitles(registry));

  const list: Route['handle'] = async (context) => {
    const now = Date.now();
    const range = rangeOf(context);
    const { scope } = context.actor;
    const { subjects } = await readSubjects(database, scope);
    const rejections = await readRejections(database, subjects, RANGES[range], now);
    const reasons = rejections.reasons.slice(0, MAX_REASONS).map(({ kind, name }) => `${kind}:${name}`);
    const whose = scope.kind === 'operator' ? await readWhose(database, reasons, RANGES[range], now) : undefined;
    const names = await appNames(database, rejections.reasons);
    const to = (other: Range) => withQuery(path('rejected-requests'), { range: other });
    const body = html`<h1>Rejected requests</h1>
      ${rangeLinks(to, range)} ${keptNote(rejectedRequests)} ${rejectedHead(context, rejections, range, now)}
      ${rejections.rejected > 0 && reasonTables(context, rejections, { range, titles: titlesOf(), names, whose })}`;
    return { title: 'Rejected requests', section: 'rejected', refreshes: true, body };
  };

  const show: Route['handle'] = async (context) => {
    const { query, actor } = context;
    const now = Date.now();
    const range = rangeOf(context);
    const reason = reasonOf(query);
    const { subjects, businessIds } = await readSubjects(database, actor.scope);
    const rejections = await readRejections(database, subjects, RANGES[range], now);
    const counted = rejections.reasons.find(({ kind, name }) => kind === reason.kind && name === reason.name);
    const kept = await findRejectedFor(database, { scope: actor.scope, businessIds }, reason, MAX_COMPARED);
    const businesses = await findBusinesses(database, [...new Set(kept.map(({ businessId }) => businessId))]);
    // A user can put any app id into the URL, so show an app's name only if the session can see its requests.
    const senders = kept.map(({ appId }) => ({ kind: 'app', name: appId }));
    const names = await appNames(database, counted ? [...senders, reason] : senders);
    const patterns = findPatterns(registry, businesses, kept);
    const example =
      kept.find(({ id }) => id === query.get('request')) ??
      kept.find(({ body, businessId }) => body !== null && businesses.has(businessId)) ??
      kept[0];
    const name = reasonName(reason, { titles: titlesOf(), names });
    const body = html`${breadcrumbs([path('rejected-requests'), 'Rejected requests'])}
      <h1>${name}</h1>
      ${rangeLinks((other) => reasonPath(reason, other), range)}
      ${
        counted
          ? html`<p>
              <strong>${count(counted.rejected)} of ${count(rejections.rejected)}</strong> rejected requests
              (${share(counted.rejected, rejections.rejected)}). First hour: ${context.time(counted.first)}. Last hour:
              ${context.time(counted.last)}. Trend: ${trend(counted)}
            </p>`
          : html`<p class="none">
              No requests have been rejected for this reason since
              ${context.time(new Date(now - RANGES[range] * 3_600_000))}.
            </p>`
      }
      ${actor.scope.kind === 'operator' && reason.kind !== 'app' && (await whoseLine(reason, range, now))}
      ${
        patterns.length > 0 &&
        html`<section aria-labelledby="patterns">
          <h2 id="patterns">Recurring differences</h2>
          ${patternList(context, patterns, names)}
        </section>`
      }
      ${example && (await exampleSection(context, { reason, name, example, businesses, names, counted: counted?.rejected ?? 0 }))}
      ${keptList(context, { kept, names, reason, range })}`;
    const draws = example !== undefined && example.body !== null;
    return { title: `Rejected: ${name}`, section: 'rejected', draws, body };
  };

  async function whoseLine(
    { kind, name }: { kind: ReasonKind; name: string },
    range: Range,
    now: number,
  ): Promise<Html> {
    const key = `${kind}:${name}`;
    const { apps, businesses }: Whose = (await readWhose(database, [key], RANGES[range], now)).get(key)!;
    const some = (ids: readonly string[]) =>
      `${ids.slice(0, MAX_LISTED).join(', ')}${ids.length > MAX_LISTED ? ', …' : ''}`;
    if (apps.length === 0) return html``;
    return html`<p class="hint">
      ${count(apps.length)} ${apps.length === 1 ? 'app' : 'apps'}: ${some(apps)}. ${count(businesses.length)}
      ${businesses.length === 1 ? 'business' : 'businesses'}: ${some(businesses)}.
    </p>`;
  }

  async function exampleSection(
    context: RequestContext,
    about: {
      readonly reason: { readonly kind: ReasonKind; readonly name: string };
      readonly name: string;
      readonly example: KeptRejection;
      readonly businesses: ReadonlyMap<string, BusinessRecord>;
      readonly names: ReadonlyMap<string, string>;
      readonly counted: number;
    },
  ): Promise<Html> {
    const { example, businesses, names } = about;
    const business = businesses.get(example.businessId);
    if (example.body === null || business === undefined) return html`${withoutBody(rejectedRequests)}`;
    const document = JSON.parse(example.body) as unknown;
    const { issues, warnings } = validateBody(registry, business, example.body);
    const diagnosis = diagnose(registry.shop(business.rules), document);
    const original = await findOriginal(database, business.id, document);
    const message = developerMessage({
      ...about,
      app: names.get(example.appId) ?? example.appId,
      issues,
      causes: diagnosis.causes,
    });
    return html`<section aria-labelledby="example">
      <h2 id="example">An example</h2>
      <p>
        ${requestName(context, example, undefined)} of ${business.vendor.name}, sent by
        ${names.get(example.appId) ?? example.appId} at ${context.time(example.at)}
      </p>
      <div class="beside">
        ${drawnReceipt(business, document, [...issues, ...warnings], original)}
        <div>
          <h3>What went wrong</h3>
          ${causeList(diagnosis)} ${playgroundButton(playgroundUrl, example.body)}
          <details>
            <summary>Message for the developer</summary>
            <pre tabindex="0" class="message" aria-label="Message for the developer">${message}</pre>
          </details>
        </div>
      </div>
    </section>`;
  }

  return [
    { method: 'GET', path: '/rejected-requests', tenants: ['owner', 'business', 'app'], handle: list },
    { method: 'GET', path: '/rejected-requests/reason', tenants: ['owner', 'business', 'app'], handle: show },
  ];
}

/**
 * Shows a request's receipt number, with a link to the request's page. Developers cannot open business pages.
 *
 * @param forDevelopers the page on which a developer sees the request
 */
function requestName(
  context: RequestContext,
  { businessId, id, receiptNumber }: KeptRejection,
  forDevelopers: string | undefined,
): Html {
  const name = receiptNumber ?? 'no number';
  const href = tenantOf(context) === 'app' ? forDevelopers : path('businesses', businessId, 'rejected-requests', id);
  return href === undefined ? html`${name}` : html`<a href="${href}">${name}</a>`;
}

function keptList(
  context: RequestContext,
  about: {
    readonly kept: readonly KeptRejection[];
    readonly names: ReadonlyMap<string, string>;
    readonly reason: { readonly kind: ReasonKind; readonly name: string };
    readonly range: Range;
  },
): Html {
  const { kept, names, reason, range } = about;
  const at = context.times.column();
  const rows = toWrites(kept)
    .slice(0, MAX_LISTED)
    .map(({ newest, times, first }) => [
      requestName(context, newest, `${reasonPath(reason, range)}&request=${encodeURIComponent(newest.id)}`),
      html`${at(newest.at)} ${timesSent(context, times, first)}`,
      newest.businessId,
      names.get(newest.appId) ?? newest.appId,
    ]);
  return html`<section aria-labelledby="kept">
    <h2 id="kept">Newest receipts</h2>
    ${table('Stored requests that were rejected for this reason', ['Receipt', 'Time', 'Business', 'Sent by'], rows, 'None are stored.')}
  </section>`;
}

function rangeOf({ query }: RequestContext): Range {
  const range = query.get('range') ?? '7d';
  return Object.hasOwn(RANGES, range) ? (range as Range) : '7d';
}

/** @throws HttpError `not_found` if the query does not identify a reason */
function reasonOf(query: URLSearchParams): { kind: ReasonKind; name: string } {
  const kind = REASON_KINDS.find((one) => one === query.get('kind'));
  const name = query.get('name') ?? '';
  if (kind === undefined || name.length > 300 || (name === '' && kind !== 'field')) {
    throw new HttpError('not_found', 'No such reason.');
  }
  return { kind, name };
}

/** Explains what the server does not store about rejected requests; null if it stores everything. */
function keptNote(mode: DashboardContext['rejectedRequests']): Html | null {
  if (mode === 'off') {
    return html`<p class="none">Rejected requests are counted but not stored, because REFUSED_WRITES is off.</p>`;
  }
  return mode === 'issues' ? html`<p class="none">${withoutBody(mode)}</p>` : null;
}

function withoutBody(mode: DashboardContext['rejectedRequests']): string {
  if (mode === 'full')
    return 'The bodies of these requests are no longer stored, so causes that depend on the document are not shown.';
  return 'Bodies are not stored (REFUSED_WRITES=issues), so causes that depend on the document are not shown.';
}

/** Looks up the names of all apps among the reasons. Returns them by id. */
export async function appNames(
  database: Queryable,
  reasons: readonly { readonly kind: string; readonly name: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = reasons.flatMap(({ kind, name }) => (kind === 'app' ? [name] : []));
  return nameApps(database, [...new Set(ids)]);
}

/** Returns a function that creates a value on its first call, and returns the same value from then on. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
