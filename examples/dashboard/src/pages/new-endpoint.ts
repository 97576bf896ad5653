import { registerEndpoint, type EndpointOwner } from 'receipt-reference-server/endpoints/endpoints.js';
import type { Database } from 'receipt-reference-server/database/database.js';
import { checkEndpointForm } from '../endpoint-form.js';
import { FormErrors, ID, text } from '../form.js';
import { path } from '../paths.js';
import { findApp, listApps } from '../queries/apps.js';
import { listOwners, ownerExists } from '../queries/businesses.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { eventBoxes } from '../view/event-boxes.js';
import { choice, problemSummary, textField } from '../view/fields.js';
import { html } from '../view/html.js';
import { postForm, breadcrumbs } from '../view/parts.js';

/** The most apps and owners in the select. If there are more, the user types the id. */
const MAX_OFFERED = 200;

/** Registers an endpoint. */
export function newEndpointRoutes({ database, offered, rules }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const { form } = context;
    const fields = [
      await ownerField(database, text(form, 'owner'), problems),
      textField({
        name: 'url',
        label: 'URL',
        hint: 'Where to post events, such as https://example.com/webhooks. Public addresses only.',
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
    const owner = await readOwner(database, text(form, 'owner'));
    errors.require(owner !== undefined, 'owner', 'Choose the app or owner of the endpoint.');
    checkEndpointForm(form, rules, errors);
    if (!owner || errors.any) return show(context, errors.problems);
    const id = await registerEndpoint(
      database,
      { owner, url: text(form, 'url'), events: form.getAll('events') },
      rules,
    );
    const message = 'Endpoint registered. Give its signing secret to the receiver, then send a test event.';
    return { to: path('endpoints', id), flash: { text: message } };
  };

  return [
    { method: 'GET', path: '/endpoints/new', handle: (context) => show(context) },
    { method: 'POST', path: '/endpoints/new', handle: register },
  ];
}

async function ownerField(database: Database, value: string, problems?: Problems) {
  const { rows: apps } = await listApps(database, undefined, MAX_OFFERED);
  const owners = await listOwners(database, MAX_OFFERED);
  return choice({
    name: 'owner',
    label: 'Belongs to',
    hint: 'An app gets events of businesses that granted it access, an owner those of its own businesses. Format: app:ID or owner:ID.',
    value,
    problems,
    groups: {
      Apps: apps.map(({ id, name }) => ({ value: `app:${id}`, label: `${name} (app:${id})` })),
      Owners: owners.map((id) => ({ value: `owner:${id}`, label: `owner:${id}` })),
    },
  });
}

/** The app or owner that `app:ID` or `owner:ID` names; undefined if it does not exist. */
async function readOwner(database: Database, value: string): Promise<EndpointOwner | undefined> {
  const [, kind, id = ''] = /^(app|owner):(.*)$/.exec(value) ?? [];
  if (!ID.test(id)) return undefined;
  if (kind === 'app') return (await findApp(database, id)) && { appId: id };
  return (await ownerExists(database, id)) ? { ownerId: id } : undefined;
}
