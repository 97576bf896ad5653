import { path, withQuery } from '../paths.js';
import { listFailing } from '../queries/endpoints.js';
import { MAX_COUNTED, readActivity, readCounts, readOldestDue, type Counts } from '../queries/overview.js';
import type { DashboardContext, Route } from '../request-context.js';
import { attention } from '../view/attention.js';
import { deliveryChart } from '../view/chart.js';
import { checklist, isStarting } from '../view/checklist.js';
import { html, type Html } from '../view/html.js';
import { count } from '../view/parts.js';

/** The most failing endpoints to name. */
const MAX_NAMED = 10;

/** The overview: failures, counts, and recent deliveries. */
export function overviewRoutes({ database }: DashboardContext): Route[] {
  const handle: Route['handle'] = async (context) => {
    const now = Date.now();
    const counts = await readCounts(database);
    const failing = await listFailing(database, MAX_NAMED);
    const activity = await readActivity(
      database,
      failing.map(({ id }) => id),
      now,
    );
    const oldestDue = await readOldestDue(database);
    const chart = html`<section aria-labelledby="delivery">
      <h2 id="delivery">Delivery attempts in the last 24 hours</h2>
      ${deliveryChart(activity.hours)}
    </section>`;
    const body = html`<h1>Overview</h1>
      ${attention(context, { counts, failing, activity, oldestDue, now })} ${tiles(counts)}
      ${isStarting(counts, activity) ? checklist(counts, activity) : chart}`;
    return { title: 'Overview', section: 'overview', body };
  };
  return [{ method: 'GET', path: '/', handle }];
}

function tiles(counts: Counts): Html {
  const endpoints = (show: string) => withQuery(path('endpoints'), { show });
  const entries: [string, number, string][] = [
    ['Endpoints failing', counts.failing, endpoints('failing')],
    ['Endpoints', counts.endpoints, path('endpoints')],
    ['Deliveries waiting', counts.waiting, endpoints('waiting')],
    ['Deliveries given up', counts.failed, endpoints('given-up')],
    ['Rejected requests', counts.refused, path('businesses')],
    ['Transactions', counts.transactions, path('businesses')],
    ['Businesses', counts.businesses, path('businesses')],
    ['Apps', counts.apps, path('apps')],
  ];
  return html`<ul class="tiles">
    ${entries.map(
      ([label, number, href]) =>
        html`<li>
          <a href="${href}"><strong>${count(number, MAX_COUNTED)}</strong> <span>${label}</span></a>
        </li>`,
    )}
  </ul>`;
}
