import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { equalInConstantTime } from 'receipt-reference-server/credentials/token.js';
import { HttpError } from 'receipt-reference-server/http/errors.js';
import { BASE, path } from './paths.js';
import { isSameOrigin } from './same-site.js';
import type { Keys } from './secrets.js';
import type { Page, Problems } from './visit.js';
import { readVisit, signIn, signOut } from './visitor.js';
import { problemSummary, textField } from './view/fields.js';
import { html } from './view/html.js';
import { layout } from './view/layout.js';

/** Attempts to sign in per minute and address. */
export const SIGN_INS_PER_MINUTE = 10;

/** `/sign-in` and `/sign-out`. The attempts are counted by each process for itself. */
export async function signInRoutes(app: FastifyInstance, keys: Keys, adminToken: string): Promise<void> {
  await app.register(rateLimit, { global: false });

  app.get<{ Querystring: { next?: unknown } }>('/sign-in', async (request, reply) => {
    if (readVisit(keys, request)) return reply.redirect(BASE, 303);
    return reply.type('text/html; charset=utf-8').send(layout(signInPage(nextOf(request.query.next))));
  });

  app.post('/sign-in', {
    config: { rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 } },
    handler: async (request, reply) => {
      if (!isSameOrigin(request)) throw new HttpError('forbidden', 'The form comes from another site.');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const next = nextOf(form.get('next'));
      if (!equalInConstantTime(form.get('token') ?? '', adminToken)) {
        const page = signInPage(next, {
          token: 'This is not the admin token: it is the one that the server was started with.',
        });
        return reply.code(403).type('text/html; charset=utf-8').send(layout(page));
      }
      signIn(keys, request, reply);
      return reply.redirect(next, 303);
    },
  });

  app.post('/sign-out', async (request, reply) => {
    const visit = readVisit(keys, request);
    const given = visit?.form.get('formToken') ?? '';
    if (visit && !equalInConstantTime(given, visit.formToken)) {
      throw new HttpError(
        'forbidden',
        'The form was not made for this session. Go back, reload the page, and try again.',
      );
    }
    signOut(request, reply);
    return reply.redirect(path('sign-in'), 303);
  });
}

/** Where to go after signing in: a page of the dashboard and no other place. */
function nextOf(value: unknown): string {
  return typeof value === 'string' && /^\/dashboard(?:[/?][!-~]*)?$/.test(value) ? value : BASE;
}

function signInPage(next: string, problems?: Problems): Page {
  const token = textField({
    name: 'token',
    label: 'Admin token',
    hint: 'The value of ADMIN_TOKEN. Without one, the server made a token at start and printed it once.',
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
