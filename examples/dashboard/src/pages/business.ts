import { grantAccess, revokeAccess } from 'receipt-reference-server/businesses/access.js';
import { connectSource, disconnectSource } from 'receipt-reference-server/businesses/sources.js';
import { WRITE_SCOPE } from 'receipt-reference-server/credentials/token.js';
import { FormErrors, requireFound, ID, text } from '../form.js';
import { path } from '../paths.js';
import { findApp, listApps } from '../queries/apps.js';
import { findBusiness, listAuthorizations, listSources } from '../queries/businesses.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { accessSection, businessDetails, sourceSection } from '../view/business.js';
import { problemSummary } from '../view/fields.js';
import { html } from '../view/html.js';
import { breadcrumbs } from '../view/parts.js';
import { searchForm } from '../view/search.js';

/** The most rows per table. */
const MAX_SHOWN = 200;

/** The maximum length of a platform's name. */
const MAX_PLATFORM_LENGTH = 100;

/** The page of a business, and the actions of its merchant: grant and revoke access, connect and disconnect sources. */
export function businessRoutes({ database, firstDelayMs, wake }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const business = requireFound(await findBusiness(database, context.params.id!), 'business');
    const { id, vendor } = business;
    const authorizations = await listAuthorizations(database, id, MAX_SHOWN);
    const { rows: apps } = await listApps(database, undefined, MAX_SHOWN);
    const sources = await listSources(database, id, MAX_SHOWN);
    const body = html`${breadcrumbs([path('businesses'), 'Businesses'])}
      <h1>${vendor.name}</h1>
      ${problemSummary(problems)} ${businessDetails(business)} ${searchForm(id)}
      <p class="actions">
        <a class="button" href="${path('businesses', id, 'transactions')}">Browse transactions</a>
        <a class="button" href="${path('businesses', id, 'rejected-requests')}">Rejected requests</a>
        <a class="button" href="${path('businesses', id, 'keys')}">Personal keys</a>
      </p>
      ${accessSection(context, id, authorizations, apps, problems)} ${sourceSection(context, id, sources, problems)}`;
    return { title: vendor.name, section: 'businesses', status: problems && 422, body };
  };

  const grant: Route['handle'] = async (context) => {
    const { form } = context;
    const businessId = await existing(context);
    const appId = text(form, 'app');
    const app = ID.test(appId) ? await findApp(database, appId) : undefined;
    const errors = new FormErrors();
    errors.require(app !== undefined, 'app', 'Choose the app to grant access.');
    const scopes = form.getAll('scopes');
    errors.require(
      scopes.every((scope) => scope === WRITE_SCOPE),
      'scopes',
      `The only scope is ${WRITE_SCOPE}.`,
    );
    if (!app || errors.any) return show(context, errors.problems);
    const { token } = await grantAccess(database, { businessId, appId, scopes: [...new Set(scopes)] }, firstDelayMs);
    wake();
    return { to: path('businesses', businessId), flash: { text: `${app.name} has access. This is its token:`, token } };
  };

  const revoke: Route['handle'] = async (context) => {
    const businessId = await existing(context);
    const authorizationId = context.params.authorization!;
    const revoked = await revokeAccess(database, { businessId, authorizationId }, firstDelayMs);
    wake();
    const done = 'Access revoked. The token no longer works.';
    return back(businessId, revoked ? done : 'That access has already been revoked, or was never granted.');
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
    await connectSource(database, { businessId, platform, backfillComplete: form.has('backfill') }, firstDelayMs);
    wake();
    return back(businessId, `${platform} has been connected.`);
  };

  const disconnect: Route['handle'] = async (context) => {
    const businessId = await existing(context);
    const removed = await disconnectSource(database, { businessId, sourceId: context.params.source! }, firstDelayMs);
    wake();
    return back(businessId, removed ? 'The source has been disconnected.' : 'The source was already disconnected.');
  };

  async function existing({ params }: RequestContext): Promise<string> {
    return requireFound(await findBusiness(database, params.id!), 'business').id;
  }

  return [
    { method: 'GET', path: '/businesses/:id', handle: (context) => show(context) },
    { method: 'POST', path: '/businesses/:id/authorizations', handle: grant },
    { method: 'POST', path: '/businesses/:id/authorizations/:authorization/revocation', handle: revoke },
    { method: 'POST', path: '/businesses/:id/sources', handle: connect },
    { method: 'POST', path: '/businesses/:id/sources/:source/disconnection', handle: disconnect },
  ];
}

function back(businessId: string, text: string) {
  return { to: path('businesses', businessId), flash: { text } };
}
