import { path, withQuery } from '../paths.js';
import type { Activity, Hour } from 'receipt-reference-server/read-model/counters.js';
import type { OldestDue } from 'receipt-reference-server/read-model/overview.js';
import type { RequestContext } from '../request-context.js';
import { isLate } from './attention.js';
import { latency, successShare } from './endpoint-activity.js';
import { html, type Html } from './html.js';
import { count } from './parts.js';
import { duration } from './time.js';

/**
 * The value, in milliseconds, that represents the last latency bucket in a chart, because that bucket has no upper
 * bound.
 */
const OVER_MS = 20_000;

const WIDTH = 96;
const HEIGHT = 20;

type Oldest = Pick<OldestDue, 'due_at' | 'url'>;

/**
 * Renders four key figures: three with a sparkline of the last 24 hours, and the oldest waiting event with the time
 * when it was due.
 *
 * @param of `oldest`: the longest overdue delivery. `idleDue`: the longest overdue delivery to an endpoint without a
 * recent attempt, which shows that the worker is behind
 * @param now Unix time in milliseconds
 */
export function tiles(
  context: RequestContext,
  activity: Activity,
  { oldest, idleDue }: { readonly oldest: Oldest | undefined; readonly idleDue: Pick<Oldest, 'due_at'> | undefined },
  now: number,
): Html {
  const { delivered, failed, p95Ms, created, rejected, hours } = activity;
  const attempts = delivered + failed;
  const endpoints = (show: string) => withQuery(path('endpoints'), { show });
  const waits = oldest === undefined ? 0 : now - oldest.due_at.getTime();
  const share = (hour: Hour) =>
    hour.delivered + hour.failed === 0 ? undefined : hour.delivered / (hour.delivered + hour.failed);
  const entries: readonly (readonly [string, string, string, string, Html | null])[] = [
    [
      'Successful attempts',
      successShare(activity),
      `${count(delivered)} of ${count(attempts)} attempts`,
      endpoints('failing'),
      line(hours.map(share), 1),
    ],
    [
      'p95 from write to delivery',
      p95Ms === undefined ? '–' : latency(p95Ms),
      'of delivered events',
      endpoints('waiting'),
      line(
        hours.map((hour) => hour.p95Ms && Math.log10(Math.min(hour.p95Ms, OVER_MS))),
        Math.log10(OVER_MS),
      ),
    ],
    [
      'Writes rejected',
      count(rejected),
      `of ${count(rejected + created)} writes`,
      path('rejected-requests'),
      line(
        hours.map((hour) => hour.rejected),
        Math.max(1, ...hours.map((hour) => hour.rejected)),
      ),
    ],
    [
      'Oldest event waiting',
      oldest === undefined ? '–' : duration(waits),
      oldest === undefined ? 'none is due' : oldest.url,
      endpoints('waiting'),
      oldest === undefined ? null : html`<span class="hint">due since ${context.time(oldest.due_at)}</span>`,
    ],
  ];
  return html`<ul class="tiles">
      ${entries.map(
        ([label, figure, note, href, drawn]) =>
          html`<li>
            <a href="${href}"
              ><span>${label}</span> <strong>${figure}</strong> <span class="hint">${note}</span> ${drawn}</a
            >
          </li>`,
      )}
    </ul>
    ${countedNote(context, idleDue, now)}`;
}

/** States which period the figures cover, and what can be missing. */
export function countedNote(context: RequestContext, idleDue: Pick<Oldest, 'due_at'> | undefined, now: number): Html {
  const until = context.time(new Date(now - COUNTED_WITHIN_MS));
  return html`<p class="hint">
    ${
      isLate(idleDue, now)
        ? html`Counted to ${until}. The worker is ${duration(now - idleDue.due_at.getTime())} behind.`
        : html`The last 24 hours, counted to ${until}.`
    }
    If a process is killed, its counts of the last 10 seconds are lost.
  </p>`;
}

/** The maximum delay, in milliseconds, before counts reach the database. Source: counters.ts. */
const COUNTED_WITHIN_MS = 10_000;

/** Draws a sparkline with one value per hour, and gaps for missing values. Hidden from screen readers. */
function line(values: readonly (number | undefined)[], most: number): Html | null {
  if (!values.some((value) => value !== undefined && value > 0)) return null;
  const step = WIDTH / Math.max(1, values.length - 1);
  const y = (value: number) => (HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1);
  let pen = 'M';
  const commands = values.map((value, i) => {
    if (value === undefined) {
      pen = 'M';
      return '';
    }
    const x = (i * step).toFixed(1);
    // Start with a short stroke, so that an hour between two gaps is visible.
    const stroke = pen === 'M' ? `M${x} ${y(value)}h0.1` : `L${x} ${y(value)}`;
    pen = 'L';
    return stroke;
  });
  return html`<svg
    class="line"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    aria-hidden="true"
    aria-label=""
  >
    <path d="${commands.join('')}" />
  </svg>`;
}
