import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { WRITE_SCOPE } from 'receipt-reference-server/credentials/token.js';
import { path } from '../paths.js';
import type { AppRow } from 'receipt-reference-server/read-model/apps.js';
import type { AuthorizationRow, SourceRow } from 'receipt-reference-server/read-model/businesses.js';
import type { Problems, RequestContext } from '../request-context.js';
import { checkboxes, choice, textField } from './fields.js';
import { html, type Html } from './html.js';
import { confirmForm, definitionList, identifier, postForm, status } from './parts.js';
import { table } from './table.js';

/** Renders a business's details. */
export function businessDetails({ id, ownerId, vendor, rules }: BusinessRecord): Html {
  const { legalName, orgNumber, vatNumber, country, address } = vendor;
  const lines = address && [address.line1, address.line2, address.postalCode, address.city, address.region];
  return definitionList([
    ['Id', identifier(id)],
    ['Owner', identifier(ownerId)],
    ['Legal name', legalName ?? '–'],
    ['Organisation number', orgNumber ?? '–'],
    ['VAT number', vatNumber ?? '–'],
    ['Country', country],
    ['Address', lines?.filter(Boolean).join(', ') ?? '–'],
    ['Locations', rules.multiLocation ? 'several' : 'one'],
    ...lawDetails(rules),
  ]);
}

/** Returns the business's territory, tax regimes and duties, which most businesses leave out. */
function lawDetails({ territory, regimes = [], duties = {} }: BusinessRecord['rules']): [string, string][] {
  const stated = Object.entries(duties).map(([name, holds]) => `${name}: ${holds ? 'yes' : 'no'}`);
  return [
    ...(territory === undefined ? [] : [['Territory', territory] satisfies [string, string]]),
    ...(regimes.length === 0 ? [] : [['Tax regimes', regimes.join(', ')] satisfies [string, string]]),
    ...(stated.length === 0 ? [] : [['Duties', stated.join(', ')] satisfies [string, string]]),
  ];
}

/**
 * Renders the apps that have access to the business, and a form that grants access to another app.
 *
 * @param about `apps`: the apps to choose from; if undefined, the user types an id. `changes`: whether the user can
 *   grant and revoke access
 */
export function accessSection(
  context: RequestContext,
  businessId: string,
  authorizations: readonly AuthorizationRow[],
  { apps, changes }: { readonly apps: readonly AppRow[] | undefined; readonly changes: boolean },
  problems?: Problems,
): Html {
  const rows = authorizations.map((row) => [
    html`${row.app_name} ${identifier(row.id)}`,
    row.scopes.length === 0 ? 'read' : `read, ${row.scopes.join(', ')}`,
    row.revoked_at === null ? status('good', 'Valid') : status('idle', 'Revoked'),
    html`${context.time(row.granted_at)}${row.revoked_at !== null && html` to ${context.time(row.revoked_at)}`}`,
    row.revoked_at === null && changes ? revocation(context, businessId, row) : '–',
  ]);
  const options = apps?.map(({ id, name, partner }) => ({
    value: id,
    label: `${name} (${id})${partner ? '' : ', not a partner'}`,
  }));
  const app = { name: 'app', label: 'App', value: context.form.get('app') ?? '', problems };
  const fields = html`${options ? choice({ ...app, groups: { '': options } }) : textField({ ...app, hint: 'The id of the app. Ask its developers for it.' })}
    ${checkboxes({
      name: 'scopes',
      label: 'Additional permissions',
      options: [{ value: WRITE_SCOPE, label: WRITE_SCOPE, hint: 'Write transactions. For partner apps only.' }],
      chosen: context.form.getAll('scopes'),
      problems,
    })} <button class="primary">Grant access</button>`;
  return html`<section aria-labelledby="access">
    <h2 id="access">Apps with access</h2>
    ${table('Apps with access', ['App', 'Permissions', 'State', 'From', 'Action'], rows, 'No apps have been granted access.')}
    ${
      changes &&
      html`<h3>Grant access</h3>
        ${postForm(context, path('businesses', businessId, 'authorizations'), fields, 'Grant access')}`
    }
  </section>`;
}

function revocation(context: RequestContext, businessId: string, { id, app_name: name }: AuthorizationRow): Html {
  return confirmForm(context, path('businesses', businessId, 'authorizations', id, 'revocation'), {
    ask: 'Revoke…',
    what: `The token of ${name} becomes invalid immediately. Its endpoints are notified, and receive no more events from this business.`,
    button: 'Revoke access',
  });
}

/** Renders the sources, and a form that connects another source. @param changes whether the user can change sources */
export function sourceSection(
  context: RequestContext,
  businessId: string,
  sources: readonly SourceRow[],
  changes: boolean,
  problems?: Problems,
): Html {
  const rows = sources.map((row) => [
    html`${row.platform} ${identifier(row.id)}`,
    row.disconnected_at === null ? status('good', 'Connected') : status('idle', 'Disconnected'),
    row.backfill_complete ? 'complete' : 'not complete',
    html`${context.time(row.connected_at)}${row.disconnected_at !== null && html` to ${context.time(row.disconnected_at)}`}`,
    row.disconnected_at === null && changes ? disconnection(context, businessId, row) : '–',
  ]);
  const columns = ['Platform', 'State', 'Earlier transactions', 'From', 'Action'];
  const fields = html`${textField({
      name: 'platform',
      label: 'Platform',
      hint: 'The short name of the payment platform, such as my-pos.',
      value: context.form.get('platform') ?? '',
      problems,
    })}
    ${checkboxes({
      name: 'backfill',
      label: 'Earlier transactions',
      options: [{ value: 'complete', label: 'All earlier transactions from this platform have been imported' }],
      chosen: context.form.getAll('backfill'),
    })} <button class="primary">Connect</button>`;
  return html`<section aria-labelledby="sources">
    <h2 id="sources">Sources</h2>
    ${table('Connected sources', columns, rows, 'No sources have been connected.')}
    ${
      changes &&
      html`<h3>Connect a source</h3>
        ${postForm(context, path('businesses', businessId, 'sources'), fields, 'Connect a source')}`
    }
  </section>`;
}

function disconnection(context: RequestContext, businessId: string, { id, platform }: SourceRow): Html {
  return confirmForm(context, path('businesses', businessId, 'sources', id, 'disconnection'), {
    ask: 'Disconnect…',
    what: `This business will receive no more transactions from ${platform}. Existing transactions are kept.`,
    button: 'Disconnect',
  });
}
