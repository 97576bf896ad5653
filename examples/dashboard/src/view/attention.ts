import { path, withQuery } from '../paths.js';
import type { EndpointRow } from '../queries/endpoints.js';
import { MAX_COUNTED, type Activity, type Counts, type OldestDue } from '../queries/overview.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { endpointOwner } from './labels.js';
import { count, status } from './parts.js';
import { reasonOf } from './reasons.js';
import { duration } from './time.js';

/** Milliseconds after which a due delivery is late: before, it may just be waiting for a worker's next poll. */
const LATE_MS = 60_000;

/** The data of the panel. */
export interface Attention {
  readonly counts: Counts;
  /** The most recently failing endpoints. */
  readonly failing: readonly EndpointRow[];
  readonly activity: Activity;
  readonly oldestDue: OldestDue | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** Shows what is failing, or that nothing is. */
export function attention(context: RequestContext, about: Attention): Html {
  const { counts, failing, oldestDue, now } = about;
  const late = oldestDue !== undefined && now - oldestDue.due_at.getTime() > LATE_MS ? oldestDue : undefined;
  if (failing.length === 0 && !late) return allWell(counts);
  const title =
    failing.length === 0 ? 'Needs attention: deliveries are late' : `Needs attention: ${fails(counts, failing.length)}`;
  const more = counts.failing > failing.length;
  return html`<section class="attention" aria-labelledby="attention">
    <h2 id="attention">${title}</h2>
    <ul>
      ${failing.map((endpoint) => failingItem(context, endpoint, about))} ${late && lateItem(context, late, now)}
    </ul>
    ${
      more &&
      html`<p>
        <a href="${withQuery(path('endpoints'), { show: 'failing' })}"
          >All ${count(counts.failing, MAX_COUNTED)} failing endpoints</a
        >
      </p>`
    }
  </section>`;
}

function fails({ endpoints, failing }: Counts, shown: number): string {
  const number = Math.max(failing, shown);
  const all = `${count(number, MAX_COUNTED)} of ${count(endpoints, MAX_COUNTED)} ${endpoints === 1 ? 'endpoint' : 'endpoints'}`;
  return `${all} ${number === 1 ? 'fails' : 'fail'}`;
}

function failingItem(context: RequestContext, endpoint: EndpointRow, { activity, now }: Attention): Html {
  const { id, url, failing_since: since } = endpoint;
  const { failed, delivered } = activity.byEndpoint.get(id) ?? { failed: 0, delivered: 0 };
  const { what, advice } = reasonOf({ url, status: endpoint.last_status, errorClass: endpoint.last_error_class });
  const list = (state: string) => withQuery(path('endpoints', id, 'deliveries'), { state });
  const of = (failed + delivered).toLocaleString('en');
  return html`<li>
    <p>
      ${status('bad', 'Failing')} <a class="name" href="${path('endpoints', id)}">${url}</a>
      <span class="hint">${endpointOwner(endpoint)}</span>
    </p>
    <p>
      Since ${context.time(since)}, for <strong>${duration(now - since!.getTime())}</strong>.
      ${failed > 0 && html`<strong>${failed.toLocaleString('en')} of ${of}</strong> attempts of the last 24 hours failed.`}
    </p>
    <p><strong>${what}.</strong> ${advice}</p>
    <p class="links">
      <a href="${list('failed')}">Given up</a> <a href="${list('pending')}">Waiting</a>
      <a href="${list('all')}">All deliveries</a>
    </p>
  </li>`;
}

function lateItem(context: RequestContext, late: OldestDue, now: number): Html {
  const delivery = path('endpoints', late.endpoint_id, 'deliveries', late.business_id, late.event_id);
  return html`<li>
    <p>${status('bad', 'Late')} <a class="name" href="${delivery}">${late.url}</a></p>
    <p>
      A delivery was due at ${context.time(late.due_at)},
      <strong>${duration(now - late.due_at.getTime())}</strong> ago, and has not been sent. Check that a worker is
      running, and see its log.
    </p>
  </li>`;
}

function allDeliver(endpoints: number): string {
  return endpoints === 1 ? 'The endpoint is healthy.' : `All ${count(endpoints, MAX_COUNTED)} endpoints are healthy.`;
}

function allWell({ endpoints, paused, unused }: Counts): Html {
  const active = endpoints - paused - unused;
  const others = [paused > 0 && `${paused} paused`, unused > 0 && `${unused} not used yet`].filter(Boolean);
  const text =
    endpoints === 0
      ? 'No endpoints yet, so nothing is delivered.'
      : others.length === 0
        ? allDeliver(endpoints)
        : `No endpoint is failing: of ${count(endpoints, MAX_COUNTED)}, ${[`${active} are healthy`, ...others].join(', ')}.`;
  return html`<p class="attention well">${endpoints === 0 ? null : status('good', '')} ${text}</p>`;
}
