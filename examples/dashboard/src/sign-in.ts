import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { TooManyTokens } from './errors.js';
import { BASE, path } from './paths.js';
import { isSameOrigin } from './same-site.js';
import { SIGN_IN_TOKEN, type SignInTokens } from './sign-in-tokens.js';
import type { Page, Problems } from './request-context.js';
import { authenticate, readRequest, signIn, signOut, type AuthContext } from './authenticate.js';
import { problemSummary, textField } from './view/fields.js';
import { html } from './view/html.js';
import { layout } from './view/layout.js';

/** The most wrong tokens to log per minute and address. */
export const WRONG_TOKENS_PER_MINUTE = 10;

/**
 * `/sign-in` and `/sign-out`. Compares the token before counting: the limit protects the log and the processor, and
 * nobody behind the same proxy can lock out a user with the right token. Each process counts for itself.
 */
export async function signInRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { adminToken, signInTokens }: { readonly adminToken: string; readonly signInTokens: SignInTokens },
): Promise<void> {
  await app.register(rateLimit, { global: false });
  const countWrong = app.createRateLimit({ max: WRONG_TOKENS_PER_MINUTE, timeWindow: 60_000 });

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
    if (equalInConstantTime(form.get('token') ?? '', adminToken)) {
      signIn(auth, request, reply);
      return reply.redirect(next, 303);
    }
    return refuse(request, reply, next, "This is not the server's admin token.");
  });

  app.post('/sign-in/token', async (request, reply) => {
    if (!isSameOrigin(request)) throw new HttpError('forbidden', 'The form came from another site.');
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (signInTokens.redeem(form.get('signInToken') ?? '')) {
      signIn(auth, request, reply);
      return reply.redirect(BASE, 303);
    }
    return refuse(
      request,
      reply,
      BASE,
      'The link has been used already, or is older than 10 minutes. Sign in with the token.',
    );
  });

  async function refuse(request: FastifyRequest, reply: FastifyReply, next: string, problem: string) {
    const limit = await countWrong(request);
    if (!limit.isAllowed && limit.isExceeded) throw new TooManyTokens(limit.ttlInSeconds);
    request.log.warn('sign-in failed: invalid admin token or expired link');
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
        'This form belongs to another session. Go back, reload the page, and try again.',
      );
    }
    await signOut(auth, request, reply);
    return reply.redirect(path('sign-in'), 303);
  });
}

/** Where to go after signing in: only to a page of the dashboard. */
function nextOf(value: unknown): string {
  return typeof value === 'string' && /^\/dashboard(?:[/?][!-~]*)?$/.test(value) ? value : BASE;
}

/** Opening the link does not sign in, so that programs that prefetch links do not use it up. */
function linkPage(token: string): Page {
  const body = html`<h1>Sign in</h1>
    <form method="post" action="${path('sign-in', 'token')}" class="narrow">
      <input type="hidden" name="signInToken" value="${token}" />
      <p>The link from the terminal works once.</p>
      <button class="primary">Sign in</button>
    </form>`;
  return { title: 'Sign in', body };
}

function signInPage(next: string, problems?: Problems): Page {
  const token = textField({
    name: 'token',
    label: 'Admin token',
    hint: 'The value of ADMIN_TOKEN. Without it, the server generated a token at its first start, printed it, and keeps it in DATA_DIR.',
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
