import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openapi } from 'receipt-rule-packs/schemas';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { SCRIPT, STYLE } from './docs-theme.js';
import { withFeed } from './events-openapi.js';
import { withOperationalEvents } from './operational-events-openapi.js';
import { withTraceparent } from './traceparent-openapi.js';
import { serveText } from './serve-text.js';

/** The page loads everything from this server, except the images in the style sheet, which are data: URLs. */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'self'",
  'img-src': ["'self'", 'data:'],
  // The only style element that swagger-ui adds, for the logo in the top bar.
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** A page to link to. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

function linkList(links: readonly Link[]): string {
  return [...links, { href: '/openapi.json', text: 'This document as JSON' }]
    .map(({ href, text }) => `[${text}](${href})`)
    .join(' · ');
}

/**
 * The issue codes in 422 responses, as a Markdown table; collapsed, because the page is mainly about the operations.
 */
function issueCodes(): string {
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
  const rows = Object.entries(ISSUE_CODES).map(
    ([code, { meaning, remedy }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(remedy)} |`,
  );
  return [
    '<details><summary>Issue codes</summary>',
    '',
    '| code | when | what to do |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '</details>',
    '',
    '## Operations',
  ].join('\n');
}

export interface DocsOptions {
  readonly links: readonly Link[];
  /** Whether the service offers the event feed; default false. */
  readonly feed?: boolean;
  /** Whether the service offers operational events; default false. */
  readonly operationalEvents?: boolean;
  /** Whether webhooks have the header `traceparent`; default false. */
  readonly traceEndpoints?: boolean;
}

/**
 * `GET /openapi.json`: the service's OpenAPI document, with this server as its only server. `GET /docs`: a page that
 * shows the document. Both describe the event feed, the operational events and the webhook header `traceparent` only if
 * the service offers them. Not wrapped in fastify-plugin, so that its decorators and hooks remain private.
 */
export async function docs(
  app: FastifyInstance,
  { links, feed = false, operationalEvents = false, traceEndpoints = false }: DocsOptions,
): Promise<void> {
  const withRoutes = feed ? withFeed(openapi) : openapi;
  const offered = operationalEvents ? withOperationalEvents(withRoutes) : withRoutes;
  const document = traceEndpoints ? withTraceparent(offered) : offered;
  const info = {
    ...document.info,
    description: [document.info.description, linkList(links), issueCodes()].join('\n\n'),
  };
  // The URL is relative to the document, so that it works under any host name and behind any proxy.
  const served = { ...document, info, servers: [{ url: '/', description: 'This server.' }] };
  serveText(app, '/openapi.json', 'application/json', JSON.stringify(served));
  await app.register(swagger, {
    mode: 'static',
    specification: { document: served as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: {
      title: served.info.title,
      css: [{ filename: 'page.css', content: STYLE }],
      js: [{ filename: 'page.js', content: SCRIPT }],
    },
    uiConfig: {
      urls: [{ name: served.info.title, url: '/openapi.json' }],
      defaultModelsExpandDepth: 0,
      syntaxHighlight: { theme: 'tomorrow-night' },
    },
  });
}
