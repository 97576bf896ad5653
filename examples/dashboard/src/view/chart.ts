import { MAX_CHARTED, type Hour } from '../queries/overview.js';
import { html, type Html } from './html.js';
import { table } from './table.js';

/** The units of the chart: a column per hour, and half the height for each direction. */
const COLUMN = 20;
const GAP = 4;
const HALF = 50;

/** Attempts by hour: delivered ones above the line, failed ones below it, followed by the same figures as a table. */
export function deliveryChart(hours: readonly Hour[]): Html {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const summary = `${delivered.toLocaleString('en')} delivered, ${failed.toLocaleString('en')} failed`;
  const most = Math.max(1, ...hours.flatMap((hour) => [hour.delivered, hour.failed]));
  const width = hours.length * COLUMN;
  const rows = hours.map((hour) => [span(hour), hour.delivered, hour.failed]);
  return html`<figure class="chart">
    <figcaption>
      <span class="key good"><span aria-hidden="true">▲</span> above the line: delivered</span>
      <span class="key bad"><span aria-hidden="true">▼</span> below the line: failed</span>
      <span>${summary}${delivered + failed >= MAX_CHARTED && ' (the newest attempts only)'}</span>
    </figcaption>
    <svg
      viewBox="0 0 ${width} ${2 * HALF}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${summary}, by hour; the table below has the figures"
    >
      ${hours.map((hour, i) => bars(hour, i * COLUMN, most))}
      <line class="axis" x1="0" y1="${HALF}" x2="${width}" y2="${HALF}" />
    </svg>
    <p class="scale" aria-hidden="true">
      <span>${label(hours[0]!.start)}</span><span>${label(hours[12]!.start)}</span><span>now</span>
    </p>
    <p class="hint">The highest bar is ${most.toLocaleString('en')} per hour. Hours are in UTC.</p>
    <details>
      <summary>Show as a table</summary>
      ${table('Delivery attempts by hour, UTC', ['Hour', 'Delivered', 'Failed'], rows, '')}
    </details>
  </figure>`;
}

function bars(hour: Hour, x: number, most: number): Html {
  const up = (hour.delivered / most) * (HALF - 2);
  const down = (hour.failed / most) * (HALF - 2);
  return html`<g>
    <title>${span(hour)}: ${hour.delivered} delivered, ${hour.failed} failed</title>
    <rect class="slot" x="${x}" y="0" width="${COLUMN - GAP}" height="${2 * HALF}" />
    <rect class="good" x="${x}" y="${(HALF - up).toFixed(2)}" width="${COLUMN - GAP}" height="${up.toFixed(2)}" />
    <rect class="bad" x="${x}" y="${HALF}" width="${COLUMN - GAP}" height="${down.toFixed(2)}" />
  </g>`;
}

function label(at: Date): string {
  return at.toISOString().slice(11, 16);
}

function span({ start }: Hour): string {
  return `${start.toISOString().slice(0, 10)} ${label(start)}`;
}
