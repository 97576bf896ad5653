import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { path, withQuery } from './paths.js';
import { isSameOrigin } from './same-site.js';
import { REFRESH_SECONDS, tenantOf, type Redirect, type Route, type RequestContext } from './request-context.js';
import { clearFlash, authenticate, setFlash, readRequest, type AuthContext } from './authenticate.js';
import { layout } from './view/layout.js';

/** The methods to register for every path. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Adds the routes for signed-in users. */
export function addRoutes(app: FastifyInstance, auth: AuthContext, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: async (request, reply) => requireSession(auth, request, reply),
      handler: async (request, reply) => {
        const context = readRequest(auth, request)!;
        const tenant = tenantOf(context);
        if (tenant !== undefined && !route.tenants?.includes(tenant)) {
          throw new HttpError('not_found', 'This page does not exist.');
        }
        if (route.method === 'POST') requireFormToken(request, context);
        requireValidText(context);
        const result = await route.handle(context);
        if ('to' in result) return redirect(auth, request, reply, result);
        if ('file' in result) {
          reply.header('Content-Disposition', `attachment; filename="${result.file}"`);
          return reply.type(result.type).send(result.content);
        }
        clearFlash(auth, request, reply);
        if (result.refreshes && context.query.get('refresh') === REFRESH_SECONDS)
          reply.header('Refresh', REFRESH_SECONDS);
        return reply
          .code(result.status ?? 200)
          .type('text/html; charset=utf-8')
          .send(layout(result, context));
      },
    });
  }
}

/** Redirects users without a session to the sign-in page, which redirects back to the requested page after sign-in. */
async function requireSession(auth: AuthContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (await authenticate(auth, request)) return undefined;
  const next = request.method === 'GET' ? request.url : undefined;
  return reply.redirect(withQuery(path('sign-in'), { next }), 303);
}

/** @throws HttpError `forbidden` if the form belongs to another session or comes from another site */
function requireFormToken(request: FastifyRequest, context: RequestContext): void {
  const given = context.form.get('formToken') ?? '';
  if (!isSameOrigin(request) || !equalInConstantTime(given, context.formToken)) {
    throw new HttpError('forbidden', 'This form belongs to another session. Go back, refresh the page, and try again.');
  }
}

/** Rejects parameters that cannot be valid, before any query uses them. */
function requireValidText({ params, query }: RequestContext): void {
  const sound = Object.values(params).every((id) => ID.test(id)) && ![...query.values()].some((v) => v.includes('\0'));
  if (!sound) throw new HttpError('not_found', 'This page does not exist.');
}

function redirect(
  auth: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { to, flash }: Redirect,
): FastifyReply {
  if (flash) setFlash(auth, request, reply, flash);
  return reply.redirect(to, 303);
}

/**
 * Makes every path respond with 405 to methods that it does not support. Call this function before adding routes, and
 * the returned function afterwards.
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    // Fastify registers `/` twice: with and without the trailing slash after the prefix.
    const path = url.slice(app.prefix.length) || '/';
    methodsByPath.set(path, new Set([...(methodsByPath.get(path) ?? []), ...[method].flat()]));
  });
  return () => {
    for (const [url, methods] of [...methodsByPath]) {
      const Allow = [...methods].join(', ');
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        onRequest: async () => {
          throw new HttpError('method_not_allowed', `This page only supports ${Allow}.`, { headers: { Allow } });
        },
        handler: async () => undefined,
      });
    }
  };
}
