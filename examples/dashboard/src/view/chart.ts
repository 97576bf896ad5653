import type { Activity, Hour } from 'receipt-reference-server/read-model/counters.js';
import { html, type Html } from './html.js';
import { table } from './table.js';
import type { RequestContext } from '../request-context.js';
import type { Times } from './time.js';

/**
 * The width of an hour's column, the gap between columns, and the height above and below the axis, in SVG units.
 */
const COLUMN = 20;
const GAP = 4;
const HALF = 50;

/**
 * Renders attempts by hour, with successful attempts above the axis and failed attempts below it. A table with the
 * figures follows.
 */
export function deliveryChart({ clock, zone }: Pick<Times, 'clock' | 'zone'>, activity: Activity): Html {
  const { hours, delivered, failed } = activity;
  const span = ({ start }: Hour) => `${clock(start).day} ${label(start)}`;
  const label = (at: Date) => clock(at).time.slice(0, 5);
  const summary = `${delivered.toLocaleString('en')} delivered, ${failed.toLocaleString('en')} failed`;
  const most = Math.max(1, ...hours.flatMap((hour) => [hour.delivered, hour.failed]));
  const width = hours.length * COLUMN;
  const rows = hours.map((hour) => [span(hour), hour.delivered, hour.failed]);
  return html`<figure class="chart">
    <figcaption>
      <span class="key good"><span aria-hidden="true">▲</span> ${delivered.toLocaleString('en')} delivered</span>
      <span class="key bad"><span aria-hidden="true">▼</span> ${failed.toLocaleString('en')} failed</span>
    </figcaption>
    <svg
      viewBox="0 0 ${width} ${2 * HALF}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${summary}, by hour; the table below has the figures"
    >
      ${hours.map((hour, i) => bars(hour, span(hour), i * COLUMN, most))}
      <line class="axis" x1="0" y1="${HALF}" x2="${width}" y2="${HALF}" />
    </svg>
    <p class="scale" aria-hidden="true">
      <span>${label(hours[0]!.start)}</span><span>${label(hours[12]!.start)}</span><span>now</span>
    </p>
    <p class="hint">
      The highest bar is ${most.toLocaleString('en')} per hour. Times are in ${zone}. New attempts appear within 10 s.
    </p>
    <details>
      <summary>Show as a table</summary>
      ${table(`Delivery attempts by hour, ${zone}`, ['Hour', 'Delivered', 'Failed'], rows, '')}
    </details>
  </figure>`;
}

/** Renders the section with the chart; without attempts, there is no chart. */
export function chartSection(
  { times }: Pick<RequestContext, 'times'>,
  activity: Activity,
  title = 'Delivery attempts in the last 24 hours',
): Html {
  return html`<section aria-labelledby="activity">
    <h2 id="activity">${title}</h2>
    ${activity.delivered + activity.failed === 0 ? html`<p>None.</p>` : deliveryChart(times, activity)}
  </section>`;
}

function bars(hour: Hour, span: string, x: number, most: number): Html {
  const up = (hour.delivered / most) * (HALF - 2);
  const down = (hour.failed / most) * (HALF - 2);
  return html`<g>
    <title>${span}: ${hour.delivered} delivered, ${hour.failed} failed</title>
    <rect class="slot" x="${x}" y="0" width="${COLUMN - GAP}" height="${2 * HALF}" />
    <rect class="good" x="${x}" y="${(HALF - up).toFixed(2)}" width="${COLUMN - GAP}" height="${up.toFixed(2)}" />
    <rect class="bad" x="${x}" y="${HALF}" width="${COLUMN - GAP}" height="${down.toFixed(2)}" />
  </g>`;
}
