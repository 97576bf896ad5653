import type { AuditRow } from 'receipt-reference-server/audit/audit.js';
import type { Replayed } from 'receipt-reference-server/delivery/failures.js';
import type { FailedPreview } from 'receipt-reference-server/delivery/redeliver.js';
import { path, withQuery } from '../paths.js';
import type { AttemptRow } from 'receipt-reference-server/read-model/delivery.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import type { Problems, RequestContext } from '../request-context.js';
import { textField } from './fields.js';
import { html, type Html } from './html.js';
import { count, postForm, status } from './parts.js';
import { reasonOf } from './reasons.js';
import { duration } from './time.js';

/** The newest attempt to deliver the last test event. */
export interface LastTest {
  readonly url: string;
  readonly attempt: AttemptRow;
}

/** The selection of deliveries, which every form on the page contains. */
interface Carried {
  readonly since: string;
  /** A cause's key, from `causeKey`. */
  readonly cause: string | undefined;
}

/** Renders the form that selects the deliveries to preview. */
export function replayQuery(
  { times }: RequestContext,
  id: string,
  { since, cause }: Carried,
  problems?: Problems,
): Html {
  const field = textField({
    name: 'since',
    label: `Failed since (${times.zone})`,
    type: 'datetime-local',
    step: 'any',
    value: since,
    problems,
  });
  return html`<form method="get" action="${path('endpoints', id, 'replay')}" class="inline">
    ${cause !== undefined && html`<input type="hidden" name="cause" value="${cause}" />`} ${field}<button>
      Preview
    </button>
  </form>`;
}

/** Renders the deliveries that a replay would send, with a button that starts the replay. */
export function previewSection(
  context: RequestContext,
  endpoint: EndpointRow,
  about: Carried & {
    readonly from: Date;
    readonly found: FailedPreview;
    /** All deliveries that a replay could send, whenever they failed. */
    readonly all: FailedPreview;
    /** The business of the test event; undefined if no test event can be sent. */
    readonly business: { readonly id: string; readonly name: string } | undefined;
    readonly test: LastTest | undefined;
    readonly rows: Html | null;
  },
): Html {
  const { found, from, all, test, rows } = about;
  const { time } = context;
  if (found.count === 0) {
    return html`<p class="none">
      No deliveries have failed since ${time(from)}.
      ${all.last !== null && html`The last failure was at ${time(all.last)}.`}
      ${earlierLink(context, endpoint.id, about)}
    </p>`;
  }
  const { since, cause } = about;
  const fields = html`${carried({ since, cause })}<button class="primary">Replay ${count(found.count)}</button>`;
  return html`<section aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    <p>
      <strong>${deliveries(found.count)}</strong> from ${time(found.first)} to ${time(found.last)}. Each gets six more
      attempts. ${earlierLink(context, endpoint.id, about)}
    </p>
    <p>${testNote(test)}</p>
    ${endpoint.enabled ? null : html`<p>The endpoint is paused. They will be sent when it is resumed.</p>`}
    <div class="actions">
      ${testForm(context, endpoint, about, test === undefined)}
      ${postForm(context, path('endpoints', endpoint.id, 'replay'), fields, 'Replay')}
    </div>
    ${rows}
  </section>`;
}

/** Links to a preview that also includes the deliveries that failed earlier; null if there are none. */
function earlierLink(
  { times }: RequestContext,
  id: string,
  { found, all, cause }: Carried & { readonly found: FailedPreview; readonly all: FailedPreview },
): Html | null {
  if (all.first === null || all.count <= found.count) return null;
  const href = withQuery(path('endpoints', id, 'replay'), { since: times.minute(all.first), cause });
  return html`${deliveries(all.count - found.count)} failed earlier.
    <a href="${href}">Include ${all.count - found.count === 1 ? 'it' : 'them'}</a>`;
}

function testNote(test: LastTest | undefined): Html {
  if (test === undefined) {
    return html`${status('idle', 'Not tested')}: the receiver has not been tested since it failed.`;
  }
  const { url, attempt } = test;
  const { what } = reasonOf({ ...attempt, url, errorClass: attempt.error_class });
  if (attempt.error_class !== null) {
    return html`${status('bad', 'The receiver is still failing')}: ${what}. Replay anyway?`;
  }
  const ago = duration(Date.now() - attempt.at.getTime());
  return html`${status('good', 'Tested')}: the receiver responded to a test with ${what} ${ago} ago.`;
}

/**
 * Renders a button that sends a test event and then shows this page again.
 *
 * @param business the test event's business @param first whether the receiver has not been tested yet
 */
function testForm(
  context: RequestContext,
  { id, events }: EndpointRow,
  { business, ...asked }: Carried & { readonly business: { readonly id: string; readonly name: string } | undefined },
  first: boolean,
): Html {
  const type = events.includes('transaction.created') ? 'transaction.created' : events[0];
  if (type === undefined || business === undefined) {
    return html`<p class="hint">
      You cannot send a test event, because the endpoint is paused, has no event types, or has no access to a business.
    </p>`;
  }
  const explanation = `Sends ${type} to this endpoint only, with sample data about ${business.name}, marked as a test.`;
  return postForm(
    context,
    path('endpoints', id, 'test-events'),
    html`${carried(asked)}<input type="hidden" name="type" value="${type}" /><input
        type="hidden"
        name="business"
        value="${business.id}"
      />
      <button title="${explanation}">${first ? 'Test first' : 'Test again'}</button>`,
    'Test the receiver',
  );
}

/** Shows the progress of the last replay. */
export function progressNote(
  { time }: RequestContext,
  done: AuditRow,
  { waiting, givenUp, cancelled }: Replayed,
): Html {
  const queued = Number(done.detail);
  const delivered = Math.max(0, queued - waiting - givenUp - cancelled);
  return html`<p class="attention well">
    ${deliveries(queued)} queued at ${time(done.at)}; ${count(delivered)} delivered so
    far${givenUp > 0 && `, ${count(givenUp)} given up again`}${cancelled > 0 && `, ${count(cancelled)} cancelled`}.
  </p>`;
}

const carried = ({ since, cause }: Carried): Html =>
  html`<input type="hidden" name="since" value="${since}" />${
      cause !== undefined && html`<input type="hidden" name="cause" value="${cause}" />`
    }`;

const deliveries = (n: number) => `${count(n)} ${n === 1 ? 'delivery' : 'deliveries'}`;
