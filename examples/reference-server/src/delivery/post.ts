import type { Socket } from 'node:net';
import { AttemptError } from './attempt.js';
import { secure, type Connect, type Target } from './connect.js';
import { createConnection, type Connection } from './connection.js';
import { hostOf, parseEndpointUrl } from './endpoint-url.js';
import { exchange, type Answer } from './exchange.js';
import type { IdleConnections } from './idle-connections.js';
import { allowedAddresses, type Lookup } from './resolve.js';

/** What an attempt goes by, see `SenderOptions`. */
export type PostSettings = {
  allowLoopback: boolean;
  maxAnswerBytes: number;
  ca: string | undefined;
  lookup: Lookup;
  connect: Connect;
  now: () => number;
};

/** The address that an attempt has come to so far, for the log, also where it fails later. */
export type SeenAddress = { address: string | null };

/**
 * Posts over an idle connection where there is one, else over a new one. An endpoint may close an idle connection just
 * as it is used again, which says nothing about how it would have answered: where not one byte came back, the same
 * attempt is made once more on a new connection, inside the same deadline. Delivery is at least once anyway.
 *
 * @throws AttemptError of any class but `http_status` and `redirect`: every final answer is returned
 */
export async function post(
  { url: text, body, headers }: { url: string; body: Uint8Array | string; headers: Record<string, string> },
  idle: IdleConnections,
  settings: PostSettings,
  signal: AbortSignal,
  seen: SeenAddress,
): Promise<Answer> {
  signal.throwIfAborted();
  const endpoint = parseEndpointUrl(text, settings);
  if (!endpoint.ok) throw new AttemptError('forbidden_address');
  const { url } = endpoint;
  const request = { path: url.pathname + url.search, headers, body };

  const postOver = async (connection: Connection): Promise<Answer> => {
    seen.address = connection.address;
    const answer = await exchange(connection, request, { ...settings, signal });
    if (answer.complete) idle.put(connection);
    return answer;
  };

  const reused = idle.take(url.origin);
  if (reused !== undefined) {
    try {
      return await postOver(reused);
    } catch (error) {
      if (!(error instanceof AttemptError && error.errorClass === 'closed')) throw error;
    }
  }
  const connection = await open(url, settings, signal, seen);
  connection.client.once('disconnect', () => idle.drop(connection));
  return postOver(connection);
}

/** A new connection to the URL's origin, every step of it guarded and inside the deadline. */
async function open(url: URL, settings: PostSettings, signal: AbortSignal, seen: SeenAddress): Promise<Connection> {
  const host = hostOf(url);
  const addresses = await allowedAddresses(host, { ...settings, signal });
  seen.address = addresses[0]!;
  const tls = url.protocol === 'https:';
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  const tcp = await openTcp({ host, addresses, port }, settings.connect, signal);
  const address = addresses.length === 1 ? addresses[0]! : (tcp.remoteAddress ?? addresses[0]!);
  seen.address = address;
  return createConnection(url.origin, address, tls ? await secure(tcp, host, signal, settings.ca) : tcp);
}

async function openTcp(target: Target, connect: Connect, signal: AbortSignal): Promise<Socket> {
  try {
    return await connect(target, signal);
  } catch (cause) {
    throw cause instanceof AttemptError ? cause : new AttemptError('connect', { cause });
  }
}
