import type { FastifyRequest } from 'fastify';

/**
 * Whether the browser says that a request comes from a page of this server. A client that says nothing is not a browser
 * that another site could exploit: for it, only the token in the form is checked.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === normalHost(origin, host));
}

/**
 * Whether the browser reached the server over https, directly or through a proxy: the origin of the page tells. Ignores
 * headers such as X-Forwarded-Proto, which anyone can forge.
 */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.headers.origin?.startsWith('https://') ?? false);
}

/** The Host header in the form of URL under the scheme of an origin: lower case, without the default port. */
function normalHost(origin: string, host: string | undefined): string | undefined {
  const url = `${new URL(origin).protocol}//${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
