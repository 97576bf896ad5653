import { addAudit, type AuditedAction, type AuditEntry } from 'receipt-reference-server/audit/audit.js';
import {
  chooseEvents,
  changeUrl,
  ROTATION_OVERLAP_HOURS,
  rotateSecret,
  setEnabled,
} from 'receipt-reference-server/endpoints/endpoints.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { checkEndpointForm } from '../endpoint-form.js';
import { FormErrors, requireFound, text } from '../form.js';
import { path } from '../paths.js';
import {
  findEndpoint,
  readableBusinesses,
  readSecrets,
  type EndpointRow,
} from 'receipt-reference-server/read-model/endpoints.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { html } from '../view/html.js';
import { endpointTabs } from '../view/endpoint-activity.js';
import { details, secretSection, settingsForm, stateSection, testEventForm } from '../view/endpoint.js';
import { breadcrumbs } from '../view/parts.js';
import { problemSummary } from '../view/fields.js';

/** The maximum number of businesses to offer for a test event. */
const MAX_BUSINESSES = 101;

/** The states that a user can set, with the message that confirms the change. */
const STATES: Readonly<Record<string, string>> = {
  active: 'The endpoint is active again. Queued events are being delivered.',
  queue: 'The endpoint is paused. New events are queued until you resume it.',
  discard: 'The endpoint is paused. New events are discarded and will never be delivered.',
};

/** Renders an endpoint's settings page. `problems` are the errors in a submitted form. */
export async function settingsPage(
  dashboard: DashboardContext,
  context: RequestContext,
  problems?: Problems,
): Promise<Page> {
  const { database, offered, rules } = dashboard;
  const id = context.params.id!;
  const endpoint = requireFound(await findEndpoint(database, context.actor.scope, id), 'endpoint');
  const secrets = context.flash?.reveal ? await readSecrets(database, id, rules.secrets) : undefined;
  const businesses = await readableBusinesses(database, id, MAX_BUSINESSES);
  const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'], [path('endpoints', id), endpoint.url])}
    <h1>Settings</h1>
    ${endpointTabs(id, 'settings')} ${problemSummary(problems)} ${details(context, endpoint)}
    <div class="columns">
      ${secretSection(context, endpoint, secrets)} ${testEventForm(context, endpoint, businesses, problems)}
    </div>
    ${settingsForm(context, endpoint, offered, problems)} ${stateSection(context, endpoint)}`;
  return { title: `Settings of ${endpoint.url}`, section: 'endpoints', status: problems && 422, body };
}

/** Routes for an endpoint's settings: changing them, pausing, and showing and rotating the signing secret. */
export function endpointSettingsRoutes(dashboard: DashboardContext): Route[] {
  const { database, rules, wake } = dashboard;

  const change: Route['handle'] = async (context) => {
    const { form } = context;
    const endpoint = await existing(context);
    const { id } = endpoint;
    const errors = new FormErrors();
    checkEndpointForm(form, rules, errors);
    if (errors.any) return settingsPage(dashboard, context, errors.problems);
    await database.transaction(async (tx) => {
      await changeUrl(tx, id, text(form, 'url'), rules);
      await chooseEvents(tx, id, form.getAll('events'), rules);
      await addAudit(tx, context.actor, audited(endpoint, 'endpoint.changed', text(form, 'url')));
    });
    return back(id, 'Saved. The changes apply to new events.');
  };

  const setState: Route['handle'] = async (context) => {
    const endpoint = await existing(context);
    const { id } = endpoint;
    const state = text(context.form, 'state');
    if (!Object.hasOwn(STATES, state)) {
      throw new HttpError('invalid_parameter', `state must be one of ${Object.keys(STATES).join(', ')}.`);
    }
    const what = state === 'active' ? 'endpoint.resumed' : 'endpoint.paused';
    await database.transaction(async (tx) => {
      await setEnabled(tx, id, state === 'active', { hold: state === 'queue' });
      await addAudit(tx, context.actor, audited(endpoint, what, state === 'active' ? undefined : state));
    });
    if (state === 'active') wake();
    return back(id, STATES[state]!);
  };

  const reveal: Route['handle'] = async (context) => {
    const endpoint = await existing(context);
    await addAudit(database, context.actor, audited(endpoint, 'secret.shown'));
    return {
      to: path('endpoints', endpoint.id, 'settings'),
      flash: { text: 'The signing secret is shown below until you refresh the page.', reveal: true },
    };
  };

  const rotate: Route['handle'] = async (context) => {
    const endpoint = await existing(context);
    const { id } = endpoint;
    const rotated = await database.transaction(async (tx) => {
      const done = await rotateSecret(tx, id, { again: context.form.has('again'), secrets: rules.secrets });
      if (done) await addAudit(tx, context.actor, audited(endpoint, 'secret.rotated'));
      return done;
    });
    if (!rotated) return back(id, 'The signing secret was rotated recently, and has not been rotated again.');
    const message = `Signing secret rotated. For ${ROTATION_OVERLAP_HOURS} hours, deliveries are signed with both the old and the new secret.`;
    return { to: path('endpoints', id, 'settings'), flash: { text: message, reveal: true } };
  };

  async function existing({ params, actor }: RequestContext): Promise<EndpointRow> {
    return requireFound(await findEndpoint(database, actor.scope, params.id!), 'endpoint');
  }

  return [
    {
      method: 'GET',
      path: '/endpoints/:id/settings',
      tenants: ['owner', 'app'],
      handle: (context) => settingsPage(dashboard, context),
    },
    { method: 'POST', path: '/endpoints/:id/settings', tenants: ['owner', 'app'], handle: change },
    { method: 'POST', path: '/endpoints/:id/state', tenants: ['owner', 'app'], handle: setState },
    { method: 'POST', path: '/endpoints/:id/secret', tenants: ['owner', 'app'], handle: reveal },
    { method: 'POST', path: '/endpoints/:id/rotation', tenants: ['owner', 'app'], handle: rotate },
  ];
}

/** Creates an audit entry about an endpoint. The endpoint's app or owner can see the entry. */
export function audited(
  { id, app_id: appId, owner_id: ownerId }: EndpointRow,
  what: AuditedAction,
  detail?: string,
): AuditEntry {
  const tenant = appId === null ? `owner:${ownerId ?? ''}` : `app:${appId}`;
  return { what, subject: `endpoint:${id}`, tenant, detail };
}

function back(id: string, text: string) {
  return { to: path('endpoints', id, 'settings'), flash: { text } };
}
