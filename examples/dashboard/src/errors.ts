import type { FastifyError } from 'fastify';
import { DatabaseUnavailable } from 'receipt-reference-server/database/database.js';
import { HttpError, unavailable } from 'receipt-reference-server/http/errors.js';
import { BASE } from './paths.js';
import type { Page } from './request-context.js';
import { html } from './view/html.js';

/** A failure as a page, with the headers of its response. */
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

/** The page for any error; unexpected failures without details. */
export function toErrorPage(error: Error, requestId: string): ErrorPage {
  const { status, message, headers = {} } = describe(error);
  const title = TITLES[status] ?? 'Not possible';
  const body = html`<h1>${title}</h1>
    <p>${message}</p>
    <p><a href="${BASE}">Go to the overview</a></p>
    <p class="hint">Status ${status}, request ${requestId}</p>`;
  return { page: { title, status, body }, headers };
}

/** Too many wrong tokens in a short time. */
export class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens';

  /** @param seconds until the next token is checked */
  constructor(readonly seconds: number) {
    super();
  }
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
    const message = 'Too many wrong tokens from your address. The correct one still works.';
    return { status: 429, message, headers: { 'Retry-After': String(error.seconds) } };
  }
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, message: 'The form is too large.' };
  if (statusCode === 415) {
    return { status: 415, message: 'The dashboard only accepts forms: application/x-www-form-urlencoded.' };
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, message: 'The request is malformed.' };
  }
  return { status: 500, message: 'Internal error. Quote the X-Request-Id header when you report it.' };
}
