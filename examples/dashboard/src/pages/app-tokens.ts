import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { createAppToken, listAppTokens, revokeAppToken } from 'receipt-reference-server/credentials/app-tokens.js';
import { requireFound } from '../form.js';
import { path } from '../paths.js';
import { findApp } from 'receipt-reference-server/read-model/apps.js';
import type { DashboardContext, Route, RequestContext } from '../request-context.js';
import { html } from '../view/html.js';
import { breadcrumbs, confirmForm, postForm, status } from '../view/parts.js';
import { table } from '../view/table.js';

const MAX_SHOWN = 200;

/** Routes for an app's management tokens, with which its developers sign in to this dashboard. */
export function appTokenRoutes({ database }: DashboardContext): Route[] {
  const show: Route['handle'] = async (context) => {
    const { id, name } = await app(context);
    const created = context.times.column();
    const rows = (await listAppTokens(database, id, MAX_SHOWN)).map((token) => [
      html`<code>${token.fingerprint}</code>`,
      created(token.created_at),
      token.revoked_at === null
        ? status('good', 'Valid')
        : html`${status('idle', 'Revoked')} ${context.time(token.revoked_at)}`,
      token.revoked_at === null
        ? confirmForm(context, path('apps', id, 'tokens', token.fingerprint, 'revocation'), {
            ask: 'Revoke…',
            what: 'Anyone who has signed in with it is signed out immediately.',
            button: 'Revoke token',
          })
        : '–',
    ]);
    const body = html`${breadcrumbs([path('apps'), 'Apps'])}
      <h1>${name}</h1>
      <p>
        The app’s developers sign in to the dashboard with a management token. They can see only the app’s endpoints,
        with secrets and deliveries, and its rejected requests. A token is shown only once, when you create it.
      </p>
      ${table('Management tokens', ['Fingerprint', 'Created', 'State', 'Action'], rows, 'No management tokens.')}
      ${postForm(context, path('apps', id, 'tokens'), html`<button class="primary">Create a management token</button>`)}`;
    return { title: `Management tokens of ${name}`, section: 'apps', body };
  };

  const create: Route['handle'] = async (context) => {
    const { id } = await app(context);
    const token = await database.transaction(async (tx) => {
      await addAudit(tx, context.actor, { what: 'app_token.created', subject: `app:${id}`, tenant: `app:${id}` });
      return createAppToken(tx, id);
    });
    return { to: path('apps', id), flash: { text: 'Management token created. Copy it now:', token } };
  };

  const revoke: Route['handle'] = async (context) => {
    const { id } = await app(context);
    const { token } = context.params;
    const entry = { what: 'app_token.revoked', subject: `app:${id}`, tenant: `app:${id}`, detail: token } as const;
    const revoked = await database.transaction(async (tx) => {
      const done = await revokeAppToken(tx, id, token!);
      if (done) await addAudit(tx, context.actor, entry);
      return done;
    });
    const text = revoked ? 'Token revoked.' : 'This token does not exist or has already been revoked.';
    return { to: path('apps', id), flash: { text } };
  };

  async function app({ params }: RequestContext) {
    return requireFound(await findApp(database, params.id!), 'app');
  }

  return [
    { method: 'GET', path: '/apps/:id', handle: show },
    { method: 'POST', path: '/apps/:id/tokens', handle: create },
    { method: 'POST', path: '/apps/:id/tokens/:token/revocation', handle: revoke },
  ];
}
