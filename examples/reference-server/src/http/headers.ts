import type { IncomingMessage } from 'node:http';
import { bearerToken } from '../credentials/token.js';
import { HttpError, unauthorized } from './errors.js';

/** A header's value; undefined if the header is absent or repeated. */
function single(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

/** The request id sent by the caller, 1 to 128 visible ASCII characters; undefined if absent, repeated or invalid. */
export function readRequestId(request: IncomingMessage): string | undefined {
  const id = single(request, 'x-request-id');
  return id !== undefined && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
}

/** @throws HttpError `unauthorized` unless the request has exactly one bearer token */
export function readBearerToken(request: IncomingMessage): string {
  const token = bearerToken(single(request, 'authorization'));
  if (token === undefined) throw unauthorized();
  return token;
}

/**
 * @throws HttpError `unsupported_media_type` if the content type, without parameters, is not application/json, or if
 * the body is encoded; in the latter case, the message names the coding found, and the header `Accept-Encoding` names
 * the coding accepted (RFC 9110, 12.5.3 and 15.5.16)
 */
export function requireJson(request: IncomingMessage): void {
  const mediaType = single(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new HttpError('unsupported_media_type', 'Content-Type must be application/json.');
  }
  const codings = (request.headersDistinct['content-encoding'] ?? []).flatMap((value) => value.split(','));
  const coding = codings.map((name) => name.trim()).find((name) => !['', 'identity'].includes(name.toLowerCase()));
  if (coding !== undefined) {
    throw new HttpError(
      'unsupported_media_type',
      `The body has the Content-Encoding ${JSON.stringify(coding.slice(0, 50))}. Send it unencoded.`,
      { headers: { 'Accept-Encoding': 'identity' } },
    );
  }
}

/**
 * The Idempotency-Key; null if absent.
 *
 * @throws HttpError `invalid_idempotency_key` if the key is empty, repeated, not printable ASCII or longer than 255
 * characters
 */
export function readIdempotencyKey(request: IncomingMessage): string | null {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) return null;
  const [key, ...others] = values;
  if (key === undefined || others.length > 0 || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new HttpError(
      'invalid_idempotency_key',
      'Idempotency-Key must be 1 to 255 printable ASCII characters, sent once.',
    );
  }
  return key;
}
