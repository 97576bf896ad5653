import type { EndpointStatus } from '../endpoint-status.js';
import { path, withQuery } from '../paths.js';
import { MAX_COUNTED, type Counts, type OldestDue } from 'receipt-reference-server/read-model/overview.js';
import type { RequestContext } from '../request-context.js';
import { attentionRow } from './health.js';
import { html, type Html } from './html.js';
import { count, status } from './parts.js';
import { duration } from './time.js';

/**
 * The time after which a due delivery counts as late, in milliseconds. Until then, the delivery may still be due only
 * because no worker has polled yet. If an attempt to the same endpoint began within this time, the endpoint is slow,
 * and its deliveries do not count as late.
 */
export const LATE_MS = 60_000;

/** The maximum number of endpoints that the panel lists. */
export const MAX_NAMED = 10;

/** The data that the panel shows. */
export interface Attention {
  readonly counts: Pick<Counts, 'endpoints' | 'failing' | 'paused' | 'unused'>;
  /** Endpoints that need attention, worst first; not always all of them. The panel lists at most MAX_NAMED. */
  readonly worst: readonly EndpointStatus[];
  /** The longest overdue delivery to an endpoint without a recent attempt; see `LATE_MS`. */
  readonly idleDue: OldestDue | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** Lists the endpoints that need attention and the late delivery, if any; otherwise says that all is well. */
export function attention(context: RequestContext, { counts, worst, idleDue, now }: Attention): Html {
  const late = isLate(idleDue, now) ? idleDue : undefined;
  if (worst.length === 0 && !late) return allWell(counts);
  const shown = worst.slice(0, MAX_NAMED);
  const known = Math.max(counts.failing, worst.length);
  const title =
    worst.length === 0
      ? 'Needs attention: deliveries are late'
      : `Needs attention: ${known > shown.length ? 'at least ' : ''}${count(known, MAX_COUNTED)} of ${count(counts.endpoints, MAX_COUNTED)} endpoints`;
  return html`<section class="attention" aria-labelledby="attention">
    <h2 id="attention">${title}</h2>
    <ul>
      ${shown.map((of) => html`<li>${attentionRow(context, of, true)}</li>`)} ${late && lateItem(context, late, now)}
    </ul>
    ${
      known > shown.length &&
      html`<p class="links">
        <a href="${withQuery(path('endpoints'), { show: 'failing' })}"
          >All ${count(counts.failing, MAX_COUNTED)} failing endpoints</a
        >
        <a href="${path('endpoints')}">All endpoints</a>
      </p>`
    }
  </section>`;
}

/** Whether a delivery is late. @param now Unix time in milliseconds */
export function isLate<T extends Pick<OldestDue, 'due_at'>>(due: T | undefined, now: number): due is T {
  return due !== undefined && now - due.due_at.getTime() > LATE_MS;
}

function lateItem(context: RequestContext, late: OldestDue, now: number): Html {
  const delivery = path('endpoints', late.endpoint_id, 'deliveries', late.business_id, late.event_id);
  return html`<li>
    <p>${status('bad', 'Late')} <a class="name" href="${delivery}">${late.url}</a></p>
    <p>
      A delivery was due at ${context.time(late.due_at)},
      <strong>${duration(now - late.due_at.getTime())}</strong> ago, and has not been sent. Check that a worker is
      running, and check its log.
    </p>
  </li>`;
}

function allDeliver(endpoints: number): string {
  return endpoints === 1 ? 'The endpoint is healthy.' : `All ${count(endpoints, MAX_COUNTED)} endpoints are healthy.`;
}

function allWell({ endpoints, paused, unused }: Attention['counts']): Html {
  const active = endpoints - paused - unused;
  const others = [paused > 0 && `${paused} paused`, unused > 0 && `${unused} not yet used`].filter(Boolean);
  const text =
    endpoints === 0
      ? 'No endpoints yet, so no events are delivered.'
      : others.length === 0
        ? allDeliver(endpoints)
        : `No failing endpoints. Of ${count(endpoints, MAX_COUNTED)}: ${[`${active} healthy`, ...others].join(', ')}.`;
  return html`<p class="attention well">${endpoints === 0 ? null : status('good', '')} ${text}</p>`;
}
