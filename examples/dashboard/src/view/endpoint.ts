import { ROTATION_OVERLAP_HOURS } from 'receipt-reference-server/endpoints/endpoints.js';
import type { EventType } from 'receipt-reference-server/events/event-types.js';
import { path } from '../paths.js';
import type { EndpointRow } from 'receipt-reference-server/read-model/endpoints.js';
import type { Problems, RequestContext } from '../request-context.js';
import { eventBoxes } from './event-boxes.js';
import { choice, textField } from './fields.js';
import { html, type Html } from './html.js';
import { endpointOwner, endpointState } from './labels.js';
import { confirmForm, definitionList, identifier, postForm } from './parts.js';

/** Renders an endpoint's details. */
export function details(context: RequestContext, endpoint: EndpointRow): Html {
  return definitionList([
    ['URL', endpoint.url],
    ['Id', identifier(endpoint.id)],
    ['Belongs to', endpointOwner(endpoint)],
    ['Registered', context.time(endpoint.created_at)],
  ]);
}

/** Renders an endpoint's state, with buttons that pause or resume the endpoint. */
export function stateSection(context: RequestContext, endpoint: EndpointRow): Html {
  const { id, enabled } = endpoint;
  const buttons = enabled
    ? html`<button name="state" value="queue" class="primary">Queue them and deliver on resume</button>
        <button name="state" value="discard" class="danger">Discard them</button>`
    : html`<button name="state" value="active" class="primary">Resume</button>`;
  const form = postForm(context, path('endpoints', id, 'state'), buttons);
  return html`<section aria-labelledby="pause">
    <h2 id="pause">Pause</h2>
    <p>${endpointState(endpoint)}</p>
    ${enabled ? pausing(form) : form}
  </section>`;
}

/** Asks for confirmation, and for what to do with new events while the endpoint is paused. */
function pausing(form: Html): Html {
  return html`<details class="confirm">
    <summary>Pause…</summary>
    <p>
      A paused endpoint receives no events. Deliveries that are already waiting are kept. What should happen to new
      events in the meantime?
    </p>
    ${form}
  </details>`;
}

/** Renders the form for the URL and the event types, with the stored or the submitted values. */
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
    ${postForm(context, path('endpoints', endpoint.id, 'settings'), fields)}
  </section>`;
}

/** Renders the signing secret, hidden unless `secrets` is given, and a button to rotate it. */
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
      The previous secret also signs deliveries until ${context.time(until)}.
      ${previous !== undefined && html`It is <code class="token">${previous}</code>`}
    </p>`;
  const rotation = confirmForm(
    context,
    path('endpoints', id, 'rotation'),
    {
      ask: 'Rotate the secret…',
      what: `This creates a new secret. For ${ROTATION_OVERLAP_HOURS} hours, every delivery is signed with both secrets, so
      that the receiver can switch without rejecting any. If you rotate again within that time, the oldest secret becomes invalid immediately.`,
      button: 'Rotate now',
    },
    until === null ? undefined : html`<input type="hidden" name="again" value="1" />`,
  );
  return html`<section aria-labelledby="secret">
    <h2 id="secret">Signing secret</h2>
    ${shown} ${overlap} ${rotation}
  </section>`;
}

/** Renders a form that sends a test event of a subscribed type, for a business that the endpoint has access to. */
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
      ? 'The endpoint does not have access to a business yet. Grant its app access first.'
      : undefined;
  return html`<section aria-labelledby="test">
    <h2 id="test">Test event</h2>
    <p class="hint">
      Sends sample data to this endpoint only. The event is marked as a test, and otherwise sent and signed like any
      other event.
    </p>
    ${hindrance === undefined ? postForm(context, path('endpoints', id, 'test-events'), fields) : html`<p>${hindrance}</p>`}
  </section>`;
}
