import type { FastifyRequest } from 'fastify';

/**
 * Whether a browser says that a request comes from a page of this server. A client that says nothing is not a browser
 * that another site could use: for it, only the token in the form is checked.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === normalHost(origin, host));
}

/**
 * Whether the browser reached the server by https: here, or at a proxy in front of it. The origin of the page says so.
 * Headers such as X-Forwarded-Proto are not used, since anybody can write them.
 */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.headers.origin?.startsWith('https://') ?? false);
}

/** The Host header as URL writes it under the scheme of an origin: lower case, without the scheme's own port. */
function normalHost(origin: string, host: string | undefined): string | undefined {
  const url = `${new URL(origin).protocol}//${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
