import { isIP } from 'node:net';
import { isLoopbackAddress, mayConnectTo } from './address-guard.js';

/** An endpoint's URL, or a message that tells the developer what is wrong with the text and what is valid. */
export type EndpointUrl = { ok: true; url: URL } | { ok: false; reason: string };

const MAX_LENGTH = 2048;

/**
 * Ports that browsers refuse because they belong to other services, some of which interpret lines of HTTP as commands.
 *
 * @see https://fetch.spec.whatwg.org/#bad-port
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465],
  ...[512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995],
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** The maximum length of a DNS name (RFC 1035, 2.3.4). */
const MAX_NAME = 253;
/**
 * A label of a DNS name: 1 to 63 letters, digits and hyphens, with no hyphen at either end (RFC 1123, 2.1), and
 * underscores, which some names contain.
 */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names that denote this machine or its network, whatever a resolver returns. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * Parses the URL of an endpoint before it is registered or called. Checks only the text; the address is checked for
 * each connection.
 *
 * @param options.allowLoopback also accept 127.0.0.0/8 and [::1], even over http (for tests)
 */
export function parseEndpointUrl(text: string, options: { allowLoopback: boolean }): EndpointUrl {
  const trimmed = text.trim();
  // `URL` silently drops tabs and line breaks, so the result would be a different endpoint.
  if (/[\s\x00-\x1f\x7f]/.test(trimmed))
    return refused('The URL contains a space or a control character. Percent-encode it.');
  if (!URL.canParse(trimmed)) return refused('This is not a URL. Send one like https://example.com/webhooks.');
  const url = new URL(trimmed);
  const reason = faultIn(url, options.allowLoopback);
  return reason === undefined ? { ok: true, url } : refused(reason);
}

/** The host of a URL as an address or a name, without IPv6 brackets or a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function faultIn(url: URL, allowLoopback: boolean): string | undefined {
  if (url.href.length > MAX_LENGTH) return `The URL has ${url.href.length} characters. The limit is ${MAX_LENGTH}.`;
  // The message does not repeat the credentials, because messages end up in logs.
  if (url.username !== '' || url.password !== '') return 'The URL contains a user name or a password. Omit them.';
  if (url.href.includes('#')) return 'The URL has a fragment, which is never sent. Omit # and the text after it.';
  if (url.port !== '' && BAD_PORTS.has(Number(url.port)))
    return `The port ${url.port} belongs to another service. Use 443, or a port above 1023.`;
  return faultInScheme(url, allowLoopback) ?? faultInHost(hostOf(url), allowLoopback);
}

function faultInScheme(url: URL, allowLoopback: boolean): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && allowLoopback && isLoopbackAddress(hostOf(url))) return undefined;
  return `The URL starts with ${url.protocol} but must start with https:.`;
}

function faultInHost(host: string, allowLoopback: boolean): string | undefined {
  if (isIP(host) !== 0) {
    return mayConnectTo(host, allowLoopback)
      ? undefined
      : `The address ${host} is not public. Use a public address or a name.`;
  }
  if (host.length > MAX_NAME || !host.split('.').every((label) => LABEL.test(label)))
    return `The name ${host.slice(0, MAX_NAME)} is not a host name. Each label must have 1 to 63 letters, digits and inner hyphens, and the name at most ${MAX_NAME} characters.`;
  if (LOCAL_NAME.test(host)) return `The name ${host} is local to a machine or a network. Use a public name.`;
  return host.includes('.') ? undefined : `The name ${host} has no domain. Use a full name, like hooks.example.com.`;
}

function refused(reason: string): EndpointUrl {
  return { ok: false, reason };
}
