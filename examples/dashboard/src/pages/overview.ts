import { createCached } from 'receipt-reference-server/cached.js';
import { readRejections } from 'receipt-reference-server/counters/rejections.js';
import { readFailingShares } from 'receipt-reference-server/counters/failing.js';
import { longestDue, readStatuses, type EndpointStatus } from '../endpoint-status.js';
import { byHarm, ENOUGH, needsAttention, TOLERATED } from '../health.js';
import { readBacklogs } from 'receipt-reference-server/read-model/backlogs.js';
import { readActivity, readSummedActivity } from 'receipt-reference-server/read-model/counters.js';
import { findEndpoints, listEndpoints, listFailing } from 'receipt-reference-server/read-model/endpoints.js';
import { readCounts, readOldestDue } from 'receipt-reference-server/read-model/overview.js';
import { path, withQuery } from '../paths.js';
import { tenantOf, type DashboardContext, type Page, type RequestContext, type Route } from '../request-context.js';
import { readSubjects } from 'receipt-reference-server/read-model/subjects.js';
import { attention, LATE_MS, MAX_NAMED } from '../view/attention.js';
import { chartSection } from '../view/chart.js';
import { checklist, isStarting } from '../view/checklist.js';
import { html } from '../view/html.js';
import { RANGES, rejectedHead } from '../view/rejections.js';
import { tiles } from '../view/tiles.js';

/** The maximum number of endpoints to check per tenant. */
const MAX_OWN = 200;

const HOUR_MS = 3_600_000;

/** Routes for the overview: endpoints that need attention, key figures, and recent attempts. */
export function overviewRoutes({ database }: DashboardContext): Route[] {
  const mostGivenUp = createCached(async () => (await readBacklogs(database, 'failed', MAX_NAMED)).endpoints);
  const mostWaiting = createCached(async () => (await readBacklogs(database, 'pending', MAX_NAMED)).endpoints);
  const degraded = createCached(() => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const criteria = { attempts: ENOUGH, share: TOLERATED, limit: 2 * MAX_NAMED };
    return readFailingShares(database, [new Date(hour), new Date(hour - HOUR_MS)], criteria);
  });

  /** Returns the endpoints that most need attention, worst first: up to MAX_NAMED for each reason. */
  async function worst(now: number): Promise<EndpointStatus[]> {
    const suspects = [
      ...(await listFailing(database, MAX_NAMED)).map(({ id }) => id),
      ...(await mostGivenUp()).map(({ id }) => id),
      ...(await mostWaiting()).map(({ id }) => id),
      ...(await degraded()).map(({ endpointId }) => endpointId),
    ];
    const endpoints = await findEndpoints(database, [...new Set(suspects)]);
    const statuses = await readStatuses(database, endpoints, now);
    return statuses.filter(({ health }) => needsAttention(health)).sort(byHarm);
  }

  /** Renders the overview for a tenant, from its endpoints only. */
  async function ownOverview(context: RequestContext): Promise<Page> {
    const now = Date.now();
    const { scope } = context.actor;
    const { rows } = await listEndpoints(database, scope, 'all', undefined, MAX_OWN);
    const statuses = await readStatuses(database, rows, now);
    const { subjects } = await readSubjects(database, scope);
    const attempts = rows.map(({ id }) => `endpoint:${id}`);
    const activity = await readSummedActivity(database, { attempts, writes: subjects }, now);
    const worstOwn = statuses.filter(({ health }) => needsAttention(health)).sort(byHarm);
    const oldest = longestDue(statuses, now);
    const paused = rows.filter(({ enabled }) => !enabled).length;
    const unused = rows.filter((row) => row.enabled && row.last_attempt_at === null).length;
    const failing = worstOwn.filter(({ health }) => health.state === 'failing').length;
    const counts = { endpoints: rows.length, failing, paused, unused };
    const body = html`<h1>Overview</h1>
      ${attention(context, { counts, worst: worstOwn, idleDue: undefined, now })}
      ${tiles(context, activity, { oldest, idleDue: longestDue(statuses, now, now - LATE_MS) }, now)}
      ${chartSection(context, activity)}`;
    return { title: 'Overview', section: 'overview', refreshes: true, body };
  }

  /**
   * Renders the overview for a session that cannot see endpoints, because its personal key is limited to one business.
   */
  async function businessOverview(context: RequestContext): Promise<Page> {
    const now = Date.now();
    const { subjects } = await readSubjects(database, context.actor.scope);
    const rejections = await readRejections(database, subjects, RANGES['24h'], now);
    const body = html`<h1>Overview</h1>
      <section aria-labelledby="writes">
        <h2 id="writes">Writes in the last 24 hours</h2>
        ${rejectedHead(context, rejections, '24h', now)}
        <p><a href="${withQuery(path('rejected-requests'), { range: '24h' })}">Rejected requests</a></p>
      </section>
      <p class="hint">Endpoints and deliveries are visible with a key for all businesses of the owner.</p>`;
    return { title: 'Overview', section: 'overview', refreshes: true, body };
  }

  const handle: Route['handle'] = async (context) => {
    const tenant = tenantOf(context);
    if (tenant === 'business') return businessOverview(context);
    if (tenant !== undefined) return ownOverview(context);
    const now = Date.now();
    const counts = await readCounts(database);
    const activity = (await readActivity(database, ['all'], now)).get('all')!;
    const oldest = await readOldestDue(database);
    const idleDue = await readOldestDue(database, new Date(now - LATE_MS));
    const body = html`<h1>Overview</h1>
      ${attention(context, { counts, worst: await worst(now), idleDue, now })}
      ${tiles(context, activity, { oldest, idleDue }, now)}
      ${isStarting(counts, activity) ? checklist(counts, activity) : chartSection(context, activity)}`;
    return { title: 'Overview', section: 'overview', refreshes: true, body };
  };
  return [{ method: 'GET', path: '/', tenants: ['owner', 'business', 'app'], handle }];
}
