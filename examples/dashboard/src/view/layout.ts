import { BASE, path } from '../paths.js';
import type { Page, Section, RequestContext } from '../request-context.js';
import { html, type Html } from './html.js';
import { postForm } from './parts.js';

const SECTIONS: readonly (readonly [Section, string, string])[] = [
  ['overview', 'Overview', BASE],
  ['endpoints', 'Endpoints', path('endpoints')],
  ['businesses', 'Businesses', path('businesses')],
  ['apps', 'Apps', path('apps')],
];

/** A whole page. Without a context it has no navigation, because nobody has signed in. */
export function layout({ title, section, status, draws, body }: Page, context?: RequestContext): string {
  const correct = status === 422 ? 'To correct: ' : '';
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
      </body>
    </html>`;
  return page.text;
}

function navigation(context: RequestContext, current: Section | undefined): Html {
  const links = SECTIONS.map(
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
    ${signOut}`;
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
