import { requireFound } from '../form.js';
import { path } from '../paths.js';
import { findBusiness } from '../queries/businesses.js';
import { createPersonalKey, listPersonalKeys, revokePersonalKey } from '../queries/personal-keys.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { html, type Html } from '../view/html.js';
import { confirmForm, postForm, status, breadcrumbs } from '../view/parts.js';
import { table } from '../view/table.js';

const MAX_SHOWN = 200;

/** The personal keys of a business's owner: for this business, and for all of the owner's businesses. */
export function personalKeyRoutes({ database }: DashboardContext): Route[] {
  const show: Route['handle'] = async (context) => {
    const { id, ownerId, vendor } = await business(context);
    const keys = await listPersonalKeys(database, ownerId, id, MAX_SHOWN);
    const rows = keys.map((key) => [
      html`<code>${key.fingerprint}</code>`,
      key.business_id === null ? `all businesses of ${ownerId}` : vendor.name,
      key.revoked_at === null
        ? status('good', 'Holds')
        : html`${status('idle', 'Revoked')} ${context.time(key.revoked_at)}`,
      key.revoked_at === null ? revocation(context, id, key.fingerprint) : '–',
    ]);
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Personal keys</h1>
      <p>The owner, ${ownerId}, uses them to list transactions. A key is shown only once, when it is created.</p>
      ${table('Personal keys', ['Fingerprint', 'For', 'State', 'Action'], rows, 'No personal keys.')}
      ${creation(context, id, vendor.name, ownerId)}`;
    return { title: `Personal keys of ${ownerId}`, section: 'businesses', body };
  };

  const create: Route['handle'] = async (context) => {
    const { id, ownerId } = await business(context);
    const token = await createPersonalKey(database, ownerId, context.form.get('for') === 'all' ? null : id);
    return { to: path('businesses', id, 'keys'), flash: { text: 'This is the new personal key:', token } };
  };

  const revoke: Route['handle'] = async (context) => {
    const { id, ownerId } = await business(context);
    const revoked = await revokePersonalKey(database, ownerId, context.params.key!);
    const text = revoked ? 'Key revoked.' : 'No such key, or it has already been revoked.';
    return { to: path('businesses', id, 'keys'), flash: { text } };
  };

  async function business({ params }: RequestContext) {
    return requireFound(await findBusiness(database, params.id!), 'business');
  }

  return [
    { method: 'GET', path: '/businesses/:id/keys', handle: show },
    { method: 'POST', path: '/businesses/:id/keys', handle: create },
    { method: 'POST', path: '/businesses/:id/keys/:key/revocation', handle: revoke },
  ];
}

function creation(context: RequestContext, id: string, name: string, ownerId: string): Html {
  const fields = html`<fieldset>
      <legend>For</legend>
      <div class="box">
        <input type="radio" id="for-one" name="for" value="one" checked />
        <label for="for-one">${name} only</label>
      </div>
      <div class="box">
        <input type="radio" id="for-all" name="for" value="all" />
        <label for="for-all">All businesses of ${ownerId}</label>
      </div>
    </fieldset>
    <button class="primary">Create key</button>`;
  return html`<section aria-labelledby="new">
    <h2 id="new">Create a personal key</h2>
    ${postForm(context, path('businesses', id, 'keys'), fields)}
  </section>`;
}

function revocation(context: RequestContext, id: string, fingerprint: string): Html {
  return confirmForm(context, path('businesses', id, 'keys', fingerprint, 'revocation'), {
    ask: 'Revoke…',
    what: 'Requests with this key will be refused immediately.',
    button: 'Revoke key',
  });
}
