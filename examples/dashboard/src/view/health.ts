import { WORKER, type AuditRow } from 'receipt-reference-server/audit/audit.js';
import type { EndpointStatus } from '../endpoint-status.js';
import { path } from '../paths.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';
import { endpointOwner } from './labels.js';
import { count, status } from './parts.js';
import { reasonOf, type Reason } from './reasons.js';
import { duration } from './time.js';

/** Renders an endpoint's health as one word. */
function healthMark({ health }: Pick<EndpointStatus, 'health'>): Html {
  switch (health.state) {
    case 'healthy':
      return status('good', 'Healthy');
    case 'degraded':
      return status('weak', 'Degraded');
    case 'failing':
      return status('bad', 'Failing');
    case 'paused':
      return status('idle', 'Paused');
    case 'new':
      return status('idle', 'New');
  }
}

/** Renders an endpoint's health as a sentence. @param paused the audit entry for the pause, if any */
export function healthSentence(
  context: RequestContext,
  of: Pick<EndpointStatus, 'endpoint' | 'undelivered' | 'health'>,
  paused?: AuditRow,
): Html {
  const { endpoint, undelivered, health } = of;
  switch (health.state) {
    case 'healthy':
      return html`${healthMark(of)}${again(context, endpoint)}`;
    case 'degraded':
      return html`${healthMark(of)}:
      ${
        'percent' in health
          ? html`${health.percent} % of attempts have failed since ${context.time(health.since)}`
          : html`${events(health.givenUp)} not delivered${again(context, endpoint)}`
      }`;
    case 'failing':
      return html`${healthMark(of)} since ${context.time(health.since)}
      (${duration(Date.now() - health.since.getTime())}): ${lastReason(endpoint).what}`;
    case 'paused':
      return html`${healthMark(of)}${paused && html` ${pausedBy(paused)} since ${context.time(paused.at)}`}:
      ${held(endpoint.hold, undelivered.held)}`;
    case 'new':
      return html`${healthMark(of)}: no events have been sent yet.
        <a href="${path('endpoints', endpoint.id, 'settings')}#test">Send a test event</a>`;
  }
}

/** How long to show that an endpoint has recovered, in milliseconds. */
const RECOVERED_MS = 86_400_000;

/** Says when an endpoint that had been failing started to work again, if that was less than a day ago. */
function again(context: RequestContext, { recovered_at: at }: EndpointStatus['endpoint']): Renderable {
  return at !== null && Date.now() - at.getTime() < RECOVERED_MS && html`, working again since ${context.time(at)}`;
}

function pausedBy({ scope, session }: AuditRow): string {
  return session === WORKER.session ? 'automatically' : `by ${scope}`;
}

/** Explains the last attempt's result. */
export function lastReason({
  url,
  last_status: status,
  last_error_class: errorClass,
}: EndpointStatus['endpoint']): Reason {
  return reasonOf({ url, status, errorClass });
}

/**
 * Renders an endpoint that needs attention: what is wrong, since when, how many events are affected, and what to do.
 *
 * @param named whether to show the endpoint's URL, with a link to its page
 */
export function attentionRow(context: RequestContext, of: EndpointStatus, named: boolean): Html {
  const { endpoint, undelivered, health } = of;
  const { id, url } = endpoint;
  const { what, advice } = lastReason(endpoint);
  const since = 'since' in health ? health.since : null;
  const parts = [
    health.state === 'failing' && html`<strong>${what}</strong>`,
    named && html`<a class="name" href="${path('endpoints', id)}">${url}</a>`,
    named && endpointOwner(endpoint),
    'percent' in health && html`<strong>${health.percent} %</strong> of attempts failed`,
    since !== null && html`since ${context.time(since)} (${duration(Date.now() - since.getTime())})`,
    undelivered.waiting > 0 && `${events(undelivered.waiting)} waiting`,
    undelivered.givenUp > 0 && html`<strong>${events(undelivered.givenUp)}</strong> given up, not retried`,
  ].filter((part) => part !== false);
  return html`<p>${healthMark(of)} ${parts.map((part) => html` · ${part}`)}</p>
    ${health.state === 'failing' && advice !== '' && html`<p>${advice}</p>`}
    <p class="links">
      ${undelivered.givenUp > 0 && html`<a href="${path('endpoints', id, 'replay')}">Replay</a>`}
      <a href="${path('endpoints', id, 'settings')}#pause">Pause</a>
    </p>`;
}

/** Describes what happens to a paused endpoint's events. */
function held(hold: boolean, queued: number): string {
  if (hold) return `${events(queued)} queued`;
  return queued === 0 ? 'new events are discarded' : `${events(queued)} queued; new events are discarded`;
}

const events = (n: number) => `${count(n)} ${n === 1 ? 'event' : 'events'}`;
