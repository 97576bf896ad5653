import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { registerEndpoint, type EndpointOwner } from 'receipt-reference-server/endpoints/endpoints.js';
import type { Database } from 'receipt-reference-server/database/database.js';
import { checkEndpointForm } from '../endpoint-form.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { FormErrors, text } from '../form.js';
import { path } from '../paths.js';
import { findApp, listApps } from 'receipt-reference-server/read-model/apps.js';
import { listOwners, ownerExists } from 'receipt-reference-server/read-model/businesses.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { eventBoxes } from '../view/event-boxes.js';
import { choice, problemSummary, textField } from '../view/fields.js';
import { html } from '../view/html.js';
import { postForm, breadcrumbs } from '../view/parts.js';

/** The maximum number of apps, and of owners, to load. If there are too many for a select, the user types the id. */
const MAX_OFFERED = 200;

/** Routes for registering an endpoint. */
export function newEndpointRoutes({ database, offered, rules }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const { form } = context;
    const fields = [
      tenantOwner(context) ? null : await ownerField(database, text(form, 'owner'), problems),
      textField({
        name: 'url',
        label: 'URL',
        hint: 'The address that receives events, such as https://example.com/webhooks. It must be public.',
        value: text(form, 'url'),
        problems,
      }),
      eventBoxes(offered, form.getAll('events'), problems),
      html`<button class="primary">Register</button>`,
    ];
    const body = html`${breadcrumbs([path('endpoints'), 'Endpoints'])}
      <h1>Register an endpoint</h1>
      ${problemSummary(problems)} ${postForm(context, path('endpoints', 'new'), html`${fields}`)}`;
    return { title: 'Register an endpoint', section: 'endpoints', status: problems && 422, body };
  };

  const register: Route['handle'] = async (context) => {
    const { form } = context;
    const errors = new FormErrors();
    const owner = tenantOwner(context) ?? (await readOwner(database, text(form, 'owner')));
    errors.require(owner !== undefined, 'owner', 'Choose the app or owner that the endpoint belongs to.');
    checkEndpointForm(form, rules, errors);
    if (!owner || errors.any) return show(context, errors.problems);
    const id = await database.transaction(async (tx) => {
      const made = { owner, url: text(form, 'url'), events: form.getAll('events') };
      const id = await registerEndpoint(tx, made, rules);
      const tenant = 'appId' in owner ? `app:${owner.appId}` : `owner:${owner.ownerId}`;
      const entry = { what: 'endpoint.registered', subject: `endpoint:${id}`, tenant, detail: made.url } as const;
      await addAudit(tx, context.actor, entry);
      return id;
    });
    const message = 'Endpoint registered. Configure its signing secret in the receiver, then send a test event.';
    return { to: path('endpoints', id, 'settings'), flash: { text: message } };
  };

  return [
    { method: 'GET', path: '/endpoints/new', tenants: ['owner', 'app'], handle: (context) => show(context) },
    { method: 'POST', path: '/endpoints/new', tenants: ['owner', 'app'], handle: register },
  ];
}

async function ownerField(database: Database, value: string, problems?: Problems) {
  const { rows: apps } = await listApps(database, undefined, MAX_OFFERED);
  const owners = await listOwners(database, MAX_OFFERED);
  return choice({
    name: 'owner',
    label: 'Belongs to',
    hint: 'An app receives events from the businesses that have granted it access; an owner receives events from its own businesses. Format: app:ID or owner:ID.',
    value,
    problems,
    groups: {
      Apps: apps.map(({ id, name }) => ({ value: `app:${id}`, label: `${name} (app:${id})` })),
      Owners: owners.map((id) => ({ value: `owner:${id}`, label: `owner:${id}` })),
    },
  });
}

/** Returns the signed-in app or owner, which owns the endpoints that it registers; undefined for the operator. */
function tenantOwner({ actor: { scope } }: RequestContext): EndpointOwner | undefined {
  if (scope.kind === 'operator') return undefined;
  return scope.kind === 'app' ? { appId: scope.appId } : { ownerId: scope.ownerId };
}

/** Looks up the app or owner for `app:ID` or `owner:ID`; returns undefined if it does not exist. */
async function readOwner(database: Database, value: string): Promise<EndpointOwner | undefined> {
  const [, kind, id = ''] = /^(app|owner):(.*)$/.exec(value) ?? [];
  if (!ID.test(id)) return undefined;
  if (kind === 'app') return (await findApp(database, id)) && { appId: id };
  return (await ownerExists(database, id)) ? { ownerId: id } : undefined;
}
