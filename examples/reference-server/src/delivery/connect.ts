import { isIP, connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AttemptError } from './attempt.js';

/** A host to connect to: its name, and its checked addresses. Only these addresses may be used. */
export type Target = { host: string; addresses: string[]; port: number };

/**
 * Opens a TCP connection to one of the target's addresses, or rejects. Destroys the connection if the signal aborts.
 */
export type Connect = (target: Target, signal: AbortSignal) => Promise<Socket>;

/** How long to wait for a connection to one address before trying the next address in parallel. */
const NEXT_ADDRESS_AFTER_MS = 500;

/**
 * Connects to the first address that answers (RFC 8305, as in Node). Does not resolve the name again, so the connection
 * is always to a checked address.
 */
export async function connectToChecked(target: Target, signal: AbortSignal): Promise<Socket> {
  const { host, addresses, port } = target;
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, checked);
    else done(null, checked[0]!.address, checked[0]!.family);
  };
  const socket = connectTcp({
    host,
    port,
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  });
  await ready(socket, 'connect', signal);
  return socket;
}

/**
 * Sets up TLS on an open connection, and verifies the certificate for `host`. Also sends the host name to the server
 * (SNI).
 *
 * @param ca certificates to trust instead of Node's, in PEM
 * @throws AttemptError `tls`, or the signal's reason
 */
export async function secure(tcp: Socket, host: string, signal: AbortSignal, ca?: string): Promise<Socket> {
  const servername = isIP(host) === 0 ? host : '';
  const socket = connectTls({ socket: tcp, host, servername, ca, ALPNProtocols: ['http/1.1'] });
  socket.once('close', () => tcp.destroy());
  try {
    await ready(socket, 'secureConnect', signal);
    return socket;
  } catch (cause) {
    tcp.destroy();
    throw cause instanceof AttemptError ? cause : new AttemptError('tls', { cause });
  }
}

/** Resolves on `event`. If the socket fails or the signal aborts first, rejects and destroys the socket. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) {
        resolve();
        return;
      }
      socket.destroy();
      reject(error);
    };
    const onAbort = () => settle(signal.reason as Error);
    // This listener is never removed: without a listener, a socket error after the attempt would end the process.
    socket.on('error', settle);
    socket.once('close', () => settle(new Error('closed')));
    socket.once(event, () => settle());
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
