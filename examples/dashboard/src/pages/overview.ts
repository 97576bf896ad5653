import { path } from '../paths.js';
import { MOST_COUNTED, readCounts, readHours, readOldestDue, type Counts } from '../queries/overview.js';
import type { DashboardContext, Route } from '../visit.js';
import { deliveryChart } from '../view/chart.js';
import { html, type Html } from '../view/html.js';
import { time } from '../view/parts.js';

/** What goes on: how much there is, what was delivered, and what is late. */
export function overviewRoutes({ database }: DashboardContext): Route[] {
  const handle = async () => {
    const counts = await readCounts(database);
    const hours = await readHours(database, Date.now());
    const oldest = await readOldestDue(database);
    const late = oldest
      ? html`<p>
          Most overdue: due since ${time(oldest.due_at)},
          <a href="${path('endpoints', oldest.endpoint_id, 'deliveries', oldest.business_id, oldest.event_id)}">
            ${oldest.event_id}</a
          >
          to ${oldest.url}
        </p>`
      : html`<p>Nothing is overdue.</p>`;
    const body = html`<h1>Overview</h1>
      ${tiles(counts)}
      <section aria-labelledby="delivery">
        <h2 id="delivery">Delivery attempts in the last 24 hours</h2>
        ${deliveryChart(hours)} ${late}
      </section>`;
    return { title: 'Overview', section: 'overview' as const, body };
  };
  return [{ method: 'GET', path: '/', handle }];
}

function tiles(counts: Counts): Html {
  const entries: [string, number, string | undefined][] = [
    ['Endpoints', counts.endpoints, path('endpoints')],
    ['Businesses', counts.businesses, path('businesses')],
    ['Apps', counts.apps, path('apps')],
    ['Transactions', counts.transactions, undefined],
    ['Deliveries waiting', counts.pending, undefined],
    ['Deliveries failed', counts.failed, undefined],
  ];
  return html`<ul class="tiles">
    ${entries.map(([label, count, href]) => {
      const content = html`<strong>${upTo(count)}</strong> <span>${label}</span>`;
      return html`<li>
        ${href === undefined ? html`<div>${content}</div>` : html`<a href="${href}">${content}</a>`}
      </li>`;
    })}
  </ul>`;
}

function upTo(count: number): string {
  const number = Math.min(count, MOST_COUNTED).toLocaleString('en');
  return count > MOST_COUNTED ? `more than ${number}` : number;
}
