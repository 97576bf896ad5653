import { lastAudited } from 'receipt-reference-server/audit/audit.js';
import { hasOnlyFailed, SUGGESTED_DAYS } from 'receipt-reference-server/endpoints/auto-pause.js';
import { readFailureGroups, readLastAttempts } from 'receipt-reference-server/delivery/failures.js';
import { longestDue, readStatuses } from '../endpoint-status.js';
import { requireFound } from '../form.js';
import { needsAttention } from '../health.js';
import { path } from '../paths.js';
import { listDeliveries } from 'receipt-reference-server/read-model/deliveries.js';
import { findEndpoint } from 'receipt-reference-server/read-model/endpoints.js';
import type { DashboardContext, Route } from '../request-context.js';
import { LATE_MS } from '../view/attention.js';
import { chartSection } from '../view/chart.js';
import { deliveryTable } from '../view/delivery-table.js';
import { endpointFigures, endpointTabs, failureCauses } from '../view/endpoint-activity.js';
import { attentionRow, healthSentence } from '../view/health.js';
import { html } from '../view/html.js';
import { endpointOwner } from '../view/labels.js';
import { breadcrumbs, identifier } from '../view/parts.js';
import { countedNote } from '../view/tiles.js';

/** The maximum number of deliveries to show. */
const MAX_SHOWN = 10;

/** Routes for an endpoint's page: its health, the causes of failed deliveries, and its newest deliveries. */
export function endpointRoutes({ database, autoPauseDays }: DashboardContext): Route[] {
  const show: Route['handle'] = async (context) => {
    const id = context.params.id!;
    const endpoint = requireFound(await findEndpoint(database, context.actor.scope, id), 'endpoint');
    const now = Date.now();
    const [of] = await readStatuses(database, [endpoint], now);
    const { activity } = of!;
    const paused = endpoint.enabled ? undefined : await lastAudited(database, `endpoint:${id}`, 'endpoint.paused');
    const wouldPause =
      autoPauseDays === 0 && endpoint.enabled && (await hasOnlyFailed(database, endpoint, SUGGESTED_DAYS));
    const groups = await readFailureGroups(database, id);
    const { rows } = await listDeliveries(database, id, 'all', undefined, MAX_SHOWN);
    const attempts = await readLastAttempts(database, id, rows);
    const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'])}
      <h1>${endpoint.url}</h1>
      <p class="health">${healthSentence(context, of!, paused)}</p>
      <p class="hint">${endpointOwner(endpoint)} ${identifier(id)}</p>
      ${
        wouldPause &&
        html`<p class="hint" id="would-pause">
          All attempts have failed for ${SUGGESTED_DAYS} days. With <code>AUTO_PAUSE_DAYS=${SUGGESTED_DAYS}</code>, this
          endpoint would be paused and its new events queued.
        </p>`
      }
      ${endpointTabs(id, 'activity')}
      ${needsAttention(of!.health) && html`<div class="attention">${attentionRow(context, of!, false)}</div>`}
      ${endpointFigures(context, of!)} ${chartSection(context, activity, 'Attempts in 24 hours')}
      <section aria-labelledby="causes">
        <h2 id="causes">Causes of failure</h2>
        ${failureCauses(context, id, endpoint.url, groups)}
      </section>
      ${countedNote(context, longestDue([of!], now, now - LATE_MS), now)}
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Newest deliveries</h2>
        ${deliveryTable(context, 'Newest deliveries to this endpoint', endpoint, rows, attempts)}
        <p><a href="${path('endpoints', id, 'deliveries')}">All deliveries</a></p>
      </section>`;
    return { title: `Endpoint ${endpoint.url}`, section: 'endpoints', refreshes: true, body };
  };
  return [{ method: 'GET', path: '/endpoints/:id', tenants: ['owner', 'app'], handle: show }];
}
