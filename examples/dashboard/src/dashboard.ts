import { readFile } from 'node:fs/promises';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiptPrintStylesheet, receiptStylesheet } from 'receipt-rule-packs/draw';
import { createAdminSecret } from './admin-secret.js';
import type { AdminToken } from './admin-token.js';
import { toErrorPage } from './errors.js';
import { allRoutes } from './pages/index.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { readForm } from './read-form.js';
import { addRoutes, rejectOtherMethods } from './routes.js';
import { signInRoutes } from './sign-in.js';
import type { DashboardContext } from './request-context.js';
import { authenticate, readRequest, type AuthContext } from './authenticate.js';
import type { SignInTokens } from './sign-in-tokens.js';
import { layout } from './view/layout.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { serveText } from 'receipt-reference-server/http/serve-text.js';

/** The maximum size of a form, in bytes. */
const FORM_LIMIT = 65_536;

const STYLE = new URL('view/style.css', import.meta.url);
const ICON = new URL('view/icon.svg', import.meta.url);

/** Options of the plugin. */
export interface DashboardOptions extends DashboardContext {
  readonly adminToken: Pick<AdminToken, 'token' | 'read'>;
  /** Tokens for sign-in links, each valid for one sign-in. */
  readonly signInTokens: SignInTokens;
}

/**
 * The Fastify plugin that serves the dashboard. Register it with the prefix `/dashboard`. It is not wrapped in
 * fastify-plugin, so that its hooks, parsers and error pages do not affect other routes.
 */
export async function dashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { adminToken, database, timeZone, signInTokens } = options;
  await app.register(cookie);
  const auth: AuthContext = {
    admin: createAdminSecret(adminToken, (problem) => {
      if (problem === undefined) app.log.warn('the admin token has changed: all sessions have ended');
      else app.log.error({ err: problem }, 'cannot read the admin token file: the old token remains valid');
    }),
    database,
    timeZone,
    parseCookie: (header) => app.parseCookie(header),
  };
  app.addHook('onRequest', async (_request, reply) => void reply.headers(RESPONSE_HEADERS));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, readForm(body as string)),
  );
  const sendErrorPage = async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { page, headers } = toErrorPage(error, request.id);
    if (page.status >= 500) request.log[page.status === 500 ? 'error' : 'warn']({ err: error }, 'dashboard');
    // If the database is unreachable, we cannot identify the user, so the page has no navigation.
    await authenticate(auth, request).catch(() => undefined);
    const context = readRequest(auth, request);
    // If a request was rejected before the hook above ran, its response does not have these headers yet.
    reply.headers({ ...RESPONSE_HEADERS, ...headers });
    return reply.code(page.status).type('text/html; charset=utf-8').send(layout(page, context));
  };
  app.setErrorHandler<Error>(sendErrorPage);
  // With a handler here, unknown paths below the prefix get this plugin's error page. The handler itself never runs,
  // because an application hook has already rejected the request.
  app.setNotFoundHandler(() => {
    throw new HttpError('not_found', 'This page does not exist.');
  });
  const rejectOthers = rejectOtherMethods(app);
  serveText(app, '/style.css', 'text/css; charset=utf-8', await readFile(STYLE, 'utf8'));
  serveText(app, '/receipt.css', 'text/css; charset=utf-8', receiptStylesheet + receiptPrintStylesheet);
  serveText(app, '/icon.svg', 'image/svg+xml', await readFile(ICON, 'utf8'));
  await signInRoutes(app, auth, signInTokens);
  addRoutes(app, auth, allRoutes(options));
  rejectOthers();
}
