import { addAudit, lastAudited } from 'receipt-reference-server/audit/audit.js';
import type { Queryable } from 'receipt-reference-server/database/database.js';
import {
  readFailureGroups,
  readLastAttempts,
  readReplayed,
  type FailureGroup,
} from 'receipt-reference-server/delivery/failures.js';
import {
  listFailed,
  previewFailed,
  redeliverFailed,
  type FailedDeliveries,
} from 'receipt-reference-server/delivery/redeliver.js';
import { causeKey } from '../failure-cause.js';
import { FormErrors, requireFound, text } from '../form.js';
import { path, withQuery } from '../paths.js';
import { listDeliveriesByKey } from 'receipt-reference-server/read-model/deliveries.js';
import { readDelivery } from 'receipt-reference-server/read-model/delivery.js';
import { findEndpoint, readableBusinesses, type EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { deliveryTable } from '../view/delivery-table.js';
import { causeName, endpointTabs } from '../view/endpoint-activity.js';
import { problemSummary } from '../view/fields.js';
import { html } from '../view/html.js';
import { breadcrumbs, count } from '../view/parts.js';
import { previewSection, progressNote, replayQuery, type LastTest } from '../view/replay.js';
import { audited } from './endpoint-settings.js';

/** The maximum number of deliveries to list in a preview. */
const MAX_NAMED = 25;

/** How long the page shows the progress of a replay, in milliseconds. */
const RECENT_MS = 86_400_000;

/** Returns the replay page's path with the submitted fields as query parameters. */
export function replayPath(id: string, asked: URLSearchParams): string {
  return withQuery(path('endpoints', id, 'replay'), {
    since: text(asked, 'since') || undefined,
    cause: text(asked, 'cause') || undefined,
  });
}

/** The failed deliveries that the query or the form selects. */
interface Asked {
  /** The local time that the user entered, or the one prefilled in the form. */
  readonly since: string;
  readonly at: Date | undefined;
  readonly cause: FailureGroup | undefined;
}

/**
 * Routes for redelivering an endpoint's events that the server has given up on: all of them since a given time, or only
 * those that failed for one cause.
 */
export function replayRoutes({ database, wake }: DashboardContext): Route[] {
  async function read({ times }: RequestContext, endpoint: EndpointRow, asked: URLSearchParams): Promise<Asked> {
    const { id, failing_since: failingSince } = endpoint;
    const key = text(asked, 'cause');
    const groups = key === '' ? [] : await readFailureGroups(database, id);
    const cause =
      key === ''
        ? undefined
        : requireFound(
            groups.find((group) => causeKey(group) === key),
            'cause',
          );
    const given = asked.has('since') ? text(asked, 'since') : undefined;
    const since = given ?? times.minute((await defaultSince(id, cause, failingSince)) ?? new Date());
    return { since, at: times.instant(since), cause };
  }

  /**
   * By default, a replay for a cause includes all failures with that cause. A replay without a cause includes the
   * failures since the endpoint began to fail or, if the server has not given up on any delivery since then, all
   * failures.
   */
  async function defaultSince(id: string, cause: FailureGroup | undefined, failingSince: Date | null) {
    if (cause) return cause.first;
    const of = async (since: Date) => previewFailed(database, { endpointId: id, since });
    if (failingSince !== null && (await of(failingSince)).count > 0) return failingSince;
    return (await of(new Date(0))).first;
  }

  const show = async (context: RequestContext, asked = context.query, problems?: Problems): Promise<Page> => {
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, context.params.id!), 'endpoint');
    const { id, url } = endpoint;
    const what = await read(context, endpoint, asked);
    const { since, at, cause } = what;
    const invalid = at === undefined && problems === undefined ? wrongTime(context) : problems;
    const failed = at && { endpointId: id, since: at, cause };
    const business = endpoint.enabled ? (await readableBusinesses(database, id, 1))[0] : undefined;
    const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'], [path('endpoints', id), url])}
      <h1>Replay</h1>
      ${endpointTabs(id, 'replay')} ${problemSummary(invalid)} ${await lastReplay(context, endpoint)}
      ${
        cause &&
        html`<p>
          Only deliveries with this cause: <strong>${causeName(url, cause)}</strong>
          ${cause.line !== '' && html`<code class="answer">${cause.line}</code>`}.
          <a href="${path('endpoints', id, 'replay')}">All causes</a>
        </p>`
      }
      ${replayQuery(context, id, { since, cause: cause && causeKey(cause) }, invalid)}
      ${failed && (await preview(context, endpoint, what, failed, business))}`;
    return { title: `Replay to ${url}`, section: 'endpoints', status: problems && 422, refreshes: true, body };
  };

  async function preview(
    context: RequestContext,
    endpoint: EndpointRow,
    { since, cause }: Asked,
    failed: FailedDeliveries,
    business: { readonly id: string; readonly name: string } | undefined,
  ) {
    const found = await previewFailed(database, failed);
    const all = await previewFailed(database, { ...failed, since: new Date(0) });
    const test = await lastTest(database, endpoint, endpoint.failing_since ?? all.last);
    const keys = await listFailed(database, failed, MAX_NAMED);
    const rows = await listDeliveriesByKey(database, endpoint.id, keys);
    const attempts = await readLastAttempts(database, endpoint.id, rows);
    const shown = `The newest ${rows.length} of ${count(found.count)} deliveries to replay`;
    return previewSection(context, endpoint, {
      ...{ since, cause: cause && causeKey(cause), from: failed.since, found, all, test, business },
      rows: found.count === 0 ? null : deliveryTable(context, shown, endpoint, rows, attempts),
    });
  }

  /** Shows the progress of the last replay. */
  async function lastReplay(context: RequestContext, { id }: EndpointRow) {
    const done = await lastAudited(database, `endpoint:${id}`, 'deliveries.replayed');
    if (!done || Date.now() - done.at.getTime() > RECENT_MS) return null;
    return progressNote(context, done, await readReplayed(database, id, done.at));
  }

  const replay: Route['handle'] = async (context) => {
    const { form, times } = context;
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, context.params.id!), 'endpoint');
    const { at, cause } = await read(context, endpoint, form);
    const errors = new FormErrors();
    errors.require(form.has('since') && at !== undefined, 'since', timeProblem(times.zone));
    if (!at || errors.any) return show(context, form, errors.problems);
    const replayed = await redeliverFailed(database, { endpointId: endpoint.id, since: at, cause });
    if (replayed > 0) {
      await addAudit(database, context.actor, audited(endpoint, 'deliveries.replayed', String(replayed)));
    }
    wake();
    const message = replayed === 0 ? 'There is nothing to replay.' : `${count(replayed)} deliveries queued.`;
    return { to: path('endpoints', endpoint.id, 'replay'), flash: { text: message } };
  };

  return [
    { method: 'GET', path: '/endpoints/:id/replay', tenants: ['owner', 'app'], handle: (context) => show(context) },
    { method: 'POST', path: '/endpoints/:id/replay', tenants: ['owner', 'app'], handle: replay },
  ];
}

const timeProblem = (zone: string) => `Enter a date and time in ${zone}, such as 2026-11-21T10:00.`;
const wrongTime = ({ times }: RequestContext): Problems => ({ since: timeProblem(times.zone) });

/** Returns the result of the last test event if the server attempted its delivery after `failedAt`. */
async function lastTest(
  database: Queryable,
  { id, url }: EndpointRow,
  failedAt: Date | null,
): Promise<LastTest | undefined> {
  const tested = await lastAudited(database, `endpoint:${id}`, 'endpoint.tested');
  const [business, event] = tested?.detail?.split(' ') ?? [];
  if (business === undefined || event === undefined) return undefined;
  const attempt = (await readDelivery(database, id, business, event, 1))?.attempts[0];
  return attempt && (failedAt === null || attempt.at >= failedAt) ? { url, attempt } : undefined;
}
