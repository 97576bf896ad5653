import { AttemptError } from './attempt.js';
import { secure, type Connect } from './connect.js';
import { createConnection, type Connection } from './connection.js';
import { hostOf, parseEndpointUrl } from './endpoint-url.js';
import { exchange, type Answer } from './exchange.js';
import type { IdleConnections } from './idle-connections.js';
import { allowedAddresses, type Lookup } from './resolve.js';

/** The settings of an attempt; see `SenderOptions`. */
export type PostSettings = {
  allowLoopback: boolean;
  maxAnswerBytes: number;
  ca?: string;
  lookup: Lookup;
  connect: Connect;
  now: () => number;
};

/** The address that an attempt connected to, kept for the log even if the attempt fails later. */
export type SeenAddress = { address: string | null };

/**
 * Posts once, over an idle connection if possible, otherwise over a new connection. If the endpoint closes a reused
 * connection, the attempt has failed: a signed request is never sent twice, so that no receiver sees the same nonce
 * again.
 *
 * @throws AttemptError of any class except `http_status` and `redirect`, because every final response is returned
 */
export async function post(
  { url: text, body, headers }: { url: string; body: Uint8Array | string; headers: Record<string, string> },
  idle: IdleConnections,
  settings: PostSettings,
  signal: AbortSignal,
  seen: SeenAddress,
): Promise<Answer> {
  const endpoint = parseEndpointUrl(text, settings);
  if (!endpoint.ok) throw new AttemptError('forbidden_address');
  const { url } = endpoint;
  const request = { path: url.pathname + url.search, headers, body };

  const connection = idle.take(url.origin) ?? (await open(url, idle, settings, signal, seen));
  seen.address = connection.address;
  const answer = await exchange(connection, request, { ...settings, signal });
  if (answer.complete) idle.put(connection);
  return answer;
}

/**
 * Opens a connection to the URL's origin. The address guard checks the connection, and every step ends by the deadline.
 */
async function open(
  url: URL,
  idle: IdleConnections,
  settings: PostSettings,
  signal: AbortSignal,
  seen: SeenAddress,
): Promise<Connection> {
  const host = hostOf(url);
  const addresses = await allowedAddresses(host, { ...settings, signal });
  seen.address = addresses[0]!;
  const tls = url.protocol === 'https:';
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  const tcp = await settings.connect({ host, addresses, port }, signal).catch((cause: unknown) => {
    throw cause instanceof AttemptError ? cause : new AttemptError('connect', { cause });
  });
  const address = addresses.length === 1 ? addresses[0]! : (tcp.remoteAddress ?? addresses[0]!);
  seen.address = address;
  const connection = createConnection(url.origin, address, tls ? await secure(tcp, host, signal, settings.ca) : tcp);
  connection.client.once('disconnect', () => idle.drop(connection));
  return connection;
}
