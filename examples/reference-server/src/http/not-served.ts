import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError, type HttpErrorCode } from './errors.js';

/** Answers input that never reaches the application, in the shape of all error bodies. */

const CLIENT_ERRORS: Readonly<Record<string, readonly [HttpErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Timed out while receiving the request.'],
};

/** Answers input that is not an HTTP request, or is incomplete. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['bad_request', 'This is not an HTTP request.'];
  endWith(socket, new HttpError(code, message));
}

/** CONNECT asks for a tunnel, which this server does not offer. Node passes the socket itself. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  endWith(
    socket,
    new HttpError('method_not_allowed', 'CONNECT is not supported.', { headers: { Allow: 'GET, POST' } }),
  );
}

/** Answers a request that expects something other than 100-continue. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, json } = closingResponse(
    new HttpError('expectation_failed', 'Only Expect: 100-continue is supported.'),
  );
  response.writeHead(status, headers).end(json);
}

/** A response that closes the connection. */
function closingResponse({ status, body, details }: HttpError) {
  const json = JSON.stringify(body);
  const headers = {
    ...details.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    Connection: 'close',
  };
  return { status, headers, json };
}

function endWith(socket: Duplex, error: HttpError): void {
  const { status, headers, json } = closingResponse(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Error\r\n${lines.join('')}\r\n${json}`);
}
