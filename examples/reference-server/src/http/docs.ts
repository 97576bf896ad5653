import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openapi, schemas } from 'receipt-rule-packs/schemas';
import { ISSUE_CODES } from 'receipt-rule-packs';
import { bundleOpenApi } from './bundle-openapi.js';
import { SCRIPT, STYLE } from './docs-theme.js';
import { serveText } from './serve-text.js';

/** The page loads everything from this server. The images in the style sheet are data: URLs. */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'self'",
  'img-src': ["'self'", 'data:'],
  // The only style element that swagger-ui writes, for the logo in the bar at the top.
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

/** The codes of a 422 response, as a Markdown table. */
function issueCodes(): string {
  const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
  const rows = Object.entries(ISSUE_CODES).map(
    ([code, { meaning, remedy }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(remedy)} |`,
  );
  return ['## Issue codes', '', '| code | when | what to do |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * `GET /openapi.json`: the service's OpenAPI document, self-contained, with this server as its only one.
 * `GET /docs`: a page that shows it. Not wrapped in fastify-plugin, to keep its decorators and hooks private.
 */
export async function docs(app: FastifyInstance, { links }: { readonly links: readonly Link[] }): Promise<void> {
  const bundled = bundleOpenApi(openapi, schemas);
  const info = { ...bundled.info, description: [bundled.info.description, linkList(links), issueCodes()].join('\n\n') };
  // Relative to the document, so that it works under any host name and behind any proxy.
  const served = { ...bundled, info, servers: [{ url: '/', description: 'This server.' }] };
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
