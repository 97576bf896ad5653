import { kindOf } from '../usage/kind.js';
import { mustBe } from '../usage/usage-error.js';
import { bodyBytes, saysTooLong } from './body-bytes.js';
import type { RawBody } from './raw-body.js';
import { createReceiver, type WebhookHandlerOptions } from './receiver.js';

/** The part of Node's `IncomingMessage` that the listener reads, and what frameworks add to it. */
export type WebhookNodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether somebody has read the stream. */
  readonly readableDidRead: boolean;
  readonly readableEnded: boolean;
  /** Anything; used if it is bytes or text. */
  readonly rawBody?: unknown;
  /** Anything; used if it is bytes. */
  readonly body?: unknown;
  /** Adds a listener. */
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  /** Reads on, and drops what comes. */
  resume(): unknown;
  /** Cuts the connection. */
  destroy(): unknown;
};

/** The part of Node's `ServerResponse` that the listener uses. */
export type WebhookNodeResponse = {
  readonly headersSent: boolean;
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends the body. */
  end(text: string): unknown;
};

/**
 * As `webhookHandler`, for Node: a listener of `http.createServer`, a handler of Express, and whatever else has Node's
 * request and response. It reads the stream itself. If a parser came first, it takes `request.rawBody` (bytes or text) or
 * a `request.body` of bytes. The promise resolves once the response is written, and never rejects.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @throws UsageError for a missing, wrong or unknown option. The listener throws one for a body that was parsed, of which
 * the bytes are lost
 */
export function webhookListener(
  options: WebhookHandlerOptions,
): (request: WebhookNodeRequest, response: WebhookNodeResponse) => Promise<void> {
  const receiver = createReceiver(options);
  const { maxBodyBytes, deadlineMs } = receiver;
  return (request, response) => {
    // Throws here, not in a promise: every framework answers that with 500, and no rejection is left unhandled.
    const given = givenBody(request);
    return receiver
      .receive(request.method, request.headers, async (signal) => {
        if (given === undefined) return readStream(request, maxBodyBytes, signal);
        return byteLength(given) > maxBodyBytes ? 413 : given;
      })
      .then(({ status, headers, text }) => {
        if (!response.headersSent) {
          response.writeHead(status, { ...headers });
          response.end(text);
        }
        if (!request.readableEnded) discardRest(request, deadlineMs);
      });
  };
}

function givenBody({ rawBody, body, readableDidRead }: WebhookNodeRequest): string | Uint8Array | undefined {
  if (typeof rawBody === 'string' || isBytes(rawBody)) return rawBody;
  if (isBytes(body)) return body;
  // Parsers also set a body where they have read nothing, such as `{}` for another content type.
  if (!readableDidRead) return undefined;
  const wanted =
    'unread, or have its bytes: put the listener before body parsers, or keep what they read as request.rawBody ' +
    '(express.json({ verify: (req, res, bytes) => { req.rawBody = bytes; } }), NestFactory.create(app, { rawBody: true }))';
  throw mustBe(
    'invalid_argument',
    'request.body',
    wanted,
    body === undefined ? 'a stream that was read' : `${kindOf(body)}, parsed`,
  );
}

/** By tag, not by instanceof: test runners and vm contexts pass arrays of another realm. */
const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]';

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;

function readStream(request: WebhookNodeRequest, limit: number, signal: AbortSignal): Promise<RawBody | 400 | 413> {
  return new Promise((resolve) => {
    if (saysTooLong(String(request.headers['content-length'] ?? 0), limit)) {
      resolve(413);
      return;
    }
    const collected = bodyBytes(limit);
    signal.addEventListener('abort', () => resolve(400));
    request.on('data', (chunk) => {
      if (!collected.add(chunk)) resolve(413);
    });
    request.on('end', () => resolve(collected.bytes()));
    // The sender has hung up: nobody reads the response.
    request.on('error', () => resolve(400));
    request.on('close', () => resolve(400));
  });
}

/** A sender that still sends reads the response later: a connection that is cut at once loses it. */
function discardRest(request: WebhookNodeRequest, deadlineMs: number): void {
  const timer = setTimeout(() => request.destroy(), deadlineMs);
  // Of an aborted request no event may come any more: it must not keep the process.
  (timer as { unref?: () => void }).unref?.();
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.on('error', () => undefined);
  request.resume();
}
