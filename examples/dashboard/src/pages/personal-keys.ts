import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { requireFound } from '../form.js';
import { path } from '../paths.js';
import { findBusiness } from 'receipt-reference-server/read-model/businesses.js';
import {
  createPersonalKey,
  listPersonalKeys,
  revokePersonalKey,
} from 'receipt-reference-server/credentials/personal-keys.js';
import { tenantOf, type DashboardContext, type Route, type RequestContext } from '../request-context.js';
import { html, type Html } from '../view/html.js';
import { confirmForm, postForm, status, breadcrumbs } from '../view/parts.js';
import { table } from '../view/table.js';

const MAX_SHOWN = 200;

/** Routes for personal keys, which give a business's owner access to that business or to all the owner's businesses. */
export function personalKeyRoutes({ database }: DashboardContext): Route[] {
  const show: Route['handle'] = async (context) => {
    const { id, ownerId, vendor } = await business(context);
    const keys = await listPersonalKeys(database, ownerId, id, MAX_SHOWN);
    const rows = keys.map((key) => [
      html`<code>${key.fingerprint}</code>`,
      key.business_id === null ? `all businesses of ${ownerId}` : vendor.name,
      key.revoked_at === null
        ? status('good', 'Valid')
        : html`${status('idle', 'Revoked')} ${context.time(key.revoked_at)}`,
      key.revoked_at === null ? revocation(context, id, key.fingerprint) : '–',
    ]);
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'], [path('businesses', id), vendor.name])}
      <h1>Personal keys</h1>
      <p>
        The owner, ${ownerId}, lists transactions with a personal key. A key is shown only once, when you create it.
      </p>
      ${table('Personal keys', ['Fingerprint', 'For', 'State', 'Action'], rows, 'No personal keys.')}
      ${
        tenantOf(context) === undefined
          ? creation(context, id, vendor.name, ownerId)
          : html`<p class="hint">
              You cannot create keys while you are signed in with a key. Ask the operator to create one.
            </p>`
      }`;
    return { title: `Personal keys of ${ownerId}`, section: 'businesses', body };
  };

  const create: Route['handle'] = async (context) => {
    const { id, ownerId } = await business(context);
    const forAll = context.form.get('for') === 'all';
    const token = await database.transaction(async (tx) => {
      const detail = forAll ? 'all businesses' : id;
      const entry = { what: 'key.created', subject: `business:${id}`, tenant: `owner:${ownerId}`, detail } as const;
      await addAudit(tx, context.actor, entry);
      return createPersonalKey(tx, ownerId, forAll ? null : id);
    });
    return { to: path('businesses', id, 'keys'), flash: { text: 'Personal key created. Copy it now:', token } };
  };

  const revoke: Route['handle'] = async (context) => {
    const { id, ownerId } = await business(context);
    const { key } = context.params;
    const entry = { what: 'key.revoked', subject: `business:${id}`, tenant: `owner:${ownerId}`, detail: key } as const;
    const revoked = await database.transaction(async (tx) => {
      const done = await revokePersonalKey(tx, ownerId, key!);
      if (done) await addAudit(tx, context.actor, entry);
      return done;
    });
    const text = revoked ? 'Key revoked.' : 'This key does not exist or has already been revoked.';
    return { to: path('businesses', id, 'keys'), flash: { text } };
  };

  async function business({ params, actor }: RequestContext) {
    return requireFound(await findBusiness(database, actor.scope, params.id!), 'business');
  }

  return [
    { method: 'GET', path: '/businesses/:id/keys', tenants: ['owner'], handle: show },
    { method: 'POST', path: '/businesses/:id/keys', handle: create },
    { method: 'POST', path: '/businesses/:id/keys/:key/revocation', tenants: ['owner'], handle: revoke },
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
    what: 'Requests with this key will be rejected immediately.',
    button: 'Revoke key',
  });
}
