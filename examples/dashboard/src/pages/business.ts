import { grantAccess, revokeAccess } from 'receipt-reference-server/businesses/access.js';
import { connectSource, disconnectSource } from 'receipt-reference-server/businesses/sources.js';
import { WRITE_SCOPE } from 'receipt-reference-server/credentials/token.js';
import { Faults, found, ID, text } from '../form.js';
import { path } from '../paths.js';
import { findApp, listApps } from '../queries/apps.js';
import { findBusiness, listAuthorizations, listSources } from '../queries/businesses.js';
import type { DashboardContext, Page, Problems, Route, Visit } from '../visit.js';
import { accessSection, businessFacts, sourceSection } from '../view/business.js';
import { problemSummary } from '../view/fields.js';
import { html } from '../view/html.js';
import { trail } from '../view/parts.js';
import { searchForm } from '../view/search.js';

/** The most rows per table. */
const MAX_SHOWN = 200;

/** The maximum length of a platform's name. */
const MAX_PLATFORM_LENGTH = 100;

/** The page of a business, and the actions of its merchant: grant and revoke access, connect and disconnect sources. */
export function businessRoutes({ database, firstDelayMs, wake }: DashboardContext): Route[] {
  const show = async (visit: Visit, problems?: Problems): Promise<Page> => {
    const business = found(await findBusiness(database, visit.params.id!), 'business');
    const { id, vendor } = business;
    const authorizations = await listAuthorizations(database, id, MAX_SHOWN);
    const { rows: apps } = await listApps(database, undefined, MAX_SHOWN);
    const sources = await listSources(database, id, MAX_SHOWN);
    const body = html`${trail([path('businesses'), 'Businesses'])}
      <h1>${vendor.name}</h1>
      ${problemSummary(problems)} ${businessFacts(business)} ${searchForm(id)}
      <p class="actions">
        <a class="button" href="${path('businesses', id, 'transactions')}">Browse transactions</a>
        <a class="button" href="${path('businesses', id, 'rejected-requests')}">Rejected requests</a>
        <a class="button" href="${path('businesses', id, 'keys')}">Personal keys</a>
      </p>
      ${accessSection(visit, id, authorizations, apps, problems)} ${sourceSection(visit, id, sources, problems)}`;
    return { title: vendor.name, section: 'businesses', status: problems && 422, body };
  };

  const grant: Route['handle'] = async (visit) => {
    const { form } = visit;
    const businessId = await existing(visit);
    const appId = text(form, 'app');
    const app = ID.test(appId) ? await findApp(database, appId) : undefined;
    const faults = new Faults();
    faults.unless(app !== undefined, 'app', 'Choose the app to grant access.');
    const scopes = form.getAll('scopes');
    faults.unless(
      scopes.every((scope) => scope === WRITE_SCOPE),
      'scopes',
      `The only scope is ${WRITE_SCOPE}.`,
    );
    if (!app || faults.any) return show(visit, faults.problems);
    const { token } = await grantAccess(database, { businessId, appId, scopes: [...new Set(scopes)] }, firstDelayMs);
    wake();
    return { to: path('businesses', businessId), flash: { text: `${app.name} has access. This is its token:`, token } };
  };

  const revoke: Route['handle'] = async (visit) => {
    const businessId = await existing(visit);
    const authorizationId = visit.params.authorization!;
    const revoked = await revokeAccess(database, { businessId, authorizationId }, firstDelayMs);
    wake();
    const done = 'Access revoked. The token no longer works.';
    return back(businessId, revoked ? done : 'That access has already been revoked, or was never granted.');
  };

  const connect: Route['handle'] = async (visit) => {
    const { form } = visit;
    const businessId = await existing(visit);
    const platform = text(form, 'platform');
    const faults = new Faults();
    const named = /^\P{Cc}+$/u.test(platform) && platform.length <= MAX_PLATFORM_LENGTH;
    faults.unless(
      named,
      'platform',
      `Enter a platform name of 1 to ${MAX_PLATFORM_LENGTH} characters, such as my-pos.`,
    );
    if (faults.any) return show(visit, faults.problems);
    await connectSource(database, { businessId, platform, backfillComplete: form.has('backfill') }, firstDelayMs);
    wake();
    return back(businessId, `${platform} has been connected.`);
  };

  const disconnect: Route['handle'] = async (visit) => {
    const businessId = await existing(visit);
    const removed = await disconnectSource(database, { businessId, sourceId: visit.params.source! }, firstDelayMs);
    wake();
    return back(businessId, removed ? 'The source has been disconnected.' : 'The source was already disconnected.');
  };

  async function existing({ params }: Visit): Promise<string> {
    return found(await findBusiness(database, params.id!), 'business').id;
  }

  return [
    { method: 'GET', path: '/businesses/:id', handle: (visit) => show(visit) },
    { method: 'POST', path: '/businesses/:id/authorizations', handle: grant },
    { method: 'POST', path: '/businesses/:id/authorizations/:authorization/revocation', handle: revoke },
    { method: 'POST', path: '/businesses/:id/sources', handle: connect },
    { method: 'POST', path: '/businesses/:id/sources/:source/disconnection', handle: disconnect },
  ];
}

function back(businessId: string, text: string) {
  return { to: path('businesses', businessId), flash: { text } };
}
