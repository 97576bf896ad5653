import type { FastifyError } from 'fastify';
import { DatabaseUnavailable } from 'receipt-reference-server/database/database.js';
import { HttpError, unavailable } from 'receipt-reference-server/http/errors.js';
import { BASE } from './paths.js';
import type { Page } from './request-context.js';
import { html } from './view/html.js';

/** An error page with its response headers. */
export interface ErrorPage {
  readonly page: Page & { readonly status: number };
  readonly headers: Readonly<Record<string, string>>;
}

const TITLES: Readonly<Record<number, string>> = {
  403: 'Refused',
  404: 'Not found',
  405: 'Not supported here',
  413: 'Too large',
  415: 'Not a form',
  429: 'Too many attempts',
  500: 'Internal error',
  503: 'Not available',
};

/** Returns the error page for any error. The page for an unexpected error omits the details. */
export function toErrorPage(error: Error, requestId: string): ErrorPage {
  const { status, message, headers = {} } = describe(error);
  const title = TITLES[status] ?? 'Not possible';
  const body = html`<h1>${title}</h1>
    <p>${message}</p>
    <p><a href="${BASE}">Go to the overview</a></p>
    <p class="hint">Status ${status}, request ${requestId}</p>`;
  return { page: { title, status, body }, headers };
}

/** Thrown when too many wrong tokens are being delayed at once. */
export class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens';
}

interface Description {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function describe(error: Error): Description {
  if (error instanceof HttpError) {
    return { status: error.status, message: error.message, headers: error.details.headers };
  }
  if (error instanceof DatabaseUnavailable) return describe(unavailable('The database is unavailable. Try again.'));
  if (error instanceof TooManyTokens) {
    const message = 'Too many attempts with a wrong token. You can still sign in with the correct one.';
    return { status: 429, message, headers: { 'Retry-After': '1' } };
  }
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, message: 'The form is too large.' };
  if (statusCode === 415) {
    return { status: 415, message: 'The dashboard accepts only application/x-www-form-urlencoded.' };
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, message: 'The request is malformed.' };
  }
  return { status: 500, message: 'Internal error. If you report it, include the X-Request-Id header.' };
}
