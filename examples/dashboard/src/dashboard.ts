import { readFile } from 'node:fs/promises';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiptPrintStylesheet, receiptStylesheet } from 'receipt-rule-packs/draw';
import { toErrorPage } from './errors.js';
import { allRoutes } from './pages/index.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { readForm } from './read-form.js';
import { deriveKeys } from './secrets.js';
import { addRoutes, rejectOtherMethods } from './routes.js';
import { signInRoutes } from './sign-in.js';
import type { DashboardContext } from './request-context.js';
import { authenticate, readRequest, type AuthContext } from './authenticate.js';
import type { SignInTokens } from './sign-in-tokens.js';
import { layout } from './view/layout.js';
import { timesIn } from './view/time.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { serveText } from 'receipt-reference-server/http/serve-text.js';

/** The maximum size of a form in bytes. */
const FORM_LIMIT = 65_536;

const STYLE = new URL('view/style.css', import.meta.url);
const ICON = new URL('view/icon.svg', import.meta.url);

/** The settings of the dashboard. */
export interface DashboardOptions extends DashboardContext {
  /** Opens the dashboard. */
  readonly adminToken: string;
  /** Each opens the dashboard once. */
  readonly signInTokens: SignInTokens;
}

/**
 * The dashboard for developers and merchants: HTML pages without scripts. Register it under `/dashboard`. Not wrapped in
 * fastify-plugin, so that its hooks, parsers and error pages do not affect the service.
 */
export async function dashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { adminToken, database, timeZone, signInTokens } = options;
  await app.register(cookie);
  const auth: AuthContext = {
    keys: deriveKeys(adminToken),
    database,
    time: timesIn(timeZone),
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
    // While the database is unreachable, the user is unknown, and the page has no navigation.
    await authenticate(auth, request).catch(() => undefined);
    const context = readRequest(auth, request);
    // A request refused before the hook above lacks these headers.
    reply.headers({ ...RESPONSE_HEADERS, ...headers });
    return reply.code(page.status).type('text/html; charset=utf-8').send(layout(page, context));
  };
  app.setErrorHandler<Error>(sendErrorPage);
  // Exists only for its path: an unknown path below it then gets a page. The hook of the application has already refused
  // the request.
  app.setNotFoundHandler(() => {
    throw new HttpError('not_found', 'This page does not exist.');
  });
  const rejectOthers = rejectOtherMethods(app);
  serveText(app, '/style.css', 'text/css; charset=utf-8', await readFile(STYLE, 'utf8'));
  serveText(app, '/receipt.css', 'text/css; charset=utf-8', receiptStylesheet + receiptPrintStylesheet);
  serveText(app, '/icon.svg', 'image/svg+xml', await readFile(ICON, 'utf8'));
  await signInRoutes(app, auth, { adminToken, signInTokens });
  addRoutes(app, auth, allRoutes(options));
  rejectOthers();
}
