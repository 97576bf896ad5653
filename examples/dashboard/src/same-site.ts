import type { FastifyRequest } from 'fastify';

/**
 * Whether the Origin and Sec-Fetch-Site headers show that a request comes from a page of this server. Returns true if
 * the headers are missing, because a client that sends neither is not a browser that another site could exploit, and
 * the token in the form is checked anyway.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === normalHost(origin, host));
}

/**
 * Whether the browser connects over HTTPS, either directly or to a proxy. For proxies, checks the Origin header, and
 * not X-Forwarded-Proto, which anyone can forge.
 */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.headers.origin?.startsWith('https://') ?? false);
}

/**
 * Normalises the Host header as `URL` does: converts it to lower case and removes the default port of the origin's
 * scheme.
 */
function normalHost(origin: string, host: string | undefined): string | undefined {
  const url = `${new URL(origin).protocol}//${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
