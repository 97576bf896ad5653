import { scopeName } from 'receipt-reference-server/credentials/scope.js';
import { BASE, path } from '../paths.js';
import {
  REFRESH_SECONDS,
  tenantOf,
  type Page,
  type Section,
  type RequestContext,
  type Tenant,
} from '../request-context.js';
import { html, type Html } from './html.js';
import { postForm } from './parts.js';

const SECTIONS: readonly (readonly [Section, string, string, readonly Tenant[]])[] = [
  ['overview', 'Overview', BASE, ['owner', 'business', 'app']],
  ['endpoints', 'Endpoints', path('endpoints'), ['owner', 'app']],
  ['rejected', 'Rejected', path('rejected-requests'), ['owner', 'business', 'app']],
  ['businesses', 'Businesses', path('businesses'), ['owner', 'business']],
  ['apps', 'Apps', path('apps'), []],
  ['audit', 'Audit', path('audit'), ['owner', 'app']],
];

/**
 * Renders a page with its header and footer. If there is no context, the user is not signed in, so the page has no
 * navigation.
 */
export function layout({ title, section, status, draws, refreshes, body }: Page, context?: RequestContext): string {
  const correct = status === 422 ? 'Error: ' : '';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${correct}${title} · Receipt dashboard</title>
        <link rel="icon" type="image/svg+xml" href="${path('icon.svg')}" />
        <link rel="stylesheet" href="${path('style.css')}" />
        ${draws && html`<link rel="stylesheet" href="${path('receipt.css')}" />`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="brand" href="${BASE}">Receipt dashboard</a>
          ${context && navigation(context, section)}
        </header>
        <main id="main" tabindex="-1">${context?.flash && flash(context.flash.text, context.flash.token)} ${body}</main>
        ${context && foot(context, refreshes === true)}
      </body>
    </html>`;
  return page.text;
}

function navigation(context: RequestContext, current: Section | undefined): Html {
  const tenant = tenantOf(context);
  const open = SECTIONS.filter(([, , , tenants]) => tenant === undefined || tenants.includes(tenant));
  const links = open.map(
    ([section, text, href]) =>
      html`<li><a href="${href}" ${section === current && html`aria-current="true"`}>${text}</a></li>`,
  );
  const api = html`<li><a href="/docs">API</a></li>`;
  const signOut = postForm(context, path('sign-out'), html`<button class="plain">Sign out</button>`);
  return html`<nav aria-label="Main">
      <ul>
        ${links} ${api}
      </ul>
    </nav>
    <form method="get" action="${path('search')}" role="search" aria-label="Everything" class="search">
      <label for="search">Search</label>
      <input
        id="search"
        name="q"
        type="search"
        placeholder="Receipt number, txn_, evt_, external id, business"
        value="${context.params.id === undefined ? (context.query.get('q') ?? '') : ''}"
      />
      <button>Find</button>
    </form>
    ${signOut}`;
}

/** Renders the footer: who is signed in, the time zone, and a link that turns automatic refresh on or off. */
function foot(context: RequestContext, refreshes: boolean): Html {
  const { actor, times, query } = context;
  const refreshing = query.get('refresh') !== null;
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'refresh'));
  if (!refreshing) others.set('refresh', REFRESH_SECONDS);
  const label = refreshing ? 'Stop refreshing' : `Refresh every ${REFRESH_SECONDS} s`;
  return html`<footer>
    <p class="hint">
      Signed in as ${scopeName(actor.scope)}. Times are in ${times.zone}.
      ${refreshes && html`<a href="?${others.toString()}">${label}</a>`}
    </p>
  </footer>`;
}

function flash(text: string, token: string | undefined): Html {
  return html`<div class="flash" role="status">
    <p>${text}</p>
    ${
      token !== undefined &&
      html`<p>
          <code class="token">${token}</code>
        </p>
        <p>Copy it now. It is not stored and will not be shown again.</p>`
    }
  </div>`;
}
