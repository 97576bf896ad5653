import { addAudit, type AuditedAction } from 'receipt-reference-server/audit/audit.js';
import { within, type Queryable } from 'receipt-reference-server/database/database.js';
import { grantAccess, revokeAccess } from 'receipt-reference-server/businesses/access.js';
import { connectSource, disconnectSource } from 'receipt-reference-server/businesses/sources.js';
import { WRITE_SCOPE } from 'receipt-reference-server/credentials/token.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { FormErrors, requireFound, text } from '../form.js';
import { path } from '../paths.js';
import { findApp, listApps } from 'receipt-reference-server/read-model/apps.js';
import { findBusiness, listAuthorizations, listSources } from 'receipt-reference-server/read-model/businesses.js';
import {
  tenantOf,
  type DashboardContext,
  type Page,
  type Problems,
  type Route,
  type RequestContext,
} from '../request-context.js';
import { accessSection, businessDetails, sourceSection } from '../view/business.js';
import { problemSummary } from '../view/fields.js';
import { html } from '../view/html.js';
import { breadcrumbs } from '../view/parts.js';
import { searchForm } from '../view/search.js';

/** The maximum number of rows per table. */
const MAX_SHOWN = 200;

/** The maximum length of a platform's name. */
const MAX_PLATFORM_LENGTH = 100;

/** Routes for a business: its page, granting and revoking access, connecting and disconnecting sources. */
export function businessRoutes({ database, firstDelayMs, wake }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const business = requireFound(await findBusiness(database, context.actor.scope, context.params.id!), 'business');
    const { id, vendor } = business;
    const authorizations = await listAuthorizations(database, id, MAX_SHOWN);
    const tenant = tenantOf(context);
    // Tenants must not see which apps exist, so an owner types the id.
    const apps = tenant === undefined ? (await listApps(database, undefined, MAX_SHOWN)).rows : undefined;
    const sources = await listSources(database, id, MAX_SHOWN);
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'])}
      <h1>${vendor.name}</h1>
      ${problemSummary(problems)} ${businessDetails(business)} ${searchForm(id)}
      <p class="actions">
        <a class="button" href="${path('businesses', id, 'transactions')}">Browse transactions</a>
        <a class="button" href="${path('businesses', id, 'rejected-requests')}">Rejected requests</a>
        ${tenant !== 'business' && html`<a class="button" href="${path('businesses', id, 'keys')}">Personal keys</a>`}
      </p>
      ${accessSection(context, id, authorizations, { apps, changes: tenant !== 'business' }, problems)}
      ${sourceSection(context, id, sources, tenant !== 'business', problems)}`;
    return { title: vendor.name, section: 'businesses', status: problems && 422, body };
  };

  const grant: Route['handle'] = async (context) => {
    const { form } = context;
    const businessId = await existing(context);
    const appId = text(form, 'app');
    const app = ID.test(appId) ? await findApp(database, appId) : undefined;
    const errors = new FormErrors();
    errors.require(app !== undefined, 'app', 'Choose an app.');
    const scopes = form.getAll('scopes');
    errors.require(
      scopes.every((scope) => scope === WRITE_SCOPE),
      'scopes',
      `The only valid scope is ${WRITE_SCOPE}.`,
    );
    if (!app || errors.any) return show(context, errors.problems);
    const { token } = await database.transaction(async (tx) => {
      const what = { businessId, appId, scopes: [...new Set(scopes)] };
      const granted = await grantAccess(within(tx), what, firstDelayMs);
      await audit(tx, context, businessId, 'access.granted', appId);
      return granted;
    });
    wake();
    return {
      to: path('businesses', businessId),
      flash: { text: `${app.name} now has access. Copy its token now:`, token },
    };
  };

  const revoke: Route['handle'] = async (context) => {
    const businessId = await existing(context);
    const authorizationId = context.params.authorization!;
    const revoked = await database.transaction(async (tx) => {
      const done = await revokeAccess(within(tx), { businessId, authorizationId }, firstDelayMs);
      if (done) await audit(tx, context, businessId, 'access.revoked', authorizationId);
      return done;
    });
    wake();
    const done = 'Access revoked. The token is no longer valid.';
    return back(businessId, revoked ? done : 'This access does not exist or has already been revoked.');
  };

  const connect: Route['handle'] = async (context) => {
    const { form } = context;
    const businessId = await existing(context);
    const platform = text(form, 'platform');
    const errors = new FormErrors();
    const named = /^\P{Cc}+$/u.test(platform) && platform.length <= MAX_PLATFORM_LENGTH;
    errors.require(
      named,
      'platform',
      `Enter a platform name of 1 to ${MAX_PLATFORM_LENGTH} characters, such as my-pos.`,
    );
    if (errors.any) return show(context, errors.problems);
    await database.transaction(async (tx) => {
      const source = { businessId, platform, backfillComplete: form.has('backfill') };
      await connectSource(within(tx), source, firstDelayMs);
      await audit(tx, context, businessId, 'source.connected', platform);
    });
    wake();
    return back(businessId, `${platform} connected.`);
  };

  const disconnect: Route['handle'] = async (context) => {
    const businessId = await existing(context);
    const sourceId = context.params.source!;
    const removed = await database.transaction(async (tx) => {
      const done = await disconnectSource(within(tx), { businessId, sourceId }, firstDelayMs);
      if (done) await audit(tx, context, businessId, 'source.disconnected', sourceId);
      return done;
    });
    wake();
    return back(businessId, removed ? 'Source disconnected.' : 'The source has already been disconnected.');
  };

  async function audit(
    tx: Queryable,
    context: RequestContext,
    id: string,
    what: AuditedAction,
    detail: string,
  ): Promise<void> {
    const { ownerId } = requireFound(await findBusiness(tx, context.actor.scope, id), 'business');
    await addAudit(tx, context.actor, { what, subject: `business:${id}`, tenant: `owner:${ownerId}`, detail });
  }

  async function existing({ params, actor }: RequestContext): Promise<string> {
    return requireFound(await findBusiness(database, actor.scope, params.id!), 'business').id;
  }

  return [
    { method: 'GET', path: '/businesses/:id', tenants: ['owner', 'business'], handle: (context) => show(context) },
    { method: 'POST', path: '/businesses/:id/authorizations', tenants: ['owner'], handle: grant },
    {
      method: 'POST',
      path: '/businesses/:id/authorizations/:authorization/revocation',
      tenants: ['owner'],
      handle: revoke,
    },
    { method: 'POST', path: '/businesses/:id/sources', tenants: ['owner'], handle: connect },
    { method: 'POST', path: '/businesses/:id/sources/:source/disconnection', tenants: ['owner'], handle: disconnect },
  ];
}

function back(businessId: string, text: string) {
  return { to: path('businesses', businessId), flash: { text } };
}
