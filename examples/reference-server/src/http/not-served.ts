import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError, type HttpErrorCode } from './errors.js';

/** Responses to input that does not reach the application, with the usual error body. */

const CLIENT_ERRORS: Readonly<Record<string, readonly [HttpErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Timed out while receiving the request.'],
};

/** Responds to incomplete input, and to input that is not an HTTP request. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['bad_request', 'This is not an HTTP request.'];
  endWith(socket, new HttpError(code, message));
}

/** Refuses CONNECT, which requests a tunnel. Node passes the raw socket instead of a response. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  endWith(
    socket,
    new HttpError('method_not_allowed', 'CONNECT is not supported.', { headers: { Allow: 'GET, POST' } }),
  );
}

/** Responds to a request whose Expect header has a value other than 100-continue. */
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
