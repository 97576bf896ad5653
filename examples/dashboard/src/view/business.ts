import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { WRITE_SCOPE } from 'receipt-reference-server/credentials/token.js';
import { path } from '../paths.js';
import type { AppRow } from '../queries/apps.js';
import type { AuthorizationRow, SourceRow } from '../queries/businesses.js';
import type { Problems, RequestContext } from '../request-context.js';
import { checkboxes, choice, textField } from './fields.js';
import { html, type Html } from './html.js';
import { confirmForm, definitionList, identifier, postForm, status } from './parts.js';
import { table } from './table.js';

/** The data of a business. */
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
  ]);
}

/** The apps that may act for the business, and a form to grant another one access. */
export function accessSection(
  context: RequestContext,
  businessId: string,
  authorizations: readonly AuthorizationRow[],
  apps: readonly AppRow[],
  problems?: Problems,
): Html {
  const rows = authorizations.map((row) => [
    html`${row.app_name} ${identifier(row.id)}`,
    row.scopes.length === 0 ? 'read' : `read, ${row.scopes.join(', ')}`,
    row.revoked_at === null ? status('good', 'Holds') : status('idle', 'Revoked'),
    html`${context.time(row.granted_at)}${row.revoked_at !== null && html` to ${context.time(row.revoked_at)}`}`,
    row.revoked_at === null ? revocation(context, businessId, row) : '–',
  ]);
  const options = apps.map(({ id, name, partner }) => ({
    value: id,
    label: `${name} (${id})${partner ? '' : ', no partner'}`,
  }));
  const fields = html`${choice({ name: 'app', label: 'App', value: context.form.get('app') ?? '', groups: { '': options }, problems })}
    ${checkboxes({
      name: 'scopes',
      label: 'Permissions in addition to reading',
      options: [{ value: WRITE_SCOPE, label: WRITE_SCOPE, hint: 'Write transactions. Only partner apps can.' }],
      chosen: context.form.getAll('scopes'),
      problems,
    })} <button class="primary">Grant access</button>`;
  return html`<section aria-labelledby="access">
    <h2 id="access">Apps with access</h2>
    ${table('Access of apps', ['App', 'May', 'State', 'From', 'Action'], rows, 'No app has ever had access.')}
    <h3>Grant access</h3>
    ${postForm(context, path('businesses', businessId, 'authorizations'), fields, 'Grant access')}
  </section>`;
}

function revocation(context: RequestContext, businessId: string, { id, app_name: name }: AuthorizationRow): Html {
  return confirmForm(context, path('businesses', businessId, 'authorizations', id, 'revocation'), {
    ask: 'Revoke…',
    what: `The token of ${name} stops working immediately. Its endpoints are notified of the revocation, and get nothing more about this business.`,
    button: 'Revoke access',
  });
}

/** The sources, and a form to connect another. */
export function sourceSection(
  context: RequestContext,
  businessId: string,
  sources: readonly SourceRow[],
  problems?: Problems,
): Html {
  const rows = sources.map((row) => [
    html`${row.platform} ${identifier(row.id)}`,
    row.disconnected_at === null ? status('good', 'Connected') : status('idle', 'Disconnected'),
    row.backfill_complete ? 'complete' : 'not complete',
    html`${context.time(row.connected_at)}${row.disconnected_at !== null && html` to ${context.time(row.disconnected_at)}`}`,
    row.disconnected_at === null ? disconnection(context, businessId, row) : '–',
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
      options: [{ value: 'complete', label: 'All earlier transactions of the platform are here' }],
      chosen: context.form.getAll('backfill'),
    })} <button class="primary">Connect</button>`;
  return html`<section aria-labelledby="sources">
    <h2 id="sources">Sources</h2>
    ${table('Connected sources', columns, rows, 'No source has ever been connected.')}
    <h3>Connect a source</h3>
    ${postForm(context, path('businesses', businessId, 'sources'), fields, 'Connect a source')}
  </section>`;
}

function disconnection(context: RequestContext, businessId: string, { id, platform }: SourceRow): Html {
  return confirmForm(context, path('businesses', businessId, 'sources', id, 'disconnection'), {
    ask: 'Disconnect…',
    what: `No further transactions arrive from ${platform}. Existing ones stay.`,
    button: 'Disconnect',
  });
}
