import { ROTATION_OVERLAP_HOURS } from 'receipt-reference-server/endpoints/endpoints.js';
import type { EventType } from 'receipt-reference-server/events/event-types.js';
import { path } from '../paths.js';
import type { EndpointRow } from '../queries/endpoints.js';
import type { Problems, RequestContext } from '../request-context.js';
import { eventBoxes } from './event-boxes.js';
import { choice, textField } from './fields.js';
import { html, type Html } from './html.js';
import { endpointOwner, endpointState } from './labels.js';
import { confirmForm, definitionList, identifier, postForm } from './parts.js';

/** The details of an endpoint, and the buttons that pause or resume it. */
export function details(context: RequestContext, endpoint: EndpointRow): Html {
  const { id, url, enabled, created_at: createdAt } = endpoint;
  const buttons = enabled
    ? html`<button name="state" value="queue" class="primary">Queue them and deliver on resume</button>
        <button name="state" value="discard" class="danger">Discard them</button>`
    : html`<button name="state" value="active" class="primary">Resume</button>`;
  const form = postForm(context, path('endpoints', id, 'state'), buttons);
  const entries = [
    ['URL', url],
    ['Id', identifier(id)],
    ['Belongs to', endpointOwner(endpoint)],
    ['Registered', context.time(createdAt)],
    ['State', endpointState(endpoint)],
  ] as const;
  return html`${definitionList(entries)} ${enabled ? pausing(form) : form}`;
}

/** Asks for confirmation: a paused endpoint gets nothing, and the user must choose what to do with new events. */
function pausing(form: Html): Html {
  return html`<details class="confirm">
    <summary>Pause…</summary>
    <p>
      A paused endpoint receives nothing. Deliveries already waiting are kept. What should happen to new events in the
      meantime?
    </p>
    ${form}
  </details>`;
}

/** The URL and the event types, as stored or as typed. */
export function settingsForm(
  context: RequestContext,
  endpoint: EndpointRow,
  offered: readonly EventType[],
  problems?: Problems,
): Html {
  const { form } = context;
  const typed = form.has('url');
  const fields = html`${textField({ name: 'url', label: 'URL', value: typed ? form.get('url')! : endpoint.url, problems })}
    ${eventBoxes(offered, typed ? form.getAll('events') : endpoint.events, problems)}
    <button class="primary">Save</button>`;
  return html`<section aria-labelledby="settings">
    <h2 id="settings">URL and event types</h2>
    ${postForm(context, path('endpoints', endpoint.id), fields)}
  </section>`;
}

/** The signing secret, hidden without `secrets`, and its rotation. */
export function secretSection(
  context: RequestContext,
  { id, previous_until: until }: EndpointRow,
  secrets?: readonly string[],
): Html {
  const [current, previous] = secrets ?? [];
  const shown = current
    ? html`<p><code class="token">${current}</code></p>`
    : html`<p><code aria-label="hidden">••••••••••••</code></p>
        ${postForm(context, path('endpoints', id, 'secret'), html`<button>Show the secret</button>`)}`;
  const overlap =
    until !== null &&
    html`<p>
      The previous secret also signs until ${context.time(until)}.
      ${previous !== undefined && html`It is <code class="token">${previous}</code>`}
    </p>`;
  const rotation = confirmForm(
    context,
    path('endpoints', id, 'rotation'),
    {
      ask: 'Rotate the secret…',
      what: `This creates a new secret. For ${ROTATION_OVERLAP_HOURS} hours every delivery is signed with both, so
      that the receiver can switch without missing any. Rotating again within that time ends the older secret immediately.`,
      button: 'Rotate now',
    },
    until === null ? undefined : html`<input type="hidden" name="again" value="1" />`,
  );
  return html`<section aria-labelledby="secret">
    <h2 id="secret">Signing secret</h2>
    ${shown} ${overlap} ${rotation}
  </section>`;
}

/** A form to send one of the endpoint's event types about a business that it may read. */
export function testEventForm(
  context: RequestContext,
  { id, events, enabled }: EndpointRow,
  businesses: readonly { readonly id: string; readonly name: string }[],
  problems?: Problems,
): Html {
  const { form } = context;
  const types = events.map((type) => ({ value: type, label: type }));
  const about = businesses.map((business) => ({ value: business.id, label: `${business.name} (${business.id})` }));
  const fields = html`${choice({ name: 'type', label: 'Event type', value: form.get('type') ?? '', groups: { '': types }, problems })}
    ${choice({ name: 'business', label: 'About', value: form.get('business') ?? '', groups: { '': about }, problems })}
    <button>Send a test event</button>`;
  const hindrance = !enabled
    ? 'The endpoint is paused. Resume it to send a test event.'
    : businesses.length === 0
      ? 'It may not read any business yet. Grant the app access first.'
      : undefined;
  return html`<section aria-labelledby="test">
    <h2 id="test">Test event</h2>
    <p class="hint">Sample data, marked as a test, sent and signed like any other event, to this endpoint only.</p>
    ${hindrance === undefined ? postForm(context, path('endpoints', id, 'test-events'), fields) : html`<p>${hindrance}</p>`}
  </section>`;
}
