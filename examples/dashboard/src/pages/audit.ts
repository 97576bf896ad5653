import { listAudit, type AuditedAction, type AuditRow } from 'receipt-reference-server/audit/audit.js';
import { path, withQuery } from '../paths.js';
import { stepOf } from '../step-of.js';
import type { DashboardContext, Route } from '../request-context.js';
import { html, type Html } from '../view/html.js';
import { count } from '../view/parts.js';
import { table } from '../view/table.js';

const PAGE_SIZE = 50;

/** Routes for the audit log: every change, and every secret that was shown, newest first. */
export function auditRoutes({ database }: DashboardContext): Route[] {
  const list: Route['handle'] = async (context) => {
    const { query, actor, times } = context;
    const step = stepOf(query);
    const before = step?.to === 'next' ? step.from : undefined;
    const found = await listAudit(database, actor.scope, PAGE_SIZE + 1, before);
    const rows = found.slice(0, PAGE_SIZE);
    const at = times.column();
    const cells = rows.map((row) => [
      at(row.at),
      what(row),
      row.subject,
      html`${row.scope} <code class="id">${row.session}</code>`,
      row.address,
    ]);
    const next = found.length > PAGE_SIZE ? rows.at(-1)!.id : undefined;
    const body = html`<h1>Audit</h1>
      <p class="hint">
        Entries cannot be changed or deleted. All operators share one admin token, so entries identify the session, not
        the person.
      </p>
      ${table('Audit log, newest first', ['Time', 'Action', 'Object', 'By', 'IP address'], cells, 'No entries yet.')}
      ${
        (before !== undefined || next !== undefined) &&
        html`<nav class="pager" aria-label="Pages of this list">
          ${before !== undefined && html`<a href="${path('audit')}">First page</a>`}
          ${next !== undefined && html`<a href="${withQuery(path('audit'), { after: next })}" rel="next">Next page</a>`}
        </nav>`
      }`;
    return { title: 'Audit', section: 'audit', body };
  };
  return [{ method: 'GET', path: '/audit', tenants: ['owner', 'app'], handle: list }];
}

const WORDS: Readonly<Record<AuditedAction, string>> = {
  signed_in: 'signed in',
  'endpoint.registered': 'endpoint registered',
  'endpoint.changed': 'endpoint changed',
  'endpoint.paused': 'endpoint paused',
  'endpoint.resumed': 'endpoint resumed',
  'endpoint.tested': 'test event sent',
  'deliveries.replayed': 'replayed',
  'delivery.redelivered': 'event redelivered',
  'secret.shown': 'secret shown',
  'secret.rotated': 'secret rotated',
  'access.granted': 'access granted',
  'access.revoked': 'access revoked',
  'source.connected': 'source connected',
  'source.disconnected': 'source disconnected',
  'key.created': 'personal key created',
  'key.revoked': 'personal key revoked',
  'app.added': 'app added',
  'app_token.created': 'management token created',
  'app_token.revoked': 'management token revoked',
  'documents.deleted': 'documents deleted',
  'tenant.erased': 'erased',
};

function what({ what: action, detail }: AuditRow): Html {
  if (action === 'deliveries.replayed') return html`replayed ${count(Number(detail))}`;
  return html`${WORDS[action]} ${detail !== null && html`<code class="id">${detail}</code>`}`;
}
