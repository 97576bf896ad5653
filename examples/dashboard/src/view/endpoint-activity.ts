import type { FailureGroup } from 'receipt-reference-server/delivery/failures.js';
import { causeKey } from '../failure-cause.js';
import type { EndpointStatus } from '../endpoint-status.js';
import { path, withQuery } from '../paths.js';
import type { Activity } from 'receipt-reference-server/read-model/counters.js';
import type { RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { count, filters } from './parts.js';
import { reasonOf } from './reasons.js';
import { table } from './table.js';
import { duration } from './time.js';

export type EndpointTab = 'activity' | 'deliveries' | 'replay' | 'settings';

/** Renders links to an endpoint's pages. */
export function endpointTabs(id: string, current: EndpointTab): Html {
  const to = (tab: string) => path('endpoints', id, tab);
  return filters('Pages of this endpoint', [
    ['Activity', path('endpoints', id), current === 'activity'],
    ['Deliveries', to('deliveries'), current === 'deliveries'],
    ['Replay', to('replay'), current === 'replay'],
    ['Settings', to('settings'), current === 'settings'],
  ]);
}

/** Renders an endpoint's four key figures. */
export function endpointFigures(context: RequestContext, { endpoint, activity, undelivered }: EndpointStatus): Html {
  const { delivered, failed, p95Ms } = activity;
  const list = (state: string) => withQuery(path('endpoints', endpoint.id, 'deliveries'), { state });
  const { waiting, oldestDue, givenUp, lastGivenUp } = undelivered;
  const late = oldestDue === null ? 0 : Date.now() - oldestDue.getTime();
  return html`<dl class="figures">
    ${figure('Success in 24 h', successShare(activity), `${count(delivered)} of ${count(delivered + failed)} attempts`)}
    ${figure('p95 to delivery', p95Ms === undefined ? '–' : latency(p95Ms), 'from write to delivery, 24 h')}
    ${figure('Waiting', html`<a href="${list('pending')}">${count(waiting)}</a>`, late > 0 ? `oldest due ${duration(late)} ago` : 'none overdue')}
    ${figure('Given up', html`<a href="${list('failed')}">${count(givenUp)}</a>`, lastGivenUp === null ? 'none' : html`last at ${context.time(lastGivenUp)}`)}
  </dl>`;
}

function figure(label: string, value: Html | string, note: Html | string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd><strong>${value}</strong> <span class="hint">${note}</span></dd>
  </div>`;
}

/** The success rate, rounded down: it is 100 % only if every attempt succeeded. */
export function successShare({ delivered, failed }: Pick<Activity, 'delivered' | 'failed'>): string {
  const all = delivered + failed;
  return all === 0 ? '–' : `${Math.floor((1000 * delivered) / all) / 10} %`;
}

/**
 * Formats a latency as the upper bound of its bucket.
 *
 * @param ms the bucket's upper bound; Infinity for the last bucket
 */
export function latency(ms: number): string {
  if (ms === Infinity) return '> 10 s';
  return `≤ ${ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`}`;
}

/** Renders the causes of failed deliveries. */
export function failureCauses(context: RequestContext, id: string, url: string, groups: readonly FailureGroup[]): Html {
  const [first, last] = [context.times.column(), context.times.column()];
  const rows = groups.map((group) => {
    const replay = withQuery(path('endpoints', id, 'replay'), { cause: causeKey(group) });
    const { givenUp, retrying } = group;
    return [
      html`${causeName(url, group)} ${group.line !== '' && html`<code class="answer">${group.line}</code>`}`,
      html`<span class="number">${count(givenUp + retrying)}</span>
        ${retrying > 0 && html`<span class="hint">${count(retrying)} will be retried</span>`}`,
      first(group.first),
      last(group.last),
      givenUp > 0 ? html`<a href="${replay}">Replay these</a>` : '–',
    ];
  });
  return table(
    'By response to the last attempt',
    ['Cause', 'Deliveries', 'First', 'Last', 'Action'],
    rows,
    'No deliveries have failed.',
    { compact: true },
  );
}

/** Describes a cause without the response line. */
export function causeName(url: string, { status, errorClass }: Pick<FailureGroup, 'status' | 'errorClass'>): string {
  return reasonOf({ url, status, errorClass }).what;
}
