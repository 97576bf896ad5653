import type { FastifyInstance, FastifyReply } from 'fastify';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { scopeOfToken } from 'receipt-reference-server/credentials/scope.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { TooManyTokens } from './errors.js';
import { BASE, path } from './paths.js';
import { isSameOrigin } from './same-site.js';
import { SIGN_IN_TOKEN, type SignInTokens } from './sign-in-tokens.js';
import { createWrongTokens } from './wrong-tokens.js';
import type { Page, Problems } from './request-context.js';
import { authenticate, readRequest, signIn, signOut, type AuthContext } from './authenticate.js';
import { problemSummary, textField } from './view/fields.js';
import { html } from './view/html.js';
import { layout } from './view/layout.js';

/**
 * Adds `/sign-in` and `/sign-out`. Only wrong tokens are delayed, so that nobody can lock out or slow down a user with
 * the correct token.
 */
export async function signInRoutes(app: FastifyInstance, auth: AuthContext, signInTokens: SignInTokens): Promise<void> {
  const wrongTokens = createWrongTokens((count) =>
    app.log.warn({ count }, 'sign-in failed: invalid admin token or expired link'),
  );
  app.addHook('preClose', async () => wrongTokens.close());

  app.get<{ Querystring: { next?: unknown; token?: unknown } }>('/sign-in', async (request, reply) => {
    if (await authenticate(auth, request)) return reply.redirect(BASE, 303);
    const { token } = request.query;
    if (typeof token === 'string' && SIGN_IN_TOKEN.test(token)) {
      return reply.type('text/html; charset=utf-8').send(layout(linkPage(token)));
    }
    return reply.type('text/html; charset=utf-8').send(layout(signInPage(nextOf(request.query.next))));
  });

  app.post('/sign-in', async (request, reply) => {
    if (!isSameOrigin(request)) throw new HttpError('forbidden', 'The form came from another site.');
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const next = nextOf(form.get('next'));
    const given = form.get('token') ?? '';
    await auth.admin.refresh();
    const operator = equalInConstantTime(given, auth.admin.token);
    const token = operator ? undefined : await scopeOfToken(auth.database, given);
    if (operator || token) {
      await signIn(auth, request, reply, token);
      return reply.redirect(next, 303);
    }
    const problem = 'This is neither the admin token nor a valid personal key or management token.';
    return refuse(reply, next, problem);
  });

  app.post('/sign-in/token', async (request, reply) => {
    if (!isSameOrigin(request)) throw new HttpError('forbidden', 'The form came from another site.');
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (signInTokens.redeem(form.get('signInToken') ?? '')) {
      await signIn(auth, request, reply);
      return reply.redirect(BASE, 303);
    }
    return refuse(reply, BASE, 'This link has already been used or has expired. Sign in with a token.');
  });

  async function refuse(reply: FastifyReply, next: string, problem: string) {
    if (!(await wrongTokens.wait())) throw new TooManyTokens();
    return reply
      .code(403)
      .type('text/html; charset=utf-8')
      .send(layout(signInPage(next, { token: problem })));
  }

  app.post('/sign-out', async (request, reply) => {
    await authenticate(auth, request);
    const context = readRequest(auth, request);
    const given = context?.form.get('formToken') ?? '';
    if (context && !equalInConstantTime(given, context.formToken)) {
      throw new HttpError(
        'forbidden',
        'This form belongs to another session. Go back, refresh the page, and try again.',
      );
    }
    await signOut(auth, request, reply);
    return reply.redirect(path('sign-in'), 303);
  });
}

/**
 * Returns the page to show after signing in: the requested page if it is part of the dashboard, otherwise the overview.
 */
function nextOf(value: unknown): string {
  return typeof value === 'string' && /^\/dashboard(?:[/?][!-~]*)?$/.test(value) ? value : BASE;
}

/**
 * The page that a sign-in link opens. It has a button, so that programs that prefetch links do not use up the token.
 */
function linkPage(token: string): Page {
  const body = html`<h1>Sign in</h1>
    <form method="post" action="${path('sign-in', 'token')}" class="narrow">
      <input type="hidden" name="signInToken" value="${token}" />
      <p>The sign-in link works only once.</p>
      <button class="primary">Sign in</button>
    </form>`;
  return { title: 'Sign in', body };
}

function signInPage(next: string, problems?: Problems): Page {
  const token = textField({
    name: 'token',
    label: 'Token',
    hint: 'The admin token opens everything. It is the value of ADMIN_TOKEN, or the token that the server printed at its first start and stored in DATA_DIR. A personal key (svck_…) opens its owner’s businesses; a management token (svcm_…) opens its app’s endpoints.',
    type: 'password',
    autocomplete: 'current-password',
    problems,
  });
  const body = html`<h1>Sign in</h1>
    ${problemSummary(problems)}
    <form method="post" action="${path('sign-in')}" class="narrow">
      <input type="hidden" name="next" value="${next}" />
      ${token}
      <button class="primary">Sign in</button>
    </form>`;
  return { title: 'Sign in', body };
}
